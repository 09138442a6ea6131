# SPDX-License-Identifier: MIT
"""Gin and Hearts by the conventions of PettingZoo's AEC environments: agents take turns. PettingZoo need not be
installed; where it is, GinAEC and HeartsAEC are among its AECEnv, and their spaces are Gymnasium's."""
from typing import Any, Dict, Iterator, List, Optional, Tuple

import numpy as np

from . import errors, spaces
from ._engine import MOST_SEED, whole
from .vec import GinVec, HeartsVec, explain

_Base: Any = object
try:
    from pettingzoo import AECEnv as _Base  # type: ignore[no-redef]
except ImportError:
    pass


class _AEC(_Base):
    """What GinAEC and HeartsAEC share: everything but the game."""

    metadata: Dict[str, Any]
    _seats: int
    _make: Any  # the vector environment

    def __init__(self, *, rules: Optional[str] = None, episode: str = "game", reward: str = "points",
                 render_mode: Optional[str] = None):
        if render_mode not in (None, "ansi", "human"):
            raise errors.ArgumentError(f"render_mode is None, 'ansi' or 'human', not {render_mode!r}")
        self._vec = self._make(1, rules=rules, episode=episode, reward=reward)
        self._random = np.random.default_rng()
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self._seats)]
        self.agents: List[str] = []
        self.agent_selection = ""
        kinds = spaces.library()
        self._inputs, self._actions = self._vec.observation.shape[1], self._vec.actions
        self.observation_spaces = {
            agent: kinds.Dict({"observation": kinds.Box(0, 255, (self._inputs,), np.uint8),
                               "action_mask": kinds.Box(0, 1, (self._actions,), np.int8)}) for agent in self.possible_agents}
        self.action_spaces = {agent: kinds.Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def unwrapped(self) -> "GinAEC":
        return self

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    # ---- Playing ----

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Deals anew. The same seed deals the same cards; without one every reset deals others."""
        if seed is not None:
            self._random = np.random.default_rng(whole(seed, "seed", 0, MOST_SEED))
        self._vec.reset(int(self._random.integers(0, MOST_SEED, dtype=np.uint64)))
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.possible_agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in self.possible_agents}
        self.truncations = dict(self.terminations)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.possible_agents}
        self._seen = {agent: np.zeros(self._inputs, dtype=np.uint8) for agent in self.possible_agents}
        self._select(self.possible_agents[self._vec.seat[0]])

    def _select(self, agent: str) -> None:
        self.agent_selection = agent
        if not self.terminations[agent]:
            self._seen[agent] = self._vec.observation[0].copy()

    def step(self, action: Optional[int]) -> None:
        """The action of agent_selection; None once its game is over."""
        if not self.agents:
            raise errors.StateError("nobody is left to act; reset() deals anew")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise errors.ArgumentError(f"the game of {agent} is over: its only action is None, not {action!r}")
            self._leave(agent)
            return
        if action is None:
            raise errors.ArgumentError(f"{agent} is to move, and None is no action")
        self._vec.step(np.asarray(action).reshape(1) if np.ndim(action) == 0 else action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self._won()))
        for one in self.possible_agents:
            self._cumulative_rewards[one] += self.rewards[one]
            self.infos[one] = {"hand_done": bool(self._vec.hand_done[0])}
        if self._vec.done[0]:
            for one in self.possible_agents:
                self.terminations[one] = True
                self.infos[one]["winner"] = self._winner()
            after = (self.possible_agents.index(agent) + 1) % self._seats
            self._select(self.possible_agents[after])
        else:
            self._select(self.possible_agents[self._vec.seat[0]])
        if self.render_mode == "human":
            self.render()

    def _leave(self, agent: str) -> None:
        after = self.agents.index(agent)
        self.agents.remove(agent)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del table[agent]
        for one in self.agents:
            self.rewards[one] = 0.0
        if self.agents:
            self.agent_selection = self.agents[after % len(self.agents)]

    def observe(self, agent: str) -> Dict[str, np.ndarray]:
        """What the agent sees."""
        if agent not in self.possible_agents:
            raise errors.ArgumentError(f"there is no agent '{agent}'; there are {', '.join(self.possible_agents)}")
        if not hasattr(self, "_seen"):
            raise errors.StateError("reset() comes before the first observation")
        acts = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self._vec.mask[0].astype(np.int8) if acts else np.zeros(self._actions, dtype=np.int8)
        return {"observation": self._seen[agent].copy(), "action_mask": mask}

    def last(self, observe: bool = True) -> Tuple[Optional[Dict[str, np.ndarray]], float, bool, bool, Dict[str, Any]]:
        """(observation, reward since its last action, termination, truncation, info) of agent_selection."""
        if not self.agents:
            raise errors.StateError("nobody is left to act; reset() deals anew")
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """agent_selection, as long as somebody is left."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    # ---- Looking ----

    def state(self) -> np.ndarray:
        """What all agents see, one behind the other."""
        return np.concatenate([self._seen[agent] for agent in self.possible_agents])

    def render(self) -> Optional[str]:
        """With render_mode "ansi" what the agent to move sees, as text; "human" prints it."""
        if self.render_mode is None:
            return None
        if not self.agents or self.terminations[self.agent_selection]:
            text = "the game is over"
        else:
            text = f"{self.agent_selection} to move: {self._tell(explain(self._vec.observation[0]))}"
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        self._vec.close()

    def __str__(self) -> str:
        return self.metadata["name"]

    # ---- The game ----

    def _won(self) -> List[float]:
        """What the last action brought each seat."""
        raise NotImplementedError

    def _winner(self) -> Optional[str]:
        """The agent that has won the game which the last action ended, if one alone has."""
        raise NotImplementedError

    def _tell(self, seen: Dict[str, float]) -> str:
        """The position in a line."""
        raise NotImplementedError


def _cards(seen: Dict[str, float], plane: str) -> str:
    return " ".join(name[len(plane) + 1:] for name in seen if name.startswith(plane + " "))


class GinAEC(_AEC):
    """A game of gin, or with episode="hand" one hand of it, as PettingZoo's users expect it.

    >>> env = deadwood.GinAEC()
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     action = None if termination else env.action_space(agent).sample(observation["action_mask"])
    ...     env.step(action)

    An observation is a dict: `observation` uint8 [896] and `action_mask` int8 [106]. Whoever is not to move sees what
    it saw at its last decision, with no legal action; before its first, zeros. Rewards add up to 0 over the two agents.
    An illegal action raises IllegalAction, and nothing moves. At the end infos name the `winner`, an agent or None.
    """

    metadata = {"render_modes": ["ansi", "human"], "name": "deadwood_gin_v0", "is_parallelizable": False}
    _seats, _make = 2, GinVec

    def _won(self) -> List[float]:
        reward = float(self._vec.reward[0])
        return [reward, -reward]

    def _winner(self) -> Optional[str]:
        winner = int(self._vec.winner[0])
        return None if winner < 0 else self.possible_agents[winner]

    def _tell(self, seen: Dict[str, float]) -> str:
        return f"{_cards(seen, 'hand')}; upcard {_cards(seen, 'upcard') or 'none'}"


class HeartsAEC(_AEC):
    """A game of Hearts, or with episode="hand" one hand of it, as PettingZoo's users expect it: GinAEC with four agents.

    An observation is a dict: `observation` uint8 [1152] and `action_mask` int8 [52]. Cards are passed one by one: the
    same agent is selected as often as cards are passed. Points taken are a loss, so rewards do not add up to 0 but with
    reward="win". At the end infos name the `winner`, an agent, or None where several have the lowest total.
    """

    metadata = {"render_modes": ["ansi", "human"], "name": "deadwood_hearts_v0", "is_parallelizable": False}
    _seats, _make = 4, HeartsVec

    def _won(self) -> List[float]:
        return [float(one) for one in self._vec.reward[0]]

    def _winner(self) -> Optional[str]:
        having = [agent for seat, agent in enumerate(self.possible_agents) if int(self._vec.winner[0]) >> seat & 1]
        return having[0] if len(having) == 1 else None

    def _tell(self, seen: Dict[str, float]) -> str:
        if "phase passing" in seen:
            return f"{_cards(seen, 'hand')}; passes, picked {_cards(seen, 'picked') or 'none yet'}"
        return f"{_cards(seen, 'hand')}; on the table {_cards(seen, 'table') or 'nothing'}"
