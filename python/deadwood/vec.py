# SPDX-License-Identifier: MIT
"""Many games of gin, or of Hearts, at once, for learners."""
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _engine, errors
from ._engine import ffi, lib

Opponent = Union[None, str, Sequence[Union[str, Tuple[str, float]]], Mapping[str, float]]

ACTIONS: int = lib.DEADWOOD_GIN_ACTIONS
OBSERVATION: int = lib.DEADWOOD_GIN_OBSERVATION
SECRETS: int = lib.DEADWOOD_GIN_SECRETS
MASK_BYTES: int = lib.DEADWOOD_GIN_MASK_BYTES

# The environment's fields: name, number, type. Columns are those of the game; with one column the array has one axis.
_FIELDS = (
    ("observation", lib.DEADWOOD_VEC_OBSERVATION, np.uint8),
    ("mask", lib.DEADWOOD_VEC_MASK, np.bool_),
    ("mask_bits", lib.DEADWOOD_VEC_MASK_BITS, np.uint8),
    ("reward", lib.DEADWOOD_VEC_REWARD, np.float32),
    ("reward_acted", lib.DEADWOOD_VEC_REWARD_ACTED, np.float32),
    ("done", lib.DEADWOOD_VEC_DONE, np.bool_),
    ("hand_done", lib.DEADWOOD_VEC_HAND_DONE, np.bool_),
    ("seat", lib.DEADWOOD_VEC_SEAT, np.uint8),
    ("caller", lib.DEADWOOD_VEC_CALLER, np.uint8),
    ("winner", lib.DEADWOOD_VEC_WINNER, np.int8),
    ("opponent", lib.DEADWOOD_VEC_OPPONENT, np.uint8),
)
_SECRETS = ("secrets", lib.DEADWOOD_VEC_SECRETS, np.uint8)

_PLAY_AT_ONCE = 100_000  # decisions of play() between two looks at Ctrl-C


def read_opponents(opponent: Opponent) -> Tuple[List[str], List[float]]:
    """Names and shares of what an environment takes as opponents."""
    if opponent is None:
        return ["self"], [1.0]
    if isinstance(opponent, str):
        return [opponent], [1.0]
    pairs: List[Any] = list(opponent.items()) if isinstance(opponent, Mapping) else list(opponent)
    names, shares = [], []
    for i, pair in enumerate(pairs):
        name, share = (pair, 1.0) if isinstance(pair, str) else pair if isinstance(pair, tuple) and len(pair) == 2 \
            else (None, None)
        if not isinstance(name, str):
            raise TypeError(f"opponent {i} is a player's name, or a name and its share, not {pair!r}")
        names.append(name)
        shares.append(float(share))
    if not names:
        raise errors.ArgumentError("there is no opponent; None is self-play")
    return names, shares


