# SPDX-License-Identifier: MIT
"""GinVec and HeartsVec by the conventions of Gymnasium's vector environments (1.0 and later). Gymnasium need not be
installed; where it is, GinVectorEnv and HeartsVectorEnv are among its VectorEnv, and their spaces are Gymnasium's."""
from typing import Any, Dict, Optional, Sequence, Tuple, Union

import numpy as np

from . import errors, spaces
from ._engine import MOST_SEED, whole
from .vec import GinVec, HeartsVec, Opponent

_Base: Any = object
try:
    from gymnasium.vector import VectorEnv as _Base  # type: ignore[no-redef]
except ImportError:
    pass
try:
    from gymnasium.vector import AutoresetMode

    _SAME_STEP: Any = AutoresetMode.SAME_STEP
except ImportError:
    _SAME_STEP = "SameStep"


class _VectorEnv(_Base):
    """What GinVectorEnv and HeartsVectorEnv share: everything but the game."""

    metadata: Dict[str, Any]
    _make: Any  # the vector environment
    _beside: str  # what plays as this does not

    spec: Any = None
    render_mode: Any = None
    closed = False

    def __init__(self, num_envs: int, opponent: Opponent, *, threads: int = 1, rules: Optional[str] = None,
                 episode: str = "game", reward: str = "points", copy: bool = True):
        from .vec import read_opponents

        for name in "|".join(read_opponents(opponent)[0]).split("|"):
            if name == "self" or name.startswith("caller:"):
                raise errors.ArgumentError(f"a {type(self).__name__} has one learner in every row, and '{name}' makes "
                                           f"more; {self._beside} play so")
        self._vec = self._make(num_envs, seed=1, threads=threads, rules=rules, opponent=opponent,
                               episode=episode, reward=reward)
        self.num_envs = self._vec.n
        self._copy = copy
        self._random = np.random.default_rng()
        self._fresh = False
        kinds = spaces.library()
        n, inputs, count = self.num_envs, self._vec.observation.shape[1], self._vec.actions

        def observations(*first: int) -> Any:
            return kinds.Dict({"observation": kinds.Box(0, 255, (*first, inputs), np.uint8),
                               "action_mask": kinds.Box(0, 1, (*first, count), np.int8)})
        self.single_observation_space, self.observation_space = observations(), observations(n)
        self.single_action_space, self.action_space = kinds.Discrete(count), kinds.MultiDiscrete([count] * n)
        self._final = {"observation": np.zeros(inputs, np.uint8), "action_mask": np.zeros(count, np.int8)}

    @property
    def unwrapped(self) -> "GinVectorEnv":
        return self

    @property
    def vec(self) -> GinVec:
        """The environment behind it."""
        return self._vec

    def _observe(self) -> Dict[str, np.ndarray]:
        observation, mask = self._vec.observation, self._vec.mask.view(np.int8)
        return {"observation": observation.copy() if self._copy else observation,
                "action_mask": mask.copy() if self._copy else mask}

    def _infos(self) -> Dict[str, Any]:
        all_of_them = np.ones(self.num_envs, dtype=np.bool_)
        infos: Dict[str, Any] = {"seat": self._vec.seat.copy(), "opponent": self._vec.opponent.copy()}
        infos.update({"_" + name: all_of_them for name in list(infos)})
        return infos

    def reset(self, *, seed: Union[None, int, Sequence[Optional[int]]] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[Dict[str, np.ndarray], Dict[str, Any]]:
        """Deals all games anew. A seed (or one for each game, which together make one) makes the same games again;
        without one each reset deals others."""
        if options and options.get("reset_mask") is not None:
            raise errors.ArgumentError("reset_mask is for environments that do not reset themselves; this one does "
                                       "(SAME_STEP)")
        if seed is not None and not hasattr(seed, "__index__"):
            each: Any = seed
            numbers = [0 if one is None else whole(one, "a seed", 0, MOST_SEED) for one in each]
            if len(numbers) != self.num_envs:
                raise errors.ArgumentError(f"{len(numbers)} seeds for {self.num_envs} games")
            seed = int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0])
        if seed is not None:
            self._random = np.random.default_rng(whole(seed, "seed", 0, MOST_SEED))
        self._vec.reset(int(self._random.integers(0, MOST_SEED, dtype=np.uint64)))
        self._fresh = True
        return self._observe(), self._infos()

    def step(self, actions: Any) -> Tuple[Dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]]:
        """One action in every game. IllegalAction names the game and why; then no game has moved."""
        if not self._fresh:
            raise errors.StateError("reset() comes before the first step()")
        vec = self._vec
        learner = vec.seat.copy()
        vec.step(actions)
        done = vec.done.copy()
        infos = self._infos()
        infos["hand_done"] = vec.hand_done.copy()
        infos["_hand_done"] = infos["_seat"]
        infos["winner"] = self._won(vec.winner, learner).astype(np.int8)
        infos["_winner"] = done
        if done.any():
            final = np.full(self.num_envs, None, dtype=object)
            for game in np.flatnonzero(done):
                final[game] = self._final
            infos["final_obs"], infos["_final_obs"] = final, done
        return self._observe(), vec.reward_acted.copy(), done, np.zeros(self.num_envs, dtype=np.bool_), infos

    def render(self) -> None:
        """Nothing is drawn: there is no render_mode."""

    def close(self, **kwargs: Any) -> None:
        self._vec.close()
        self.closed = True

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.num_envs}, {self._vec!r})"

    @staticmethod
    def _won(winner: np.ndarray, learner: np.ndarray) -> np.ndarray:
        """1 where a game ended that the learner, who sat there, has won; -1 where it lost; 0 where it did neither."""
        raise NotImplementedError


