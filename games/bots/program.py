"""A program of anybody's as a bot: the protocol over its standard input and output.

The program is not trusted. Whatever it does – answer late or never, crash, lie, flood, chat on
standard error, refuse to end – it costs no more than the time limit and a little memory, and
comes out as one `Fault`.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING

from games.bots.protocol import ProtocolError, parse_line, read_answer, write_query
from games.bots.registry import get_bot
from games.engine.seats import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from games.bots.base import Bot
    from games.engine.hand import Action
    from games.engine.seats import Seat
    from games.engine.view import SeatView

PREFIX = "exec:"
#: Seconds that an answer may take, unless told otherwise.
TIMEOUT = 5.0
#: Bytes: the longest answer there is takes less than 50.
_LONGEST_ANSWER = 4096
_CHUNK = 65536
#: Bytes of the program's last words on standard error that a fault repeats.
_LAST_WORDS = 300
#: Seconds that a program has to end by itself once its input has ended.
_GRACE = 0.5


class Fault(Exception):
    """A bot did what loses the match; the message says what."""


class UnusableCommand(ValueError):
    """What follows `exec:` names no program that could be started."""


def check_command(spec: str) -> None:
    """See that `spec` names a bot: a registered one, or a program that there is.

    Raises:
        UnknownBot, UnusableCommand: saying what is wrong.
    """
    if spec.startswith(PREFIX):
        _words(spec)
    else:
        get_bot(spec)


@contextmanager
def seated(spec: str, timeout: float = TIMEOUT) -> Iterator[Mapping[Seat, Bot]]:
    """The bot `spec` in each of the four seats, until the context ends.

    A program is started once for each seat that has to act, so that no process is ever told the
    cards of two seats.
    """
    if not spec.startswith(PREFIX):
        yield dict.fromkeys(SEATS, get_bot(spec))
        return
    programs = {seat: ProgramBot(spec, timeout) for seat in SEATS}
    try:
        yield programs
    finally:
        for program in programs.values():
            program.close()


class ProgramBot:
    """A program that answers the queries of one seat. It starts with the first query.

    Args:
        spec: `exec:` and the command, split as a shell would, but no shell runs it.
        timeout: seconds from sending a query to the end of the answer's line.
    """

    version = "program"

    def __init__(self, spec: str, timeout: float = TIMEOUT) -> None:
        self.name = spec
        self._command = _words(spec)
        self._timeout = timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._selector: selectors.BaseSelector | None = None
        self._last_words = b""

    def choose(self, view: SeatView, rng: Random) -> Action:
        """The program's answer. `rng` stays unused: randomness is the program's own affair.

        Raises:
            Fault: when there is no legal answer in time. The program has been ended then.
        """
        query = json.dumps(write_query(view), separators=(",", ":")).encode() + b"\n"
        try:
            return read_answer(parse_line(self._exchange(query)), view)
        except ProtocolError as error:
            raise self._fault(f"answered wrongly: {error}") from None
        except Fault as fault:
            raise self._fault(str(fault)) from None

    def close(self) -> None:
        """End the program and everything it started in its process group; never blocks long."""
        process, self._process = self._process, None
        if process is None:
            return
        assert self._selector is not None
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            process.wait(self._timeout)
        self._selector.close()
        for pipe in (process.stdout, process.stderr):
            assert pipe is not None
            pipe.close()

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                # A group of its own, so that what it starts can be ended with it.
                start_new_session=True,
            )
        except OSError as error:
            raise Fault(f"could not be started: {error}") from None
        self._selector = selectors.DefaultSelector()
        for pipe in (process.stdin, process.stdout, process.stderr):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
            if pipe is not process.stdin:
                self._selector.register(pipe, selectors.EVENT_READ)
        self._process = process
        return process

    def _exchange(self, query: bytes) -> bytes:
        """Send a line and wait for a line."""
        deadline = monotonic() + self._timeout
        process = self._process or self._start()
        selector = self._selector
        assert process.stdin is not None
        assert selector is not None
        for key, _ in selector.select(0):
            if key.fileobj is process.stdout and self._take(b"", key.fd, query):
                raise Fault("said more than it was asked")
        selector.register(process.stdin, selectors.EVENT_WRITE)
        answer = b""
        while True:
            remaining = deadline - monotonic()
            # With nothing ready this is where the time runs out; a program that keeps us busy
            # (standard error, blank lines) meets the same test on its next round.
            ready = selector.select(remaining) if remaining > 0 else []
            if not ready:
                raise Fault(f"did not answer within {self._timeout:g} s")
            for key, _ in ready:
                if key.fileobj is process.stdin:
                    query = query[self._write(key.fd, query) :]
                    if not query:
                        selector.unregister(process.stdin)
                elif key.fileobj is process.stderr:
                    chunk = self._read(key.fd)
                    self._last_words = (self._last_words + chunk)[-_LAST_WORDS:]
                    if not chunk:
                        selector.unregister(process.stderr)
                else:
                    answer = self._take(answer, key.fd, query)
                    if answer.endswith(b"\n"):
                        return answer

    def _take(self, answer: bytes, fd: int, unsent: bytes) -> bytes:
        """`answer` with what has come since; it ends with a line break when it is complete."""
        chunk = self._read(fd)
        if not chunk:
            raise Fault(f"ended {self._status()}")
        answer = (answer + chunk).lstrip()
        if len(answer) > _LONGEST_ANSWER:
            raise Fault(f"sent more than {_LONGEST_ANSWER} bytes for one answer")
        line, newline, rest = answer.partition(b"\n")
        if rest.strip() or (newline and unsent):
            raise Fault("said more than it was asked")
        return line + newline

    def _write(self, fd: int, data: bytes) -> int:
        try:
            return os.write(fd, data)
        except BlockingIOError:
            return 0
        except OSError:
            # Closed. What it may have said before is still to be read, so let reading find out.
            return len(data)

    def _read(self, fd: int) -> bytes:
        try:
            return os.read(fd, _CHUNK)
        except OSError:
            return b""

    def _status(self) -> str:
        assert self._process is not None
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "its output"
        return f"by signal {-code}" if code < 0 else f"with exit status {code}"

    def _fault(self, message: str) -> Fault:
        """End the program; the fault repeats the last line of its standard error."""
        words = self._last_words
        if self._process is not None and self._process.stderr is not None:
            words += self._read(self._process.stderr.fileno())
            self.close()
        lines = words[-_LAST_WORDS:].decode("utf-8", "replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return Fault(f"{message} (it said: {said[-1]!r})" if said else message)


def _words(spec: str) -> list[str]:
    try:
        words = shlex.split(spec.removeprefix(PREFIX))
    except ValueError as error:
        raise UnusableCommand(f"{spec!r:.80}: {error}") from None
    if not words:
        raise UnusableCommand(f"{PREFIX} needs a command")
    if shutil.which(words[0]) is None:
        raise UnusableCommand(f"there is no program {words[0]!r:.80}")
    return words
