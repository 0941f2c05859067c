"""`@rule` and `@verb`: the part of Python that Numba compiles, cached on disk, or interpreted for debugging.

Set FIVEFAMILIES_INTERPRETED=1 to run every rule as plain Python. Compiled code is kept in the user's cache folder
(FIVEFAMILIES_CACHE names another), in a folder keyed by the sources and data that the rule may be made of, Numba's version and
the CPU: a changed rule is never answered from an old compilation, and one title's change leaves the others alone.
"""

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from fivefamilies.core.errors import BadFile
from fivefamilies.core.folders import cache_home

if TYPE_CHECKING:
    from numba.core.types import Type
    from numba.core.typing import Signature

INTERPRETED = os.environ.get("FIVEFAMILIES_INTERPRETED", "") not in ("", "0")
COMPILED_PARTS = ("core", "games", "bots")  # of ours, all that may hold compiled code; these import nothing of the rest
KEPT_FOLDERS = 24
KEPT_SECONDS = 24 * 3600
# Rules allocate nothing, so their arrays need no reference counts: counting them took a fifth of the time of a move.
HOW: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}

Function = TypeVar("Function", bound=Callable)


@lru_cache(maxsize=None)
def source_hash(place: Path) -> str:
    """A hash of every source and data file of a package, or of one module's file."""
    digest = hashlib.sha256()
    files = sorted(p for p in place.rglob("*") if p.suffix in (".py", ".toml")) if place.is_dir() else [place]
    for file in files:
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def sources_of(module: str) -> tuple[Path, ...]:
    """Everything that a rule of `module` may be made of: `core`, whose rules all others call, and where it stands itself.

    Titles know nothing of one another, and bots and kernels get a title's verbs as arguments: a change stays at home.
    """
    ours = Path(__file__).parents[1]
    package, *within = module.split(".")
    if package == __name__.partition(".")[0]:
        return tuple(dict.fromkeys([ours / "core", ours.joinpath(*within[: 2 if within[0] == "games" else 1])]))
    file = getattr(sys.modules.get(package), "__file__", None)
    stands = [Path(file).parent if Path(file).name == "__init__.py" else Path(file)] if file else []
    return (*(ours / part for part in COMPILED_PARTS), *stands)


@lru_cache(maxsize=None)
def cache_folder(sources: tuple[Path, ...]) -> Path:
    """Where the compiled rules that are made of `sources` live."""
    from llvmlite import binding

    digest = hashlib.sha256(metadata.version("numba").encode())
    digest.update(binding.get_host_cpu_name().encode())
    for place in sources:
        digest.update(place.name.encode())
        digest.update(source_hash(place).encode())
    folder = cache_home() / digest.hexdigest()[:20]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "used").touch()
    except OSError as error:
        raise BadFile(
            "the cache folder {folder} cannot be written: {error}; name another in FIVEFAMILIES_CACHE",
            folder=cache_home(),
            error=error.strerror,
        ) from error
    forget_old_folders(folder)
    return folder


def forget_old_folders(keep: Path) -> None:
    """Remove compilations of earlier sources: all but the newest few, and none used within a day."""
    stamps = sorted(keep.parent.glob("*/used"), key=lambda stamp: stamp.stat().st_mtime, reverse=True)
    for stamp in stamps[KEPT_FOLDERS:]:
        if stamp.parent != keep and time.time() - stamp.stat().st_mtime > KEPT_SECONDS:
            shutil.rmtree(stamp.parent, ignore_errors=True)


def rule(function: Function) -> Function:
    """A rule that other rules call: compiled with the verb that uses it, and kept with that alone."""
    if INTERPRETED:
        return function
    from fivefamilies.core.lowering import Lowering

    compiled = inlined(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=Lowering)
    refuse_python(compiled)
    return compiled


def verb(function: Function) -> Function:
    """A rule that Python may call too: compiled on its first call, the result is kept between runs.

    Only verbs get an entry from Python; leaving it out of the inner rules saves a third of the compile time.
    """
    if INTERPRETED:
        return function
    return compile_for(function)


def inlined(function: Function, **how: object) -> Function:
    """A rule, or a function made from a declaration, which Python calls too: compiled into verbs, which are kept."""
    numba: Any = import_module("numba")
    compiled = numba.njit(**HOW, **how)(function)
    take_wide_integers(compiled)
    return compiled


def compile_for(function: Function, signature: object = None, **how: bool) -> Function:
    """Compile `function`, for one signature at once or for each as it comes."""
    numba: Any = import_module("numba")
    numba.config.CACHE_DIR = str(cache_folder(sources_of(function.__module__)))
    compiled = numba.njit(signature, cache=True, **HOW, **how)(function)
    if signature is None:
        take_wide_integers(compiled)
    return compiled


def refuse_python(dispatcher: Any) -> None:
    """A rule has no entry from Python: say so instead of jumping into nowhere."""

    def remember(compiled: Any) -> None:
        dispatcher.overloads[tuple(compiled.signature.args)] = compiled

    def refuse(*args: object, **kws: object) -> None:
        raise TypeError(f"rule {dispatcher.__name__} is called by other rules only; mark it @verb to call it from Python")

    dispatcher.add_overload = remember
    dispatcher._compile_for_args = refuse


def take_wide_integers(dispatcher: Any) -> None:
    """Let every small integer, flag and enumeration member arrive as a 64-bit integer: one compilation serves all callers.

    Without this a rule is compiled anew for a seat from the record (8 bits), from a loop (64 bits) and from a constant: three
    times the compile time for the same machine code.
    """
    from numba.core import types

    narrow = (types.Boolean, types.IntegerLiteral, types.BooleanLiteral, types.IntEnumMember)
    fold = dispatcher._compiler.fold_argument_types

    def widen(kind: "Type") -> "Type":
        if isinstance(kind, narrow) or (isinstance(kind, types.Integer) and kind != types.uint64):
            return types.int64
        return kind

    def fold_widened(args: object, kws: object) -> "tuple[Signature, tuple[Type, ...]]":
        signature, folded = fold(args, kws)
        return signature, tuple(widen(kind) for kind in folded)

    dispatcher._compiler.fold_argument_types = fold_widened