class _Vec(_engine.Handle):
    """What GinVec and HeartsVec share: everything but the game."""

    game: str
    actions: int  # there are in the game
    default_rules: str
    _winner: Any = np.int8

    observation: np.ndarray
    mask: np.ndarray
    mask_bits: np.ndarray
    reward: np.ndarray
    reward_acted: np.ndarray
    done: np.ndarray
    hand_done: np.ndarray
    seat: np.ndarray
    caller: np.ndarray
    winner: np.ndarray
    opponent: np.ndarray
    secrets: Optional[np.ndarray] = None

    def __init__(self, n: int, seed: int = 1, threads: int = 1, rules: Optional[str] = None, opponent: Opponent = None,
                 *, episode: str = "game", reward: str = "points", secrets: bool = False):
        self._err = _engine.new_error()
        self.n = _engine.whole(n, "n", 1, 1 << 20)
        self.seed = _engine.whole(seed, "seed", 0, _engine.MOST_SEED)
        self.threads = _engine.whole(threads, "threads", 1, _engine.MOST_THREADS)
        self.opponents, self.shares = read_opponents(opponent)
        self.episode, self.reward_unit = episode, reward
        names, _kept = _engine.c_texts(self.opponents, "opponent")
        for word, what in ((episode, "episode"), (reward, "reward")):
            _engine.c_text(word, what)
            if "," in word:
                raise errors.ArgumentError(f"{what} is one word, not '{word}'")
        pointer = lib.deadwood_vec_new(_engine.shared_context(), self.game.encode(), self.n, self.seed, self.threads,
                                           _engine.c_text(rules, "rules"),
                                           _engine.options(episode=episode, reward=reward), names, self.shares,
                                           len(self.opponents), self._err)
        if pointer == ffi.NULL:
            _engine.raise_from(self._err)
        self._own(type(self).__name__, pointer, lib.deadwood_vec_close, threaded=self.threads > 1)
        self.rules = self.default_rules
        if rules is not None:
            self.rules = _engine.take_text(lib.deadwood_rules(self.game.encode(), _engine.c_text(rules, "rules"), self._err),
                                           self._err)
        for name, field, kind in _FIELDS + ((_SECRETS,) if secrets else ()):
            columns = lib.deadwood_vec_shape(self.game.encode(), field, self._err)
            shape = self.n if columns == 1 else (self.n, columns)
            array = np.zeros(shape, dtype=self._winner if name == "winner" else kind)
            if lib.deadwood_vec_bind(pointer, field, ffi.from_buffer(array), array.nbytes, self._err):
                _engine.raise_from(self._err)
            setattr(self, name, array)
        self._drawn = np.zeros(self.n, dtype=np.int32)
        self._drawn_at = ffi.cast("int32_t *", self._drawn.ctypes.data)
        # The engine writes into these as long as it is open: they live as long as its handle does.
        self._owned.closer = _Closer([getattr(self, name) for name, *_ in _FIELDS] + [self.secrets])
        lib.deadwood_vec_look(pointer, self._err)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        against = ", ".join(f"{name} {share:g}" for name, share in zip(self.opponents, self.shares))
        return f"{type(self).__name__}({self.n}, seed={self.seed}, threads={self.threads}, rules={self.rules!r}, " \
               f"opponent={{{against}}})"

    # ---- Playing ----

    def step(self, actions: Any) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Plays an action in every game, and returns (observation, mask, reward_acted, done), which are the arrays
        themselves. `actions` is anything numpy can read as n whole numbers. Fastest: a contiguous int32 array.

        IllegalAction names the game, the action and why; then no game has moved."""
        owned = self._owned
        owned.settle()
        if type(actions) is not np.ndarray or actions.dtype != np.int32 or not actions.flags.c_contiguous:
            actions = self._read_actions(actions)
        if actions.shape != (self.n,):
            raise errors.ArgumentError(f"actions have the shape {actions.shape}; {self.n} games need ({self.n},)")
        with owned.lock:
            if lib.deadwood_vec_step(owned.get(), ffi.from_buffer("int32_t[]", actions), self._err):
                _engine.raise_from(self._err)
        return self.observation, self.mask, self.reward_acted, self.done

    def sample(self, out: Optional[np.ndarray] = None) -> np.ndarray:
        """A legal action for every game, each equally likely, drawn in C from the environment's own chance: the same
        until the next step. Returns an int32 array of its own, or `out`, if it is given."""
        owned = self._owned
        owned.settle()
        if out is None:
            out = self._drawn
        elif not isinstance(out, np.ndarray) or out.dtype != np.int32 or out.shape != (self.n,) \
                or not out.flags.c_contiguous or not out.flags.writeable:
            raise errors.ArgumentError(f"out has to be a writable, contiguous int32 array of shape ({self.n},)")
        with owned.lock:
            if lib.deadwood_vec_sample(owned.get(), ffi.from_buffer("int32_t[]", out), self._err):
                _engine.raise_from(self._err)
        return out

    def play(self, steps: int) -> None:
        """Plays `steps` random actions in every game: as often sample() and step(), all in C. Ctrl-C ends it between
        two steps."""
        left = _engine.whole(steps, "steps", 0, 2**31 - 1)
        owned = self._owned
        owned.settle()
        at_once = max(1, _PLAY_AT_ONCE // self.n)
        while left:
            now = min(left, at_once)
            with owned.lock:
                if lib.deadwood_vec_play(owned.get(), now, self._err):
                    _engine.raise_from(self._err)
            left -= now

    def reset(self, seed: Optional[int] = None) -> Tuple[np.ndarray, np.ndarray]:
        """Deals all games anew, from the seed it had or another one; returns (observation, mask)."""
        seed = self.seed if seed is None else _engine.whole(seed, "seed", 0, _engine.MOST_SEED)
        owned = self._owned
        owned.settle()
        with owned.lock:
            if lib.deadwood_vec_reset(owned.get(), seed, self._err):
                _engine.raise_from(self._err)
            self.seed = seed
        return self.observation, self.mask

    # ---- Opponents ----

    def set_shares(self, shares: Union[Sequence[float], Mapping[str, float]]) -> None:
        """Other shares of the same opponents, from each game's next beginning on."""
        if isinstance(shares, Mapping):
            unknown = [name for name in shares if name not in self.opponents]
            if unknown:
                raise errors.ArgumentError(f"'{unknown[0]}' is none of the opponents: {', '.join(self.opponents)}")
            shares = [shares.get(name, 0.0) for name in self.opponents]
        numbers = [float(share) for share in shares]
        owned = self._owned
        owned.settle()
        with owned.lock:
            if lib.deadwood_vec_shares(owned.get(), numbers, len(numbers), self._err):
                _engine.raise_from(self._err)
            self.shares = numbers

    def counts(self) -> List[Dict[str, Any]]:
        """What happened against each opponent since this was last asked. Gin: games, wins of the learner (in self-play:
        of seat 0), hands, points, knocks, gins, undercuts, decisions. Hearts: games, hands, and in `chairs` for the
        learner first and then for each of the others wins, ties, points, moons, conceded, queens, faults,
        decisions."""
        owned = self._owned
        owned.settle()
        with owned.lock:
            return _engine.take_json(lib.deadwood_vec_counts(owned.get(), self._err), self._err)

    # ---- State ----

    def state(self) -> bytes:
        """All that the environment is, for restore(): of this one, or of one made with the same arguments."""
        owned = self._owned
        owned.settle()
        with owned.lock:
            size = lib.deadwood_vec_size(owned.get())
            kept = bytearray(size)
            if lib.deadwood_vec_save(owned.get(), ffi.from_buffer(kept), size, self._err):
                _engine.raise_from(self._err)
            return b"".join((self.seed.to_bytes(8, "little"), kept))

    def restore(self, state: bytes) -> Tuple[np.ndarray, np.ndarray]:
        """Goes back to a state(); returns (observation, mask). Rewards and ends are then 0."""
        kept = memoryview(state).cast("B")
        if len(kept) < 8:
            raise errors.ArgumentError(f"{len(kept)} bytes are no state of a {type(self).__name__}")
        seed = int.from_bytes(kept[:8], "little")
        owned = self._owned
        owned.settle()
        with owned.lock:
            before = None if seed == self.seed else self.state()
            if before is not None:
                self.reset(seed)
            if lib.deadwood_vec_load(owned.get(), ffi.from_buffer(kept[8:]), len(kept) - 8, self._err):
                try:
                    _engine.raise_from(self._err)
                finally:
                    if before is not None:
                        self.restore(before)
        return self.observation, self.mask

    # ---- Bad input ----

    def _read_actions(self, actions: Any) -> np.ndarray:
        try:
            array = np.asarray(actions)
        except Exception as reason:
            raise TypeError(f"actions cannot be read as an array: {reason}") from None
        if array.dtype == np.bool_ or not np.issubdtype(array.dtype, np.integer):
            raise TypeError(f"actions are whole numbers, such as int32, not {array.dtype}")
        if array.size and array.dtype.itemsize >= 4 and array.dtype != np.int32:
            wrong = np.flatnonzero((array < 0) | (array >= self.actions))  # what int32 would cut
            if len(wrong):
                raise errors.IllegalAction(f"game {wrong[0]}: there is no action {array.flat[wrong[0]]}; actions are 0 "
                                           f"to {self.actions - 1}")
        return np.ascontiguousarray(array, dtype=np.int32)


