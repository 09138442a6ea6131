# SPDX-License-Identifier: MIT
"""One game that somebody plays, and advice for it."""
import functools
from typing import Any, Dict, List, Optional, Sequence, Union

from . import _engine, errors
from ._engine import c_text, ffi, lib
from .cards import Cards
from .players import Calls, Player, add_players
from .records import Records

_TURNS = {lib.DEADWOOD_TURN_YOURS: "yours", lib.DEADWOOD_TURN_OURS: "ours", lib.DEADWOOD_TURN_HAND_OVER: "hand-over",
          lib.DEADWOOD_TURN_GAME_OVER: "game-over"}


class Game(_engine.Handle):
    """A game of gin or Hearts. It deals, asks, judges, counts and remembers. Seats are players (specs or functions), or
    yours (None). The same seed and moves give the same game.

    >>> game = Game("gin", [None, "simple"], seed=7)
    >>> while game.turn != "game-over":
    ...     if game.turn == "yours":
    ...         game.move(game.legal()[0])
    ...     elif game.turn == "ours":
    ...         print("simple:", game.step())
    ...     else:
    ...         game.next()
    """

    def __init__(self, game: str = "gin", players: Optional[Sequence[Optional[Player]]] = None, seed: int = 1,
                 rules: Optional[str] = None):
        self._prepare(game, [None] * (4 if game == "hearts" else 2) if players is None else players)
        seats = lib.deadwood_game_new(self._context, c_text(game, "game"), c_text(rules, "rules"), self._specs,
                                      _engine.whole(seed, "seed", 0, _engine.MOST_SEED), self._err)
        self._opened(seats)

    def _prepare(self, game: str, players: Sequence[Optional[Player]]) -> None:
        self._err = _engine.new_error()
        if game not in ("gin", "hearts"):
            raise errors.ArgumentError(f"there is no game '{game}'; there is gin or hearts")
        if isinstance(players, str) or len(players) != (4 if game == "hearts" else 2):
            raise errors.ArgumentError(f"{game} has {4 if game == 'hearts' else 2} seats; name a player for each, None "
                                       "where it is yours")
        self._calls = Calls()
        self._context = _engine.open_context()
        named = add_players(self._context, game, [player for player in players if player is not None], self._calls)
        rest = iter(named)
        self._specs, self._kept = _engine.c_texts([None if player is None else next(rest) for player in players],
                                                  "player")

    def _opened(self, pointer: Any) -> None:
        if pointer == ffi.NULL:
            _engine.raise_from(self._err)
        self._own("Game", pointer, lib.deadwood_game_close)

    @classmethod
    def load(cls, records: Union[str, Records], players: Sequence[Optional[Player]], game: str = "gin") -> "Game":
        """A game from its records, hands in order, the last of which may be unfinished."""
        loaded = cls.__new__(cls)
        loaded._prepare(game, players)
        text = records.text() if isinstance(records, Records) else records
        loaded._opened(lib.deadwood_game_load(loaded._context, c_text(text, "records"), loaded._specs, loaded._err))
        return loaded

    def copy(self) -> "Game":
        """The same game once more, to try something."""
        twin = type(self).__new__(type(self))
        twin._err = _engine.new_error()
        twin._calls, twin._context, twin._specs, twin._kept = self._calls, self._context, self._specs, self._kept
        with self._owned.lock:
            twin._opened(lib.deadwood_game_copy(self._context, self._owned.get(), twin._err))
        return twin

    def _text(self, ask: Any, *arguments: Any) -> str:
        self._owned.settle()
        with self._owned.lock:
            return _engine.take_text(ask(self._owned.get(), *arguments, self._err), self._err)

    def _do(self, act: Any, *arguments: Any) -> None:
        self._owned.settle()
        with self._owned.lock:
            pointer = self._owned.get()
            self._owned.busy = True
            try:
                code = act(pointer, *arguments, self._err)
            finally:
                self._owned.busy = False
            self._calls.check()
            if code:
                _engine.raise_from(self._err)

    @property
    def turn(self) -> str:
        """"yours", "ours", "hand-over" or "game-over"."""
        with self._owned.lock:
            return _TURNS[lib.deadwood_game_turn(self._owned.get())]

    @property
    def seat(self) -> int:
        """Who is to move; -1: nobody."""
        with self._owned.lock:
            return lib.deadwood_game_seat(self._owned.get())

    @property
    def winner(self) -> Optional[int]:
        with self._owned.lock:
            seat = lib.deadwood_game_winner(self._owned.get())
        return None if seat < 0 else seat

    @property
    def scores(self) -> List[int]:
        with self._owned.lock:
            seats = lib.deadwood_game_seats(self._owned.get())
            scores = ffi.new("int32_t[]", seats)
            if lib.deadwood_game_scores(self._owned.get(), scores, seats, self._err):
                _engine.raise_from(self._err)
        return list(scores)

    def state(self, seat: int = 0) -> Dict[str, Any]:
        """What a seat may see; -1: all cards. docs/API.md lists the keys."""
        import json

        return json.loads(self._text(lib.deadwood_game_state, _engine.whole(seat, "seat", -1, 3)))

    def legal(self) -> List[str]:
        """Legal moves of the seat to move; in Hearts, where cards are passed, the one line "pass 3"."""
        return self._text(lib.deadwood_game_legal).splitlines()

    def move(self, move: str) -> None:
        """Plays a move of yours: "draw up", "discard 7H", "play QS"."""
        self._do(lib.deadwood_game_move, c_text(move, "a move"))

    def step(self) -> str:
        """Lets the player whose turn it is make one move, and returns it."""
        text = ffi.new("char **")
        self._do(lib.deadwood_game_step, text)
        return _engine.take_text(text[0], self._err)

    def next(self) -> None:
        """Deals the next hand."""
        self._do(lib.deadwood_game_next)

    def undo(self) -> None:
        """Takes back to your last decision in this hand that had a choice."""
        self._do(lib.deadwood_game_undo)

    def record(self) -> Records:
        """All hands as records, the one on the table last."""
        return Records(self._text(lib.deadwood_game_record))


