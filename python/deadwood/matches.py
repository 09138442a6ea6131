# SPDX-License-Identifier: MIT
"""Matches and tournaments: of listed players, and of functions."""
import math
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _engine, errors
from ._engine import ffi, lib
from .players import Batched, Calls, Player, Progress, add_players, plain_name, progress_of
from .vec import GinVec

_MOST_GAMES = 10**12


class Report(Dict[str, Any]):
    """What a match came to: the keys of `deadwood match --json` (docs/FORMATS.md), and a few numbers by name."""

    @property
    def players(self) -> List[str]:
        return self["players"]

    @property
    def games(self) -> int:
        return self["games"]

    @property
    def win_rate(self) -> float:
        """The first player's share of the games, a draw half. In Hearts of the hands."""
        return self["stats"]["players"][0]["win_rate"]

    @property
    def interval(self) -> Tuple[float, float]:
        """Its 95% interval (Wilson)."""
        low, high = self["stats"]["players"][0]["win_rate_95"]
        return low, high

    def __str__(self) -> str:
        if self.get("game") != "gin":
            return dict.__repr__(self)
        low, high = self.interval
        first, second = self.players
        return f"{first} wins {100 * self.win_rate:.1f}% [{100 * low:.1f}, {100 * high:.1f}] of {self.games:,} games " \
               f"against {second}"


def wilson(won: float, games: int, z: float = 1.959963984540054) -> Tuple[float, float]:
    """Wilson's interval of a share."""
    if games == 0:
        return 0.0, 1.0
    share, spread = won / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def match(a: Player, b: Player, games: Optional[int] = None, seed: int = 1, *, threads: int = 1, game: str = "gin",
          rules: Optional[str] = None, plain: bool = False, progress: Progress = None, **options: Any) -> Report:
    """Plays two players against each other.

    >>> print(deadwood.match("champion", "simple", games=1000))

    A player is a spec ("simple", "greedy:limit=3"), a function of a Turn, or batched(function). `games`: whole games of
    gin (10,000), deals of Hearts (100). Each deal is played from both seats, unless `plain`. The same seed gives the
    same games for any number of threads; functions are asked on the calling thread. Hearts takes the options
    seating="14" or "1v3", to_target=True, open=True.

    `progress`: True draws a line on stderr; a function is called with the games done and in all, about twenty times a
    second, and may return True to end the match, whose report then says "end": "interrupted". Ctrl-C ends it with
    KeyboardInterrupt. What a player's function raises ends the match and is raised here.
    """
    if isinstance(a, Batched) or isinstance(b, Batched):
        if game != "gin" or options or plain:
            raise errors.ArgumentError("batched players play plain games of gin; plain and options are for the others")
        return _match_batched(a, b, 1000 if games is None else games, seed, threads, rules, progress)
    calls = Calls()
    call, arguments, _kept = _arguments((a, b), games, seed, threads, game, rules, plain, options, calls)
    err = _engine.new_error()
    text = lib.deadwood_match(*call, *arguments, *progress_of(progress, calls), err)
    try:
        calls.check()
    except BaseException:
        lib.deadwood_free(text)
        raise
    return Report(_engine.take_json(text, err))


def tournament(players: Sequence[Player], games: Optional[int] = None, seed: int = 1, *, threads: int = 1,
               game: str = "gin", rules: Optional[str] = None, plain: bool = False, progress: Progress = None,
               **options: Any) -> Dict[str, Any]:
    """Everybody against everybody, 2 to 32 players, `games` each: {"matches", "ratings", "end"}. Ratings are Bradley and
    Terry's on the Elo scale, their mean 0. The rest is as for match()."""
    if isinstance(players, str):
        raise TypeError("players are several: a list of specs and functions")
    calls = Calls()
    call, arguments, kept = _arguments(players, games, seed, threads, game, rules, plain, options, calls)
    err = _engine.new_error()
    text = lib.deadwood_tournament(*call, arguments[0], len(kept), *arguments[1:], *progress_of(progress, calls), err)
    try:
        calls.check()
    except BaseException:
        lib.deadwood_free(text)
        raise
    return _engine.take_json(text, err)


def _arguments(players: Sequence[Player], games: Optional[int], seed: int, threads: int, game: str, rules: Optional[str],
               plain: bool, options: Dict[str, Any], calls: Calls) -> Any:
    if not isinstance(game, str):
        raise TypeError(f"game is 'gin' or 'hearts', not {type(game).__name__}")
    pairs = {
        "games": None if games is None else _engine.whole(games, "games", 1, _MOST_GAMES),
        "seed": _engine.whole(seed, "seed", 0, _engine.MOST_SEED),
        "threads": _engine.whole(threads, "threads", 1, _engine.MOST_THREADS),
    }
    words = [f"{key}={value}" for key, value in pairs.items() if value is not None]
    if plain:
        words.append("plain")
    for key, value in options.items():
        if value is not False and value is not None:
            words.append(key.replace("_", "-") + ("" if value is True else f"={value}"))
    context = _engine.open_context()
    specs, kept = _engine.c_texts(add_players(context, game, players, calls), "player")
    return (context, game.encode(), _engine.c_text(rules, "rules")), (specs, _engine.c_text(",".join(words), "options")), kept


# ---- Batched players ----


def _match_batched(a: Player, b: Player, games: int, seed: int, threads: int, rules: Optional[str],
                   progress: Progress) -> Report:
    raise NotImplementedError
