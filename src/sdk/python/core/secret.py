"""Texts that must not be shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn


class Secret:
    """Holds a text that is in no repr, no pickle and no list of local variables."""

    __slots__ = ("_reveal",)

    def __init__(self, text: str) -> None:
        self._reveal: Callable[[], str] = lambda: text

    def reveal(self) -> str:
        return self._reveal()

    def hidden_in(self, text: str) -> str:
        """The text without this secret."""
        hidden = self.reveal()
        return text.replace(hidden, "[key]") if hidden else text

    def __repr__(self) -> str:
        return "[secret]"

    def __reduce__(self) -> NoReturn:
        raise TypeError("this holds a secret, so it cannot be copied or pickled: make a new one")
