"""The error about a request that is not genuine."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

WebhookFault = Literal[
    "missing_header",
    "malformed_signature",
    "body_parsed",
    "too_large",
    "body_changed",
    "wrong_secret",
    "clock",
]
"""The step that failed.

- `missing_header`: the request has no `Svc-Signature`.
- `malformed_signature`: the header is there and cannot be read.
- `body_parsed`: the bytes of the body are gone, because something has parsed them before.
- `too_large`: the body is larger than any event.
- `body_changed`: the signature does not match, and the body is not as the service writes it.
- `wrong_secret`: the signature does not match, and the body has the form in which the service writes
  it: the secret is another one, or a value of the body was changed.
- `clock`: the signature matches and is too old by the clock of this machine.
"""


class WebhookError(Exception):
    """The error about a request that is not genuine. It contains neither secret nor body."""

    code: WebhookFault
    """The step that failed. Compare this in your program, never the message."""
    sender_time: datetime | None
    """The time of the signature, by the sender's clock. Only if the code is `clock`."""
    receiver_time: datetime | None
    """The time of this machine's clock then. Only if the code is `clock`."""

    def __init__(
        self,
        code: WebhookFault,
        reason: str,
        sender_time: datetime | None = None,
        receiver_time: datetime | None = None,
    ) -> None:
        # The error is made again from these values when its pickle is read.
        super().__init__(code, reason, sender_time, receiver_time)
        self.code = code
        self.reason = reason
        self.sender_time = sender_time
        self.receiver_time = receiver_time

    def __str__(self) -> str:
        return f"{self.code}: {self.reason}"