class Coach(_engine.Handle):
    """Judges decisions by playing the moves out in sampled worlds, by what the seat to move sees. Opening one takes
    about a second; it serves all games of its rules."""

    def __init__(self, game: str = "gin", rules: Optional[str] = None, worlds: Optional[int] = None):
        self._err = _engine.new_error()
        worlds = None if worlds is None else _engine.whole(worlds, "worlds", 0, 100_000)
        coach = lib.deadwood_coach_open(_engine.shared_context(), c_text(game, "game"), c_text(rules, "rules"),
                                        _engine.options(worlds=worlds), self._err)
        if coach == ffi.NULL:
            _engine.raise_from(self._err)
        self._own("Coach", coach, lib.deadwood_coach_close)

    def advise(self, game: Game, played: Optional[str] = None) -> Dict[str, Any]:
        """The decision of the seat to move: moves, the best first, with chances and errors (docs/FORMATS.md). `played`:
        a move that is to be among them."""
        if not isinstance(game, Game):
            raise TypeError(f"a coach advises in a Game, not {type(game).__name__}; advise() takes a hand")
        self._owned.settle()
        with self._owned.lock, game._owned.lock:
            return _engine.take_json(lib.deadwood_advise(self._owned.get(), game._owned.get(), c_text(played, "played"),
                                                         self._err), self._err)

    def advise_hand(self, hand: Cards, upcard: Optional[str] = None, *, seen: Optional[Cards] = None,
                    took: Optional[Cards] = None, shown: Optional[Cards] = None, score: Optional[str] = None,
                    passed: bool = False, seed: int = 1) -> Dict[str, Any]:
        """The same for a hand of gin told in words; see advise()."""
        texts = {"hand": hand, "upcard": upcard, "seen": seen, "took": took, "shown": shown, "score": score}
        kept = {}
        for name, value in texts.items():
            if value is not None and not isinstance(value, str):
                value = f"{value[0]}-{value[1]}" if name == "score" else " ".join(value)
            kept[name] = c_text(value, name)
        told = ffi.new("deadwood_gin_told *", dict(kept, passed=1 if passed else 0))
        self._owned.settle()
        with self._owned.lock:
            return _engine.take_json(lib.deadwood_advise_told(self._owned.get(), told,
                                                              _engine.whole(seed, "seed", 0, _engine.MOST_SEED),
                                                              self._err), self._err)


@functools.lru_cache(maxsize=4)
def _coach(rules: Optional[str], worlds: Optional[int]) -> Coach:
    return Coach("gin", rules, worlds)


def advise(hand: Cards, upcard: Optional[str] = None, *, seen: Optional[Cards] = None, took: Optional[Cards] = None,
           shown: Optional[Cards] = None, score: Any = None, passed: bool = False, rules: Optional[str] = None,
           worlds: Optional[int] = None, seed: int = 1) -> Dict[str, Any]:
    """What to do with a hand of gin, and why: moves, the best first, with the chance to win the game and points.

    >>> advice = deadwood.advise("AC 2C 3C 7D 7H 7S KD QH 9C 4S", upcard="4C", score=(40, 25))
    >>> advice["moves"][0]["move"], advice["moves"][0]["worth"]

    `hand`: ten cards before a draw, eleven before a discard. `upcard`: on top of the pile; with eleven cards the one
    just taken, if it was. `seen`: the pile below it, oldest first. `took`: cards the opponent took and holds. `shown`:
    cards of yours that you took from the pile. `score`: yours first. `passed`: the opponent passed on the first upcard.
    `worlds`: how many to sample (2,000 with the champion). The first call opens a coach, which takes about a second.
    """
    return _coach(rules, worlds).advise_hand(hand, upcard, seen=seen, took=took, shown=shown, score=score,
                                             passed=passed, seed=seed)
