# SPDX-License-Identifier: MIT
"""What goes wrong, as exceptions. Each carries one sentence: what, where, and what would be right. After any of them
the object that raised it is as it was before the call."""


class DeadwoodError(Exception):
    """The base of all of them."""


class ArgumentError(DeadwoodError, ValueError):
    """A name that does not exist, a wrong size, text that cannot be read."""


class IllegalAction(DeadwoodError, ValueError):
    """A move or action that the rules do not allow. No game has moved."""


class StateError(DeadwoodError, RuntimeError):
    """Asked at the wrong time: somebody else's turn, a closed environment, one that another thread is using."""


class DataFileError(DeadwoodError, OSError):
    """A model or file that is missing, damaged or cannot be written."""


class OutOfMemory(DeadwoodError, MemoryError):
    """Memory ran out; what was there is still there."""


class InternalError(DeadwoodError):
    """A promise of the library was broken: please report it."""
