# SPDX-License-Identifier: MIT
"""Players of your own, written in Python: functions that are shown a turn, or many decisions at once."""
import re
import sys
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _engine, errors
from ._engine import ffi, lib
from .cards import unpack


class Turn:
    """One decision put to a player: ask what the seat sees, then return the answer. Good until the function returns."""

    def __init__(self, pointer: Any):
        self._pointer = pointer
        self._err = _engine.new_error()

    def _get(self) -> Any:
        if self._pointer is None:
            raise errors.StateError("this turn is over; a Turn is good until the player's function returns")
        return self._pointer

    @property
    def game(self) -> str:
        """"gin" or "hearts"."""
        return ffi.string(lib.deadwood_turn_game(self._get())).decode()

    @property
    def seat(self) -> int:
        return lib.deadwood_turn_seat(self._get())

    @property
    def hand(self) -> List[str]:
        return unpack(lib.deadwood_turn_hand(self._get()))

    @property
    def state(self) -> Dict[str, Any]:
        """All that the seat may know, as docs/API.md lists it."""
        return _engine.take_json(lib.deadwood_turn_state(self._get(), self._err), self._err)

    @property
    def legal(self) -> List[str]:
        """The legal moves as text: "draw up", "discard 7H", "play QS"; where cards are passed in Hearts, "pass 3"."""
        return self.state["legal"]

    @property
    def observation(self) -> np.ndarray:
        """Gin: the row a network sees, uint8 [896]."""
        row = np.empty(lib.DEADWOOD_GIN_OBSERVATION, dtype=np.uint8)
        if lib.deadwood_turn_observe(self._get(), ffi.from_buffer("uint8_t[]", row), ffi.NULL, self._err):
            _engine.raise_from(self._err)
        return row

    @property
    def mask(self) -> np.ndarray:
        """Gin: which of the 106 actions are legal, bool [106]."""
        row = np.empty(lib.DEADWOOD_GIN_ACTIONS, dtype=np.bool_)
        if lib.deadwood_turn_observe(self._get(), ffi.NULL, ffi.from_buffer("uint8_t[]", row), self._err):
            _engine.raise_from(self._err)
        return row

    def random(self) -> float:
        """A number from 0 to 1, of the seat's own chance: who draws from it plays the same match from the same seed."""
        return (lib.deadwood_turn_random(self._get()) >> 11) * 2.0**-53

    # ---- The answer ----

    def _answer_forced(self) -> bool:
        return self.game == "gin" and lib.deadwood_turn_forced(self._get(), self._err) == lib.DEADWOOD_OK

    def _answer(self, name: str, move: Any) -> None:
        if isinstance(move, str):
            code = lib.deadwood_turn_move(self._get(), _engine.c_text(move, "a move"), self._err)
        elif hasattr(move, "__index__") and not isinstance(move, bool):
            action = move.__index__()
            if not -1 < action < lib.DEADWOOD_GIN_ACTIONS:
                raise errors.IllegalAction(f"player '{name}': there is no action {action}; actions are 0 to "
                                           f"{lib.DEADWOOD_GIN_ACTIONS - 1}")
            code = lib.deadwood_turn_choose(self._get(), action, self._err)
        else:
            raise TypeError(f"player '{name}' returned {type(move).__name__}; a player returns a move as text or an "
                            "action's number")
        if code:
            why = ffi.string(self._err.text).decode("utf-8", "replace")
            kind = errors.IllegalAction if code == lib.DEADWOOD_E_ILLEGAL else errors.ArgumentError
            raise kind(f"player '{name}', seat {self.seat}: {why}")


PlayerFunction = Callable[[Turn], Union[int, str]]
BatchFunction = Callable[[np.ndarray, np.ndarray], Any]


class Batched:
    """A player of gin that answers many decisions at once: function(observation [k, 896], mask [k, 106]) -> k actions.
    See batched()."""

    def __init__(self, function: BatchFunction, name: Optional[str] = None):
        if not callable(function):
            raise TypeError(f"a batched player is a function, not {type(function).__name__}")
        self.function = function
        self.name = name or getattr(function, "__name__", type(function).__name__)

    def __call__(self, observation: np.ndarray, mask: np.ndarray) -> Any:
        return self.function(observation, mask)


def batched(function: BatchFunction, name: Optional[str] = None) -> Batched:
    """Marks a function as one that answers many decisions at once, so that match() asks it for hundreds of games in one
    call. Also a decorator.

    >>> @deadwood.batched
    ... def first(observation, mask):
    ...     return mask.argmax(axis=1)
    >>> deadwood.match(first, "simple", games=1000)
    """
    return Batched(function, name)


Player = Union[str, PlayerFunction, Batched]


