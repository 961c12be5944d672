"""The options of a client and of a single call."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Literal, TypedDict

from .log import Log
from .transport import Transport

Language = Literal["de", "en"]


class Pace(TypedDict):
    """How far a client stays below the rate limit."""

    leave: int
    """The number of requests in each minute that stay free for other programs."""


@dataclass(frozen=True)
class ClientOptions:
    """The options of a client, without the key."""

    language: Language | None
    timeout: float
    total_timeout: float
    max_retries: int
    pace: bool | Pace
    log: Log | None
    transport: Transport | None


@dataclass(frozen=True)
class CallOptions:
    """The options of a single call. None means the option of the client."""

    language: Language | None = None
    timeout: float | None = None
    total_timeout: float | None = None
    max_retries: int | None = None
    idempotency_key: str | None = None
    stop: threading.Event | None = None
    """Ends the call, with the error of its last try."""


@dataclass(frozen=True)
class Settings:
    """The settings of a call: its own options, else those of the client."""

    language: Language | None
    timeout: float
    total_timeout: float
    max_retries: int


def settings_of(client: ClientOptions, call: CallOptions) -> Settings:
    return Settings(
        language=client.language if call.language is None else call.language,
        timeout=client.timeout if call.timeout is None else call.timeout,
        total_timeout=client.total_timeout if call.total_timeout is None else call.total_timeout,
        max_retries=client.max_retries if call.max_retries is None else call.max_retries,
    )
