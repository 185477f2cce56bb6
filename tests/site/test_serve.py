"""`make run` as a person meets it: an address that works, or one sentence that says why not."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from bideuchre.serve import check_free, reachable_as

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def serve(tmp_path):
    """Start the site with a fresh var/ and these variables."""
    started: list[subprocess.Popen[str]] = []

    def serve(**environment: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "bideuchre.serve"],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # One group with its workers, so that a failed test leaves none behind.
            start_new_session=True,
        )
        started.append(process)
        return process

    yield serve
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture
def taken_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture
def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def health(port: int) -> str:
    # A busy machine needs its time to start; a site that has started answers at once.
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(
                f"http://localhost:{port}/healthz", timeout=5
            ) as answer:
                return str(answer.read(), "utf-8")
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def test_starts_prints_its_address_and_stops_at_once(serve, free_port):
    site = serve(PORT=str(free_port))
    assert site.stdout
    # What may take long is named before it begins.
    assert site.stdout.readline().startswith("Making the computer players ready")
    address = site.stdout.readline().split()[-1]
    assert address == f"http://localhost:{free_port}"
    # What is printed is true: the first request is answered.
    with urllib.request.urlopen(f"{address}/healthz", timeout=5) as answer:
        assert answer.read().startswith(b'{"status": "ok"')
    # As Ctrl-C in a terminal does it: to the workers as well.
    os.killpg(site.pid, signal.SIGINT)
    output, errors = site.communicate(timeout=10)
    assert "Killing" not in output + errors
    assert site.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_stops_when_told_to_or_when_its_terminal_is_closed(serve, free_port, ending):
    site = serve(PORT=str(free_port))
    health(free_port)
    site.send_signal(ending)
    site.communicate(timeout=10)
    assert site.returncode == 0
    with socket.create_server(("127.0.0.1", free_port)):
        pass


SLOW_IMPORT = """
import sys, time
class Slow:
    def find_spec(name, path=None, target=None):
        if name == "encodings.idna":
            time.sleep(3)
sys.meta_path.insert(0, Slow)
"""


@pytest.mark.slow
def test_no_worker_is_forked_while_a_lock_is_held(serve, free_port, tmp_path):
    """Looking up the first host imports a codec; a worker that was forked meanwhile could look up none, ever."""
    (tmp_path / "sitecustomize.py").write_text(SLOW_IMPORT)
    site = serve(
        PORT=str(free_port),
        PYTHONPATH=str(tmp_path),
        REDIS_URL="redis://localhost:1/0",
    )
    assert site.stdout
    assert any(line.startswith("Bid Euchre is ready: ") for line in site.stdout)
    for _ in range(4):
        with urllib.request.urlopen(
            f"http://localhost:{free_port}/healthz", timeout=15
        ) as answer:
            assert b'"cache": "down"' in answer.read()


@pytest.mark.slow
def test_a_killed_main_process_leaves_no_worker_that_holds_the_port(serve, free_port):
    site = serve(PORT=str(free_port))
    health(free_port)
    site.kill()
    deadline = time.monotonic() + 10
    while True:
        with (
            contextlib.suppress(OSError),
            socket.create_server(("127.0.0.1", free_port)),
        ):
            break
        assert time.monotonic() < deadline, "a worker is still there"
        time.sleep(0.1)


def test_a_taken_port_is_said_before_anything_else_is_done(serve, taken_port, tmp_path):
    site = serve(PORT=str(taken_port))
    output, errors = site.communicate(timeout=10)
    assert site.returncode != 0
    assert output == ""
    assert errors.startswith(f"Port {taken_port} is taken: ")
    assert len(errors.splitlines()) == 1
    assert not (tmp_path / "db.sqlite3").exists()


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"PORT": "eight"}, "PORT is 'eight': set it to a whole number."),
        ({"PORT": "0"}, "PORT is 0: choose one from 1 to 65535."),
        ({"PORT": "80000"}, "PORT is 80000: choose one from 1 to 65535."),
        (
            {"HOST": "192.0.2.7"},
            "Cannot listen on 192.0.2.7, port 8000: Cannot assign requested address.",
        ),
        ({"BIDEUCHRE_ENV": "production"}, "SECRET_KEY is not set: "),
    ],
)
def test_a_wrong_setting_is_one_sentence(serve, environment, sentence):
    site = serve(**environment)
    _, errors = site.communicate(timeout=10)
    assert site.returncode != 0
    assert sentence in errors
    assert len(errors.splitlines()) == 1


def test_a_free_port_is_let_through(free_port):
    check_free("127.0.0.1", free_port)


def test_a_site_for_the_network_names_the_address_to_type():
    assert reachable_as("127.0.0.1") == ["localhost"]
    assert reachable_as("192.168.1.5") == ["192.168.1.5"]
    assert reachable_as("0.0.0.0")[0] == "localhost"
