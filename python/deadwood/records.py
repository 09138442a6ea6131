# SPDX-License-Identifier: MIT
"""Records of games: lines of text, as tables, as rows for learners, and back."""
import os
import shutil
import subprocess
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Union

import numpy as np

from . import _engine, errors
from ._engine import ffi, lib

# ---- One line ----


def check_record(line: str) -> str:
    """Plays a record through by the rules, and writes it in its shortest form; raises what is wrong in it."""
    err = _engine.new_error()
    return _engine.take_text(lib.deadwood_record_check(_engine.c_text(line, "a record"), err), err)


def read_record(line: str) -> Dict[str, Any]:
    """A record as a dict: rules, players, number of the game, hand, score, deal, moves, result. The line itself is
    under "record"."""
    err = _engine.new_error()
    hand = _engine.take_json(lib.deadwood_record_json(_engine.c_text(line, "a record"), err), err)
    hand["record"] = line
    return hand


def _play_of(moves: Iterable[str]) -> str:
    """Moves of the protocol as the field `play` of gin's records."""
    words: List[str] = []
    for move in moves:
        verb, *rest = move.split()
        melds = rest[rest.index("melds") + 1:] if "melds" in rest else []
        shown = ":" + melds[0] if melds else ""
        if verb == "pass":
            words.append("p")
        elif verb == "draw":
            words.append({"up": "u", "stock": "s"}[rest[0]])
        elif verb == "melds":
            words.append("=" + "".join(rest))
        elif not words or words[-1] not in ("u", "s"):
            raise ValueError(verb)
        elif verb == "discard":
            words[-1] += "-" + rest[0]
        elif verb == "knock":
            words[-1] += "!" + rest[0] + shown
        elif verb == "biggin":
            words[-1] += "*" + shown
        else:
            raise ValueError(verb)
    return ",".join(words)


def _name_of(player: str) -> str:
    return "".join(chr(byte) if 0x20 < byte < 0x7F and byte not in b"|%" else f"%{byte:02X}"
                   for byte in player.encode())


def write_record(hand: Dict[str, Any]) -> str:
    """A record of gin from what read_record() told, checked; changed names of players are written. Hands that were
    forfeited, and those of Hearts, are written as their "record" has them."""
    if hand.get("game") != "gin" or hand.get("faulty", -1) >= 0:
        if "record" not in hand:
            raise errors.ArgumentError("a record of Hearts, or of a hand that was forfeited, is written from its "
                                       "\"record\"")
        return check_record(hand["record"])
    try:
        nobody = hand["end"] == "cancelled"
        result = "unfinished" if hand["end"] == "unfinished" else ",".join(
            [hand["end"], "-" if nobody else str(hand["winner"]), str(hand["points"]), *map(str, hand["deadwood"])])
        over = "no" if not hand["game_over"] else "drawn" if hand["game_winner"] < 0 else f"won,{hand['game_winner']}"
        players = "|".join(map(_name_of, hand["players"]))
        line = f"gin/1 rules={hand['rules']} players={players} game={hand['number']} " \
               f"hand={hand['hand']} starter={hand['starter']} score={hand['score'][0]},{hand['score'][1]} " \
               f"deal={hand['deal']} play={_play_of(hand['moves'])} result={result} over={over}"
    except (KeyError, ValueError, IndexError, TypeError, AttributeError) as reason:
        raise errors.ArgumentError(f"this is no hand of read_record(): {type(reason).__name__} {reason}") from None
    return check_record(line)


# ---- Many ----

_TABLE = [("game", object), ("rules", object), ("player0", object), ("player1", object), ("number", np.int64),
          ("hand", np.int32), ("starter", np.int8), ("score0", np.int32), ("score1", np.int32), ("deal", object),
          ("moves", object), ("end", object), ("winner", np.int8), ("knocker", np.int8), ("points", np.int32),
          ("deadwood0", np.int32), ("deadwood1", np.int32), ("game_over", np.bool_), ("game_winner", np.int8)]


class Rows(NamedTuple):
    """The decisions in records that had a choice, in the order they were made, as arrays of as many rows. Field by
    field what GinVec has."""

    observation: np.ndarray  # uint8 [rows, 896]
    mask: np.ndarray         # bool [rows, 106]
    action: np.ndarray       # int32 [rows]
    reward: np.ndarray       # float32 [rows]: points of the hand / 100 at the seat's last decision, else 0
    done: np.ndarray         # bool [rows]: the seat's last decision of the hand
    seat: np.ndarray         # uint8 [rows]
    hand: np.ndarray         # int32 [rows]: number of the record, from 0
    points: np.ndarray       # float32 [rows]: what the hand brought the seat in the end

    def episodes(self) -> Iterator["Rows"]:
        """Trajectories: the decisions of one seat in one hand, in order."""
        order = np.lexsort((np.arange(len(self.action)), self.seat, self.hand))
        keys = self.hand[order].astype(np.int64) * 2 + self.seat[order]
        for part in np.split(order, np.flatnonzero(np.diff(keys)) + 1):
            if len(part):
                yield Rows(*(field[part] for field in self))