class GinVec(_Vec):
    """n games of gin side by side, each at a decision. n actions in, n rows out, written straight into numpy arrays.

    >>> vec = GinVec(1024, seed=1, opponent="simple")
    >>> while training:
    ...     actions = policy(vec.observation, vec.mask)
    ...     vec.step(actions)
    ...     learn(vec.reward_acted, vec.done)

    Arguments:

    n           games at once, 1 to 1,048,576
    seed        all chance comes from it: the same seed and actions give the same rows, for any number of threads
    threads     that play the games; the calling one is among them
    rules       "contest" (if None), "pagat,target=150", ...: see deadwood.list_all()
    opponent    None: self-play, the row is the decision of whoever is to move. A player's name: he plays the other
                seat, and every row is the learner's. Several by share: {"self": 1, "simple": 2, "champion": 0.5}.
                "caller:K" with K from 1 to 31: rows that another network of yours answers, marked in `caller`
    episode     what `done` is the end of: "game" or "hand"
    reward      "points": won in the hand, divided by 100. "win": the change of the chance to win the game (making the
                table takes about a second)
    secrets     True: also write `secrets`, what the seat does not see, for a critic

    Arrays, one row a game. They are written by every call that changes something; copy what you want to keep.

    observation   uint8 [n, 896]: what the seat sees; a byte b stands for b/128. input_names() tells each
    mask          bool  [n, 106]: which actions are legal. action_names() tells each
    mask_bits     uint8 [n, 14]: the same, a bit an action, the lowest of the first byte first
    reward        float32 [n]: of the last action, to seat 0
    reward_acted  float32 [n]: the same to the seat that made the last action: what a learner against opponents wants
    done          bool  [n]: the last action ended an episode, and this row begins a new one
    hand_done     bool  [n]: it ended a hand
    seat          uint8 [n]: whose decision this row is
    caller        uint8 [n]: 0, or the K of "caller:K" where that opponent must choose
    winner        int8  [n]: the seat that won the game that the last action ended; -1: none
    opponent      uint8 [n]: who is the opponent in this row's game, a number in `opponents`
    secrets       uint8 [n, 128], or None

    Games go on for ever: a hand follows a hand, a game a game. What is forced (big gin, a defence, the only move) is
    played without asking. Where hands are over before anybody decides in them, the game's next action is paid for
    them, at a game's beginning its first; with episode="hand" they are in counts() alone. Threads may share an
    environment and then wait for each other.
    """

    game, actions, default_rules = "gin", ACTIONS, "contest"


