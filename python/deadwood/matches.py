# SPDX-License-Identifier: MIT
"""Matches and tournaments: of listed players, and of functions."""
import contextlib
import math
import os
import tempfile
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _engine, errors
from ._engine import ffi, lib
from .players import Batched, Calls, Player, Progress, add_players, plain_name, progress_of
from .records import Records
from .vec import GinVec

_MOST_GAMES = 10**12


class Report(Dict[str, Any]):
    """What a match came to: the keys of `deadwood match --json` (docs/FORMATS.md), and a few numbers by name."""

    records: Optional[Records] = None

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
          rules: Optional[str] = None, plain: bool = False, records: Union[None, bool, str, "os.PathLike[str]"] = None,
          progress: Progress = None, **options: Any) -> Report:
    """Plays two players against each other.

    >>> print(deadwood.match("champion", "simple", games=1000))

    A player is a spec ("simple", "greedy:limit=3"), a function of a Turn, or batched(function). `games`: whole games of
    gin (10,000), deals of Hearts (100). Each deal is played from both seats, unless `plain`. The same seed gives the
    same games for any number of threads; functions are asked on the calling thread. Hearts takes the options
    seating="14" or "1v3", to_target=True, open=True.

    `records`: a file, new or empty, that every hand is written to; or True: the report's `records` holds them.

    `progress`: True draws a line on stderr; a function is called with the games done and in all, about twenty times a
    second, and may return True to end the match, whose report then says "end": "interrupted". Ctrl-C ends it with
    KeyboardInterrupt. What a player's function raises ends the match and is raised here.

    Batched players play plain games of gin (1,000), many at once, and no records; their report has fewer keys.
    """
    if isinstance(a, Batched) or isinstance(b, Batched):
        if game != "gin" or options or records:
            raise errors.ArgumentError("batched players play gin, without records and other options")
        return match_batched(a, b, 1000 if games is None else games, seed, threads, rules, progress)
    calls = Calls()
    (context, name, rule), (specs, words), kept = _arguments((a, b), games, seed, threads, game, rules, plain, options,
                                                             calls)
    err = _engine.new_error()
    with _file_for(records) as path:
        text = lib.deadwood_match_recorded(context, name, rule, specs, words, path, *progress_of(progress, calls), err)
        try:
            calls.check()
        except BaseException:
            lib.deadwood_free(text)
            raise
        report = Report(_engine.take_json(text, err))
        if records is True:
            with open(ffi.string(path).decode(), encoding="ascii") as file:
                report.records = Records(file.read())
    return report


@contextlib.contextmanager
def _file_for(records: Any) -> Iterator[Any]:
    """The path of records for the engine; a file of our own that is removed where they are wanted as an object."""
    if records is None or records is False:
        yield ffi.NULL
    elif records is True:
        with tempfile.TemporaryDirectory(prefix="deadwood-") as folder:
            yield _engine.c_text(os.path.join(folder, "match.rec"), "records")
    else:
        yield _engine.c_text(os.fspath(records), "records")


def tournament(players: Sequence[Player], games: Optional[int] = None, seed: int = 1, *, threads: int = 1,
               game: str = "gin", rules: Optional[str] = None, plain: bool = False, progress: Progress = None,
               **options: Any) -> Dict[str, Any]:
    """Everybody against everybody, 2 to 32 players, `games` each: {"matches", "ratings", "end"}. Ratings are Bradley
    and Terry's on the Elo scale, their mean 0. The rest is as for match()."""
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


def _arguments(players: Sequence[Player], games: Optional[int], seed: int, threads: int, game: str,
               rules: Optional[str], plain: bool, options: Dict[str, Any], calls: Calls) -> Any:
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
    call = context, game.encode(), _engine.c_text(rules, "rules")
    return call, (specs, _engine.c_text(",".join(words), "options")), kept


# ---- Batched players ----

_AT_ONCE = 512  # games