class Records:
    """Lines of records, the hands of a game in order. Text, or lines; Records.read(path) reads a file."""

    def __init__(self, lines: Union[str, Iterable[str]]):
        if isinstance(lines, str):
            lines = lines.split("\n")
        self.lines: List[str] = []
        for line in lines:
            if not isinstance(line, str):
                raise TypeError(f"records are lines of text, not {type(line).__name__}")
            if line.strip() and not line.startswith("#"):
                self.lines.append(line.rstrip("\r\n"))

    @classmethod
    def read(cls, path: Union[str, "os.PathLike[str]"]) -> "Records":
        """A file of records, plain, or .zst where the program zstd is installed."""
        path = os.fspath(path)
        if not path.endswith(".zst"):
            with open(path, encoding="ascii", errors="strict") as file:
                try:
                    return cls(file.read())
                except UnicodeDecodeError:
                    raise errors.ArgumentError(f"{path} holds no records: it is no ASCII text") from None
        if not shutil.which("zstd"):
            raise errors.DataFileError(f"{path} is compressed, and there is no program zstd to read it")
        done = subprocess.run(["zstd", "-dcq", "--", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            raise errors.DataFileError(f"{path} cannot be read: {done.stderr.decode(errors='replace').strip()}")
        return cls(done.stdout.decode("ascii"))

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, index: Any) -> Any:
        return Records(self.lines[index]) if isinstance(index, slice) else self.lines[index]

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Records) and self.lines == other.lines

    def __repr__(self) -> str:
        return f"<{len(self)} records>"

    def text(self) -> str:
        return "".join(line + "\n" for line in self.lines)

    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes them to a file, which `deadwood replay`, `analyze` and `train --records` read. It is there whole or
        not at all."""
        path = os.fspath(path)
        part = path + ".part"
        with open(part, "w", encoding="ascii", newline="\n") as file:
            file.write(self.text())
        os.replace(part, path)

    def hands(self) -> List[Dict[str, Any]]:
        """Every record as read_record() tells it; what is wrong is named by its line."""
        hands = []
        for i, line in enumerate(self.lines):
            try:
                hands.append(read_record(line))
            except errors.ArgumentError as reason:
                raise errors.ArgumentError(f"record {i}: {reason}") from None
        return hands

    @classmethod
    def from_hands(cls, hands: Iterable[Dict[str, Any]]) -> "Records":
        return cls([write_record(hand) for hand in hands])

    def table(self) -> np.ndarray:
        """Hands of gin as a structured array, a row each, which pandas.DataFrame takes as it is. Moves stand with "; "
        between them."""
        hands = self.hands()
        table = np.empty(len(hands), dtype=_TABLE)
        for i, hand in enumerate(hands):
            if hand["game"] != "gin":
                raise errors.ArgumentError(f"record {i} is one of Hearts; a table has hands of gin, hands() tells all")
            table[i] = (hand["game"], hand["rules"], *hand["players"], hand["number"], hand["hand"], hand["starter"],
                        *hand["score"], hand["deal"], "; ".join(hand["moves"]), hand["end"], hand["winner"],
                        hand["knocker"], hand["points"], *hand["deadwood"], hand["game_over"], hand["game_winner"])
        return table

    @classmethod
    def from_table(cls, table: Any) -> "Records":
        """Back from table(), or from any rows with its columns (a DataFrame's to_dict("records"))."""
        if isinstance(table, np.ndarray) and table.dtype.names:
            table = [dict(zip(table.dtype.names, row)) for row in table]
        elif hasattr(table, "to_dict"):
            table = table.to_dict("records")
        hands = []
        for i, row in enumerate(table):
            try:
                hands.append(dict(row, players=[row["player0"], row["player1"]], score=[row["score0"], row["score1"]],
                                  moves=[move for move in row["moves"].split("; ") if move],
                                  deadwood=[row["deadwood0"], row["deadwood1"]]))
            except (KeyError, TypeError, AttributeError) as reason:
                raise errors.ArgumentError(f"row {i} is none of table(): {type(reason).__name__} {reason}") from None
        return cls.from_hands(hands)

    def rows(self) -> Rows:
        """All decisions of gin that had a choice: (observation, mask, action, reward) and more. Rows.episodes() cuts
        them into trajectories."""
        err = _engine.new_error()
        rows = lib.deadwood_gin_rows_open(_engine.c_text(self.text(), "records"), err)
        if rows == ffi.NULL:
            _engine.raise_from(err)
        try:
            count = lib.deadwood_gin_rows_count(rows)

            def read(field: int, columns: int, kind: Any) -> np.ndarray:
                array = np.zeros((count, columns) if columns else count, dtype=kind)
                if count and lib.deadwood_gin_rows_read(rows, field, ffi.from_buffer(array), array.nbytes, err):
                    _engine.raise_from(err)
                return array
            points = read(lib.DEADWOOD_ROWS_POINTS, 0, np.float32)
            last = read(lib.DEADWOOD_ROWS_LAST, 0, np.bool_)
            return Rows(
                observation=read(lib.DEADWOOD_ROWS_OBSERVATION, lib.DEADWOOD_GIN_OBSERVATION, np.uint8),
                mask=read(lib.DEADWOOD_ROWS_MASK, lib.DEADWOOD_GIN_ACTIONS, np.bool_),
                action=read(lib.DEADWOOD_ROWS_ACTION, 0, np.int32),
                reward=np.where(last, points / 100, 0).astype(np.float32),
                done=last,
                seat=read(lib.DEADWOOD_ROWS_SEAT, 0, np.uint8),
                hand=read(lib.DEADWOOD_ROWS_HAND, 0, np.int32),
                points=points,
            )
        finally:
            lib.deadwood_gin_rows_close(rows)
