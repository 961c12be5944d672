"""The entries of the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class LogEntry:
    """One try of a call. The entry contains nothing that was sent or received."""

    operation: str
    """The name of the operation in the reference, such as `createAssignment`."""
    method: str
    path: str
    """The path as in the reference, without ids: `/users/{member_id}`."""
    attempt: int
    """1 for the first try."""
    seconds: float
    """How long this try took."""
    status: int | None
    """The status of the answer. None if there was none."""
    code: str | None
    """The code of the error, `connection` or `timeout`. None if the call succeeded."""
    request_id: str | None
    replayed: bool
    """Whether the answer is a stored one, to an earlier call with the same `Idempotency-Key`."""
    retry_in: float | None
    """Seconds until the next try. None if there is none."""


Log = Callable[[LogEntry], object]


def tell(log: Log | None, entry: LogEntry) -> None:
    """Calls the log. A log that raises does not make the call fail."""
    if log is None:
        return
    try:
        log(entry)
    except Exception:
        pass
