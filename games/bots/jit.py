"""The one way in which code of the bots is compiled, and the machine instructions it may use.

Compiled functions take and give machine integers and arrays of them, release the interpreter
lock, and are kept on disk: the first process pays for compiling, later ones load. They never call
themselves: numba 0.68 aborts the process when it loads a self-recursive function from disk.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
from numba import types
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

_HERE = Path(__file__).parent


def _cache_directory() -> str:
    """A writable folder named after the compiled sources and the numbers compiled into them.

    numba looks only at the file of the function itself, so it would keep using what it had made
    of a changed function of another file; a folder for each state of the sources cannot.
    """
    digest = hashlib.sha256()
    for source in sorted(_HERE.glob("*.py")):
        text = source.read_bytes()
        if b"@compiled" in text:
            digest.update(text)
    numbers = _HERE / "data" / "policy.npz"
    if numbers.exists():
        digest.update(numbers.read_bytes())
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    own = Path.home() / ".cache" / "bideuchre"
    for home in (Path(chosen),) if chosen else (_HERE / "__pycache__", own):
        folder = home / f"compiled-{digest.hexdigest()[:16]}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return str(folder)
    return ""


CACHE_DIRECTORY = _cache_directory()
if CACHE_DIRECTORY:
    numba.config.CACHE_DIR = CACHE_DIRECTORY  # type: ignore[attr-defined]


def compiled(function: F) -> F:
    """Compile at the first call; in a type checker's eyes the function stays what it is."""
    return cast("F", numba.njit(nogil=True, cache=bool(CACHE_DIRECTORY))(function))


def _instruction(emit: Callable[[Any, Any, Any], Any]) -> Any:
    """One instruction of the machine as a function of an int64, for compiled code only."""

    def typing(_context: Any, _number: Any) -> Any:
        def codegen(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            defined_at_zero = context.get_constant(types.boolean, False)
            return emit(builder, args[0], defined_at_zero)

        return types.int64(types.int64), codegen

    return intrinsic(typing)


_leading_zeros = _instruction(lambda builder, x, at_zero: builder.ctlz(x, at_zero))

#: How many bits are set.
popcount: Callable[[int], int] = _instruction(lambda builder, x, _: builder.ctpop(x))

#: The place of the lowest bit set; 64 for zero.
low_bit: Callable[[int], int] = _instruction(
    lambda builder, x, at_zero: builder.cttz(x, at_zero)
)


@compiled
def top_bit(number: int) -> int:
    """The place of the highest bit set; -1 for zero."""
    return 63 - _leading_zeros(number)
