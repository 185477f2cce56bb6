"""Start the site: `python -m bideuchre.serve`, which is what `make run` ends with.

Refuses a taken port, brings the database up to date, then serves until Ctrl-C or SIGTERM. From the
environment: HOST (127.0.0.1), PORT (8000), WORKERS (2 processes), THREADS (4 in each); settings.py
reads the rest.
"""

import errno
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.server import Server

from bideuchre.environment import number, words
from games.bots.warm import warm

ROOT = Path(__file__).resolve().parent.parent
#: Hosts that stand for every address, with one of them to reach this machine by.
NEAREST = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - recognised, not bound to


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bideuchre.settings")
    host = os.environ.get("HOST") or "127.0.0.1"
    addresses = reachable_as(host)
    if os.environ.get("BIDEUCHRE_ENV") != "production":
        # The site answers to no name that it was not told: tell it those that are printed below.
        os.environ["ALLOWED_HOSTS"] = ",".join([*words("ALLOWED_HOSTS"), *addresses])
    try:
        port, workers, threads = (
            number("PORT", 8000),
            number("WORKERS", 2),
            number("THREADS", 4),
        )
        settings.DEBUG  # noqa: B018 - loads them, and so finds out what is missing
    except ImproperlyConfigured as error:
        sys.exit(f"The site was not started: {error}")
    check_free(host, port)

    migrate = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity=0"]
    if subprocess.run(migrate, check=False).returncode:
        sys.exit(
            "The site was not started: its database could not be brought up to date (see above)."
        )

    # Compiling takes a minute or two the first time and after an update; the workers then load it.
    print(
        "Making the computer players ready (the first time this takes a minute or two) …",
        flush=True,
    )
    subprocess.run([sys.executable, "-m", "games.bots.warm"], cwd=ROOT, check=True)

    server = Server(
        "bideuchre.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        workers=workers,
        blocking_threads=threads,
        respawn_failed_workers=True,
        # What a slow request may still take when the site stops.
        workers_kill_timeout=5,
        working_dir=ROOT,
        log_level=LogLevels.warning,
    )

    def started() -> None:
        # When its terminal is closed the site stops; granian itself would go on without one.
        signal.signal(signal.SIGHUP, server.signal_handler_interrupt)
        # The workers listen a moment later, and only then is the site what is printed. A process says so: a
        # worker that is forked while a thread of ours holds a lock (that of an import, say) finds it held for ever.
        multiprocessing.Process(
            target=announce, args=(host, port, addresses), daemon=True
        ).start()

    server.on_startup(started)
    server.serve(target_loader=load_application, wrap_loader=False)


def load_application() -> WSGIHandler:
    """In a worker: leave Ctrl-C to the main process, which tells the workers to stop.

    A terminal sends it to all of them, and granian's workers hang when they are told twice. They
    also do not hear SIGTERM while they still load, if it is not given back its usual meaning.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=end_with_the_main_process, daemon=True).start()
    # From disk by now, so half a second: no request waits for it.
    warm()
    return get_wsgi_application()


def end_with_the_main_process() -> None:
    """In a worker: stop as if told to, once the main process is gone without having said so.

    Killed, it cannot tell its workers, and they would hold the port against the next start.
    """
    main_process = multiprocessing.parent_process()
    if main_process is not None:
        main_process.join()
        os.kill(os.getpid(), signal.SIGTERM)


def check_free(host: str, port: int) -> None:
    """Stop with one clear sentence unless the address can be bound."""
    if not 1 <= port <= 65535:
        sys.exit(f"PORT is {port}: choose one from 1 to 65535.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        # A port that an earlier run has just given up counts as free, one that is listened on does not.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen()
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                sys.exit(
                    f"Port {port} is taken: stop the program that uses it, "
                    f"or choose another one (PORT={port + 1} make run)."
                )
            sys.exit(f"Cannot listen on {host}, port {port}: {error.strerror}.")


def reachable_as(host: str) -> list[str]:
    """The names and addresses under which a browser finds a server bound to this host."""
    if host not in NEAREST:
        return ["localhost" if host == "127.0.0.1" else host]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: it only asks which of our addresses leads out (to one kept for examples).
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ["localhost"]
        return ["localhost", probe.getsockname()[0]]


def announce(host: str, port: int, addresses: list[str]) -> None:
    """In a process of its own: print where the site is, once it can be reached there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    main_process = os.getppid()
    while os.getppid() == main_process:
        try:
            socket.create_connection((NEAREST.get(host, host), port), 1).close()
            break
        except OSError:
            time.sleep(0.05)
    else:
        return
    for address in addresses:
        shown = f"[{address}]" if ":" in address else address
        print(f"Bid Euchre is ready: http://{shown}:{port}", flush=True)
    print("Ctrl-C stops it.", flush=True)


if __name__ == "__main__":
    main()