def match_batched(a: Player, b: Player, games: int, seed: int, threads: int, rules: Optional[str],
                  progress: Progress) -> Report:
    """A match in a GinVec. Every place plays its share of the games to the end, so that short games are not counted
    more often than long ones."""
    functions = [player for player in (a, b) if isinstance(player, Batched)]
    for i, player in enumerate((a, b)):
        if not isinstance(player, (Batched, str)):
            raise errors.ArgumentError(f"player {i}: a batched player meets specs and batched players; mark this one "
                                       "with batched() too")
    games = _engine.whole(games, "games", 1, _MOST_GAMES)
    n = min(games, _AT_ONCE)
    learner = a if isinstance(a, Batched) else b
    other = b if learner is a else a
    calls = Calls()
    _, user = progress_of(progress, calls)
    tell = ffi.from_handle(user).function
    vec = GinVec(n, seed=seed, threads=threads, rules=rules,
                 opponent="caller:1" if isinstance(other, Batched) else str(other))
    with vec:
        quota = np.full(n, games // n)
        quota[:games % n] += 1
        won, lost, drawn, points, done = 0, 0, 0, 0.0, 0
        ended_early = False
        pending = np.zeros(n)
        actions = np.zeros(n, dtype=np.int32)
        while done < games:
            callers, seats = vec.caller.copy(), vec.seat.copy()
            for caller, player in enumerate((learner, other) if isinstance(other, Batched) else (learner,)):
                rows = np.flatnonzero(callers == caller)
                if len(rows):
                    actions[rows] = _ask(player, vec, rows)
            try:
                vec.step(actions)
            except errors.IllegalAction as reason:
                names = " or ".join(f"'{plain_name(player)}'" for player in functions)
                raise errors.IllegalAction(f"player {names}: {reason}") from None
            mine = np.where(callers == 0, seats, seats ^ 1)
            pending += np.where(mine == 1, -vec.reward, vec.reward)
            over = np.flatnonzero(vec.done)
            counted = over[quota[over] > 0]
            quota[counted] -= 1
            won += int((vec.winner[counted] == mine[counted]).sum())
            drawn += int((vec.winner[counted] < 0).sum())
            points += float(pending[counted].sum())
            pending[over] = 0
            done += len(counted)
            lost = done - won - drawn
            if len(counted) and tell(done, games):
                ended_early = True
                break
    if learner is not a:
        won, lost, points = lost, won, -points
    players = [str(player) if isinstance(player, str) else plain_name(player) for player in (a, b)]
    rates = [((x + drawn / 2), wilson(x + drawn / 2, done)) for x in (won, lost)]
    return Report({
        "game": "gin", "rules": vec.rules, "players": players, "games": done, "wins": [won, lost], "draws": drawn,
        "points_per_game": 100 * points / max(done, 1), "seed": seed, "mode": "plain",
        "end": "interrupted" if ended_early else "finished",
        "stats": {"players": [{"win_rate": x / max(done, 1), "win_rate_95": list(interval)} for x, interval in rates]},
    })


def _ask(player: Any, vec: GinVec, rows: np.ndarray) -> np.ndarray:
    """A batched player's answers for some rows; what it is shown is its own to keep."""
    answer = np.asarray(player(vec.observation[rows], vec.mask[rows]))
    name = plain_name(player)
    if answer.shape != (len(rows),):
        raise errors.ArgumentError(f"player '{name}' answered {len(rows)} decisions with an array of shape "
                                   f"{answer.shape}")
    if answer.dtype == np.bool_ or not np.issubdtype(answer.dtype, np.integer):
        raise TypeError(f"player '{name}' answered with {answer.dtype}; actions are whole numbers")
    wrong = np.flatnonzero((answer < 0) | (answer >= vec.mask.shape[1]))
    if len(wrong):
        raise errors.IllegalAction(f"player '{name}': there is no action {answer[wrong[0]]}; actions are 0 to "
                                   f"{vec.mask.shape[1] - 1}")
    return answer
