# SPDX-License-Identifier: MIT
"""Spaces as Gymnasium has them: its own where it is installed, else these, which answer the same questions."""
from typing import Any, Dict as Mapping, Optional, Sequence, Tuple, Union

import numpy as np


class Space:
    """A set of values of one shape and type, from which one can draw."""

    def __init__(self, shape: Optional[Tuple[int, ...]], dtype: Any):
        self.shape = shape
        self.dtype = None if dtype is None else np.dtype(dtype)
        self._random = np.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        self._random = np.random.default_rng(seed)

    def contains(self, value: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, value: Any) -> bool:
        return self.contains(value)

    def __eq__(self, other: Any) -> bool:
        return type(self) is type(other) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))


class Box(Space):
    """Arrays of a shape with numbers from low to high."""

    def __init__(self, low: int, high: int, shape: Tuple[int, ...], dtype: Any):
        super().__init__(shape, dtype)
        self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)

    def contains(self, value: Any) -> bool:
        return isinstance(value, np.ndarray) and value.shape == self.shape and np.can_cast(value.dtype, self.dtype) \
            and bool((value >= self.low).all() and (value <= self.high).all())

    def sample(self, mask: Any = None) -> np.ndarray:
        return self._random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)

    def __repr__(self) -> str:
        return f"Box({self.low.flat[0]}, {self.high.flat[0]}, {self.shape}, {self.dtype})"


class Discrete(Space):
    """Whole numbers from 0 to n - 1. sample(mask) draws from those whose mask is 1."""

    def __init__(self, n: int):
        super().__init__((), np.int64)
        self.n, self.start = n, 0

    def contains(self, value: Any) -> bool:
        return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and 0 <= value < self.n

    def sample(self, mask: Any = None) -> np.int64:
        choices = np.arange(self.n) if mask is None else np.flatnonzero(mask)
        return np.int64(self._random.choice(choices) if len(choices) else 0)

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class MultiDiscrete(Space):
    """Arrays of whole numbers, each below its own n."""

    def __init__(self, nvec: Union[Sequence[int], np.ndarray]):
        self.nvec = np.asarray(nvec, dtype=np.int64)
        super().__init__(self.nvec.shape, np.int64)

    def contains(self, value: Any) -> bool:
        value = np.asarray(value)
        return value.shape == self.shape and np.issubdtype(value.dtype, np.integer) \
            and bool((value >= 0).all() and (value < self.nvec).all())

    def sample(self, mask: Any = None) -> np.ndarray:
        return self._random.integers(0, self.nvec, dtype=np.int64)

    def __repr__(self) -> str:
        return f"MultiDiscrete({self.nvec})"


class Dict(Space):
    """Values by name."""

    def __init__(self, spaces: Mapping[str, Space]):
        super().__init__(None, None)
        self.spaces = dict(spaces)

    def __getitem__(self, name: str) -> Space:
        return self.spaces[name]

    def keys(self) -> Any:
        return self.spaces.keys()

    def seed(self, seed: Optional[int] = None) -> None:
        for space in self.spaces.values():
            space.seed(seed)

    def contains(self, value: Any) -> bool:
        return isinstance(value, dict) and value.keys() == self.spaces.keys() \
            and all(space.contains(value[name]) for name, space in self.spaces.items())

    def sample(self, mask: Any = None) -> Mapping[str, Any]:
        return {name: space.sample() for name, space in self.spaces.items()}

    def __repr__(self) -> str:
        return f"Dict({self.spaces})"


def library() -> Any:
    """gymnasium.spaces, or this module."""
    try:
        from gymnasium import spaces
    except ImportError:
        import sys

        return sys.modules[__name__]
    return spaces
