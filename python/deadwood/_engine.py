# SPDX-License-Identifier: MIT
"""The engine: the cffi module built for this processor, its errors as exceptions, and handles that are safe to keep."""
import importlib
import json
import os
import threading
import weakref
from typing import Any, Callable, List, Optional

from . import errors

# ---- Which engine ----


def _built() -> List[str]:
    """Levels that this package holds, the plainest first."""
    here = os.path.dirname(os.path.abspath(__file__))
    names = [name.split(".")[0] for name in os.listdir(here) if name.startswith("_deadwood_") and name.endswith(".so")]
    return sorted(name[len("_deadwood_"):].replace("_", "-") for name in names)


def _choose_level() -> str:
    built = _built()
    if not built:
        raise ImportError("deadwood: the engine is not built; install the package with `pip install .` at the top of "
                          "the source tree, and import it from another folder")
    wanted = os.environ.get("DEADWOOD_LEVEL")
    if wanted:
        if wanted not in built:
            raise ImportError(f"deadwood: DEADWOOD_LEVEL is '{wanted}'; this package has {', '.join(built)}")
        return wanted
    from ._cpu import level

    runs = [name for name in built if not name.startswith("x86-64-v") or int(name[8:]) <= level()]
    if not runs:
        raise ImportError(f"deadwood: this processor is x86-64-v{level()}, and the package was built for "
                          f"{', '.join(built)}; build it here with DEADWOOD_LEVELS=generic")
    return runs[-1]


LEVEL = _choose_level()
_module = importlib.import_module("deadwood._deadwood_" + LEVEL.replace("-", "_"))
ffi: Any = _module.ffi
lib: Any = _module.lib

# ---- Errors ----

_KINDS = {
    lib.DEADWOOD_E_ARGUMENT: errors.ArgumentError,
    lib.DEADWOOD_E_ILLEGAL: errors.IllegalAction,
    lib.DEADWOOD_E_STATE: errors.StateError,
    lib.DEADWOOD_E_FILE: errors.DataFileError,
    lib.DEADWOOD_E_MEMORY: errors.OutOfMemory,
    lib.DEADWOOD_E_INTERNAL: errors.InternalError,
}


def new_error() -> Any:
    return ffi.new("deadwood_error *")


def raise_from(err: Any) -> None:
    """Raises what is in a deadwood_error."""
    text = ffi.string(err.text).decode("utf-8", "replace")
    raise _KINDS.get(err.code, errors.DeadwoodError)(text)


def take_text(text: Any, err: Any) -> str:
    """A string that the engine returned, as ours; or its error."""
    if text == ffi.NULL:
        raise_from(err)
    try:
        return ffi.string(text).decode("utf-8")
    finally:
        lib.deadwood_free(text)


def take_json(text: Any, err: Any) -> Any:
    return json.loads(take_text(text, err))


def c_text(value: Optional[str], what: str) -> Any:
    """A str for the engine; None is NULL."""
    if value is None:
        return ffi.NULL
    if not isinstance(value, str):
        raise TypeError(f"{what} is a str, not {type(value).__name__}")
    if "\0" in value:
        raise errors.ArgumentError(f"{what} holds a NUL character")
    return ffi.new("char[]", value.encode("utf-8"))


def c_texts(values: Any, what: str) -> Any:
    """(char *[], what keeps it alive) of a sequence of str."""
    kept = [c_text(value, what) for value in values]
    return ffi.new("char *[]", kept), kept


def whole(value: Any, what: str, low: int, high: int) -> int:
    """An int within bounds; a bool or a float is none."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{what} is a whole number, not {type(value).__name__}")
    number = value.__index__()
    if not low <= number <= high:
        raise errors.ArgumentError(f"{what} is {low} to {high}, not {number}")
    return number


MOST_SEED = 2**64 - 1
MOST_THREADS = 1024


def options(**pairs: Any) -> Any:
    """Options of the engine: "key=value,key=value"."""
    return c_text(",".join(f"{key}={value}" for key, value in pairs.items() if value is not None), "options")


# ---- The context ----


def open_context() -> Any:
    """A context of its own, closed when it is forgotten."""
    err = new_error()
    context = lib.deadwood_open(ffi.NULL, err)
    if context == ffi.NULL:
        raise_from(err)
    return ffi.gc(context, lib.deadwood_close)


_shared: Any = None


def shared_context() -> Any:
    """The one without added players, which all threads may use."""
    global _shared
    if _shared is None:
        _shared = open_context()
    return _shared


# ---- Handles ----

_forks = 0


def _note_fork() -> None:
    global _forks
    _forks += 1


os.register_at_fork(after_in_child=_note_fork)


class Owned:
    """A pointer and its lock: whoever uses it does so `with owned.lock`, so that threads wait for each other, a signal
    leaves nothing locked, and nothing is closed while somebody is inside."""

    __slots__ = ("pointer", "closer", "lock", "forks", "threaded", "busy", "what")

    def __init__(self, what: str, pointer: Any, closer: Callable[[Any], None], threaded: bool = False):
        self.what = what
        self.pointer = pointer
        self.closer = closer
        self.lock = threading.RLock()
        self.forks = _forks
        self.threaded = threaded
        self.busy = False  # a callback of this thread is under way

    def get(self) -> Any:
        """The pointer, for who holds the lock."""
        if self.pointer is None:
            raise errors.StateError(f"this {self.what} is closed")
        if self.busy:
            raise errors.StateError(f"this {self.what} is being asked already, and waits for the player that asks it")
        return self.pointer

    def close(self) -> None:
        with self.lock:
            pointer, self.pointer = self.pointer, None
            if pointer is not None and not (self.threaded and self.forks != _forks):
                self.closer(pointer)

    def settle(self) -> None:
        """After a fork, before the lock is taken: what another thread was in the middle of stays as it was."""
        if self.forks == _forks:
            return
        if self.threaded:
            raise errors.StateError(f"this {self.what} has threads, which a forked process does not inherit; make it "
                                    "after the fork, or with threads=1")
        if not self.lock.acquire(blocking=False):
            raise errors.StateError(f"another thread was using this {self.what} when the process forked; make it anew")
        self.lock.release()
        self.forks = _forks


class Handle:
    """What is open until close(), the end of `with`, or until nobody needs it any more. Threads that share one wait for
    each other."""

    _owned: Owned

    def _own(self, what: str, pointer: Any, closer: Callable[[Any], None], threaded: bool = False) -> None:
        self._owned = Owned(what, pointer, closer, threaded)
        self._finalizer = weakref.finalize(self, self._owned.close)
        self._finalizer.atexit = False  # the system takes all back, and other threads may be inside

    def close(self) -> None:
        """Ends it. Whoever uses it afterwards gets a StateError; closing it again is fine."""
        self._owned.close()

    @property
    def closed(self) -> bool:
        return self._owned.pointer is None

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError(f"{self._owned.what}: this is open in one process; keep what state() or a record says instead")
