"""The types of a transport, for the sender and for callers with a transport of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, repr=False)
class Request:
    """A request that is ready to be sent. Its headers hold the API key."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None
    timeout: float
    """Seconds for the whole exchange."""
    stop: threading.Event | None = None
    """If it is set, the exchange may end early, by an error."""

    def __repr__(self) -> str:
        return f"<Request {self.method}>"


@dataclass(frozen=True, repr=False)
class Response:
    """A whole answer. Its body is not compressed."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def __repr__(self) -> str:
        return f"<Response {self.status}>"


Transport = Callable[[Request], Response]
"""Sends a request once. It must not follow redirects: that makes a GET of a POST, or carries the
key to another host. Whatever it raises counts as a broken connection, and is tried again."""