def plain_name(player: Any) -> str:
    """A name that may stand in reports."""
    name = getattr(player, "name", None) or getattr(player, "__name__", None) or type(player).__name__
    return re.sub(r"[^A-Za-z0-9_-]+", "-", str(name)).strip("-")[:50] or "python"


class _Call:
    """What a callback of the engine finds behind its `user` pointer: a function, and what went wrong in it."""

    def __init__(self, name: str, function: Any, call: "Calls"):
        self.name, self.function, self.call = name, function, call


class Calls:
    """The Python functions of one call into the engine. What one of them raises ends the call, and comes out again."""

    def __init__(self) -> None:
        self.raised: Optional[BaseException] = None
        self.kept: List[Any] = []

    def keep(self, name: str, function: Any) -> Any:
        handle = ffi.new_handle(_Call(name, function, self))
        self.kept.append(handle)
        return handle

    def note(self, reason: BaseException) -> None:
        if self.raised is None:
            self.raised = reason

    def check(self) -> None:
        if self.raised is not None:
            reason, self.raised = self.raised, None
            raise reason


def _note_broken(kind: Any, reason: Any, trace: Any) -> None:
    """An exception in the callback itself, Ctrl-C above all."""
    local = trace.tb_frame.f_locals if trace else {}
    if local.get("user") is not None:
        ffi.from_handle(local["user"]).call.note(reason)


@ffi.def_extern(name="deadwood_py_choose", error=1, onerror=_note_broken)
def _choose(user: Any, turn: Any) -> int:
    call = ffi.from_handle(user)
    if call.call.raised is not None:
        return 1
    shown = Turn(turn)
    try:
        if not shown._answer_forced():
            shown._answer(call.name, call.function(shown))
        return 0
    except BaseException as reason:  # KeyboardInterrupt too: nothing may pass through the engine
        call.call.note(reason)
        return 1
    finally:
        shown._pointer = None


@ffi.def_extern(name="deadwood_py_progress", error=1, onerror=_note_broken)
def _progress(user: Any, done: int, total: int) -> int:
    call = ffi.from_handle(user)
    try:
        return 1 if call.function(done, total) else 0
    except BaseException as reason:
        call.call.note(reason)
        return 1


def add_players(context: Any, game: str, players: Sequence[Any], calls: Calls) -> List[str]:
    """Specs of players; functions are added to the context under a name of their own."""
    err = _engine.new_error()
    specs: List[str] = []
    for i, player in enumerate(players):
        if isinstance(player, str):
            specs.append(player)
            continue
        if isinstance(player, Batched):
            raise errors.ArgumentError(f"player {i}, '{player.name}', answers many decisions at once; it plays in "
                                       "match() of gin alone")
        if not callable(player):
            raise TypeError(f"player {i} is a spec as text or a function, not {type(player).__name__}")
        base = name = plain_name(player)
        for number in range(2, 70):
            code = lib.deadwood_add_player(context, game.encode(), name.encode(), lib.deadwood_py_choose,
                                           calls.keep(name, player), err)
            if code == lib.DEADWOOD_OK:
                break
            name = f"{base}-{number}"
        else:
            _engine.raise_from(err)
        specs.append(name)
    return specs


# ---- Progress ----


class Bar:
    """One line on stderr: how far it is, how fast, how long still. On a terminal it is drawn anew in place; else a line
    now and then."""

    def __init__(self, unit: str = "games") -> None:
        import time

        self.clock, self.unit = time.monotonic, unit
        self.began = self.drawn = self.clock()
        self.place = sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        now = self.clock()
        last = done >= total
        if not last and now - self.drawn < (0.1 if self.place else 10):
            return
        self.drawn = now
        passed = now - self.began
        rate = done / passed if passed > 0 else 0.0
        left = (total - done) / rate if rate > 0 else 0.0
        text = f"{done:,} of {total:,} {self.unit}, {rate:,.0f} a second"
        if not last:
            text += f", {left:,.0f} s left"
        if self.place:
            sys.stderr.write("\r\x1b[K" + text + ("\n" if last else ""))
        else:
            sys.stderr.write(text + "\n")
        sys.stderr.flush()


Progress = Union[None, bool, Callable[[int, int], Any]]


def progress_of(progress: Progress, calls: Calls, unit: str = "games") -> Tuple[Any, Any]:
    """The callback for the engine and its `user`. There always is one: it is where Ctrl-C is seen."""
    function: Any = Bar(unit) if progress is True else progress or (lambda done, total: None)
    if not callable(function):
        raise TypeError(f"progress is True, or a function of games done and in all, not {type(progress).__name__}")
    return lib.deadwood_py_progress, calls.keep("progress", function)