class HeartsVec(_Vec):
    """n games of Hearts side by side, each at a decision: the same as GinVec, and what is said there holds.

    >>> vec = HeartsVec(1024, seed=1, opponent="ducker")
    >>> while training:
    ...     actions = policy(vec.observation, vec.mask)
    ...     vec.step(actions)
    ...     learn(vec.reward_acted, vec.done)

    An action is a card, 13*suit + rank: played, or picked to be passed. A pass of three cards is three actions in a row
    of the same seat, in any order; the cards it has picked are in its observation.

    Arguments that differ:

    rules       "standard" (if None), "paper", "standard,jack=10,moon=subtract", ...
    opponent    None: self-play, all four seats are the learner's. A player's name: all three others are it. "A|B|C":
                the three others, each a player, "self" or "caller:K". Several by share: {"self": 2, "ducker": 1,
                "self|ducker|caller:1": 1}. Who sits where is drawn for every game
    reward      "points": points taken in the hand are lost, divided by 100. "win": the change of the chance to win the
                game, which the lowest total does; who shares it has a part

    Arrays that differ:

    observation   uint8 [n, 1152]: input_names("hearts") tells each
    mask          bool  [n, 52], and mask_bits uint8 [n, 8]
    reward        float32 [n, 4]: of the last action, to each seat
    reward_acted  float32 [n]: to the seat that made the last action
    seat          uint8 [n]: 0 to 3
    winner        uint8 [n]: a bit for each seat with the lowest total of the game that the last action ended; 0: none
    secrets       uint8 [n, 256], or None: secret_names("hearts") tells each

    A card that is the only one to play is played without asking.
    """

    game, actions, default_rules = "hearts", lib.DEADWOOD_HEARTS_ACTIONS, "standard"
    _winner = np.uint8


class _Closer:
    """Closes an environment, and keeps its arrays until then."""

    def __init__(self, arrays: List[Any]):
        self.arrays = arrays

    def __call__(self, pointer: Any) -> None:
        lib.deadwood_vec_close(pointer)
        self.arrays = []


# ---- Names ----


def _names(game: str, field: int, ask: Any) -> List[str]:
    err = _engine.new_error()
    called = _engine.c_text(game, "game")
    count = lib.deadwood_vec_shape(called, field, err)
    if count < 0:
        _engine.raise_from(err)
    return [_engine.take_text(ask(called, i, err), err) for i in range(count)]


def input_names(game: str = "gin") -> List[str]:
    """What each input of an observation is called, 896 of gin, 1152 of Hearts: "hand AC", "deadwood 3", "trick 3".
    Every name is another."""
    return _names(game, lib.DEADWOOD_VEC_OBSERVATION, lib.deadwood_input_name)


def secret_names(game: str = "gin") -> List[str]:
    """The same of the secrets, 128 of gin, 256 of Hearts."""
    return _names(game, lib.DEADWOOD_VEC_SECRETS, lib.deadwood_secret_name)


def action_names(game: str = "gin") -> List[str]:
    """What each action is called. The 106 of gin: "draw up", "draw stock or pass", "discard 7H", "knock KD". The 52 of
    Hearts: "QS"."""
    return _names(game, lib.DEADWOOD_VEC_MASK, lib.deadwood_action_name)


def explain(observation: Any) -> Dict[str, float]:
    """The inputs of one observation that are not 0, by name, as the numbers they stand for."""
    row = np.asarray(observation)
    games = {(OBSERVATION,): "gin", (lib.DEADWOOD_HEARTS_OBSERVATION,): "hearts"}
    if row.shape not in games or row.dtype != np.uint8:
        raise errors.ArgumentError(f"an observation is a uint8 array of shape ({OBSERVATION},), of Hearts "
                                   f"({lib.DEADWOOD_HEARTS_OBSERVATION},), not {row.dtype} of shape {row.shape}")
    names = input_names(games[row.shape])
    return {names[i]: row[i] / 128 for i in np.flatnonzero(row)}
