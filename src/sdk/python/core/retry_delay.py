"""When a call is tried again."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from .errors import ApiError, TeamApiError

FIRST = 0.5
LONGEST = 8.0
SPREAD = 1.0
"""Random seconds, so that programs with the same `Retry-After` do not come together."""

REPEATABLE = frozenset({429, 500, 502, 503, 504})


@dataclass
class Past:
    """The earlier tries of a call."""

    max_retries: int
    may_run: bool
    """Whether another call with the same `Idempotency-Key` may still run."""
    retries: int = 0
    """How often the call was tried again, without the waits for a call with the same key."""
    waits: int = 0
    """How often the call waited for a call with the same key."""
    faults: int = 0
    """How often the answer was 500."""


def backoff(retries: int, chance: Callable[[], float] = random.random) -> float:
    """A wait that doubles with each retry. Half of it is fixed, and half is random."""
    whole = min(LONGEST, FIRST * 2.0 ** min(retries, 10))
    return whole / 2 + chance() * whole / 2


def retry_delay(
    error: TeamApiError, past: Past, chance: Callable[[], float] = random.random
) -> float | None:
    """Seconds until the call is tried again. None if it is not tried again.

    Every call of this API may be repeated: reading changes nothing, PATCH sets values, a deleted
    object stays deleted, and a POST has its `Idempotency-Key`. A 500 says that nothing was changed.
    It is repeated only once, because a fault of the program would come again each time.
    """
    if not isinstance(error, ApiError):
        return backoff(past.retries, chance) if past.retries < past.max_retries else None
    if error.code == "conflict":
        # A stored refusal is final. Otherwise the earlier call may still run, at most until the
        # time limit of the server. So these waits do not count as retries.
        is_running = past.may_run and not error.replayed and past.max_retries > 0
        return backoff(past.waits + 1, chance) if is_running else None
    if error.status not in REPEATABLE or past.retries >= past.max_retries:
        return None
    if error.status == 500 and past.faults > 1:
        return None
    if error.retry_after is None:
        return backoff(past.retries, chance)
    return error.retry_after + chance() * SPREAD
