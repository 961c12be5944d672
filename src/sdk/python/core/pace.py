"""Keeps the requests of a client below the rate limit."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from threading import Condition
from typing import Literal

End = Mapping[str, str] | Literal["uncounted", "unanswered"]
"""How a request has ended: its headers, that its limit is another one, or that no answer came."""

BLIND = 1.0
"""Seconds for which all calls may go on if the request that should bring the numbers got no
answer."""


class Pacer:
    """Counts down the requests that are left, by the last answers.

    The server counts in windows of a minute, and each answer says how much of the window is left.
    While this is not known, one request is sent alone. Several threads may share a pacer.
    """

    def __init__(self, leave: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._leave = leave
        self._clock = clock
        self._left: float | None = None
        self._ends_at = 0.0
        self._asks_first = False
        self._changed = Condition()

    def enter(self) -> Callable[[End], None]:
        """Waits until a request may be sent. Call the returned function when it has ended."""
        with self._changed:
            while True:
                wait = self._ends_at - self._clock()
                if wait <= 0:
                    self._left = None
                if self._left is None:
                    if not self._asks_first:
                        self._asks_first = True
                        return self._first_ended
                    self._changed.wait()
                elif self._left > self._leave:
                    self._left -= 1
                    return self._ended
                else:
                    self._changed.wait(wait)

    def _first_ended(self, end: End) -> None:
        with self._changed:
            self._note(end)
            if end == "unanswered":
                # While the server is silent, a call must not wait for the time limits of
                # other calls.
                self._left = math.inf
                self._ends_at = self._clock() + BLIND
            self._asks_first = False
            self._changed.notify_all()

    def _ended(self, end: End) -> None:
        with self._changed:
            self._note(end)

    def _note(self, end: End) -> None:
        """Keeps the smallest number of a window, because answers may arrive in another order."""
        if isinstance(end, str):
            return
        remaining, reset = _number(end, "ratelimit-remaining"), _number(end, "ratelimit-reset")
        if remaining is None or reset is None:
            return
        self._left = remaining if self._left is None else min(self._left, remaining)
        self._ends_at = self._clock() + reset


def spread(headers: Mapping[str, str], leave: int) -> float:
    """How many seconds lie between two requests if those that are left, except `leave`, are spread
    over the rest of the window."""
    remaining, reset = _number(headers, "ratelimit-remaining"), _number(headers, "ratelimit-reset")
    if remaining is None or reset is None:
        return 0.0
    return reset / max(1, remaining - leave)


def _number(headers: Mapping[str, str], name: str) -> int | None:
    text = headers.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() else None