class GinVectorEnv(_VectorEnv):
    """num_envs games of gin against opponents, as Gymnasium's users expect them.

    >>> env = deadwood.GinVectorEnv(64, opponent="simple")
    >>> obs, infos = env.reset(seed=1)
    >>> actions = [env.single_action_space.sample(mask) for mask in obs["action_mask"]]
    >>> obs, rewards, terminations, truncations, infos = env.step(actions)

    An observation is a dict: `observation` uint8 [num_envs, 896] (a byte b stands for b/128) and `action_mask` int8
    [num_envs, 106]. Rewards are the learner's. Games are never truncated.

    A game that ends is dealt anew within the step (metadata["autoreset_mode"] is SAME_STEP). infos["final_obs"] then
    has, where infos["_final_obs"] is True, a final observation of zeros with no legal action: nobody acts on the end of
    a game, and its value is 0. infos also have `winner` (1 the learner won, -1 it lost, 0 neither) where a game ended,
    `hand_done`, `seat` and `opponent`.

    `copy`: observations are copies, which may be kept. With copy=False they are the environment's own arrays, which the
    next step writes over. The other arguments are GinVec's; `opponent` may not be None or "caller:K", for which
    Gymnasium has no convention: GinVec and GinAEC have.
    """

    metadata = {"render_modes": [], "autoreset_mode": _SAME_STEP, "name": "deadwood/Gin-v0"}
    _make, _beside = GinVec, "GinVec and GinAEC"

    def __init__(self, num_envs: int, opponent: Opponent = "simple", **options: Any):
        super().__init__(num_envs, opponent, **options)

    @staticmethod
    def _won(winner: np.ndarray, learner: np.ndarray) -> np.ndarray:
        return np.where(winner >= 0, np.where(winner == learner, 1, -1), 0)


class HeartsVectorEnv(_VectorEnv):
    """num_envs games of Hearts, the learner in one seat of each, as Gymnasium's users expect them: GinVectorEnv with
    observations of 1152 and 52 actions. `opponent` is as HeartsVec has it. infos["winner"] is 1 where the learner alone
    has the lowest total, 0 where it shares it."""

    metadata = {"render_modes": [], "autoreset_mode": _SAME_STEP, "name": "deadwood/Hearts-v0"}
    _make, _beside = HeartsVec, "HeartsVec and HeartsAEC"

    def __init__(self, num_envs: int, opponent: Opponent = "ducker", **options: Any):
        super().__init__(num_envs, opponent, **options)

    @staticmethod
    def _won(winner: np.ndarray, learner: np.ndarray) -> np.ndarray:
        has = (winner >> learner) & 1 == 1
        return np.where(winner == 0, 0, np.where(has, np.where(winner & (winner - 1), 0, 1), -1))
