"""Receives webhooks in a web framework, without importing it."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, cast

from .signature import LIFETIME, WebhookError, secrets_of, verified

if TYPE_CHECKING:
    from ..types import WebhookEvent

LARGEST = 1_000_000
"""Bytes. No event is larger."""


class Seen(Protocol):
    """Keeps the ids of the events that were handled. A set is one; better is a table of yours."""

    def __contains__(self, event_id: Any, /) -> bool: ...
    def add(self, event_id: str, /) -> object: ...


class FlaskRequest(Protocol):
    """What is used of the request of Flask."""

    @property
    def headers(self) -> Any: ...
    def get_data(self) -> bytes: ...


Answer = tuple[str, int, dict[str, str]]
"""Body, status and headers: Flask takes it as it is."""


class Receiver:
    """Verifies each request, drops events that it has seen, and gives the others to `handle`.

    With `seen`, an event is kept there once `handle` has ended without an error. If `handle` fails,
    the error goes on to the framework, which answers 500, and the service sends the event again.
    """

    def __init__(
        self,
        handle: Callable[[WebhookEvent], object],
        secrets: str | Iterable[str],
        *,
        seen: Seen | None = None,
        lifetime: float = LIFETIME,
    ) -> None:
        self._handle = handle
        given = secrets_of(secrets)
        self._secrets = lambda: given
        self._seen = seen
        self._lifetime = lifetime
        self._handled_now: set[str] = set()
        self._lock = Lock()

    def __repr__(self) -> str:
        return "<Receiver>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a receiver holds a secret and cannot be pickled: make one in each process")

    def answer(self, raw_body: bytes, headers: Mapping[Any, Any]) -> Answer:
        """What to answer to a request, in any framework: body, status and headers."""
        event = self._accept(raw_body, headers)
        if isinstance(event, tuple):
            return event
        try:
            done = self._handle(event)
            if inspect.isawaitable(done):
                _close(done)
                raise TypeError("handle is async: this framework needs a function that is not")
            self._remember(event)
        finally:
            self._release(event)
        return _text(204)

    def flask(self, request: FlaskRequest) -> Answer:
        """The answer of a view of Flask: `return receiver.flask(request)`."""
        return self.answer(request.get_data(), request.headers)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """A receiver is an app of ASGI.

        In FastAPI and Starlette: `app.add_route("/hooks", receiver, methods=["POST"])`.
        """
        if scope["type"] != "http":
            raise RuntimeError("webhooks come over HTTP")
        body, status, headers = await self._asgi_answer(scope, receive)
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": body.encode()})

    async def _asgi_answer(self, scope: Any, receive: Any) -> Answer:
        if scope["method"] != "POST":
            return _text(405, "webhooks come by POST", {"allow": "POST"})
        body = await _body_of(receive)
        if body is None:
            return _text(413, "no event is this large")
        event = await asyncio.to_thread(self._accept, body, dict(scope["headers"]))
        if isinstance(event, tuple):
            return event
        try:
            if inspect.iscoroutinefunction(self._handle):
                await self._handle(event)
            else:
                # A function that waits for a database must not hold up all other requests.
                done = await asyncio.to_thread(self._handle, event)
                if inspect.isawaitable(done):
                    await cast("Awaitable[object]", done)
            await asyncio.to_thread(self._remember, event)
        finally:
            self._release(event)
        return _text(204)

    def _accept(self, body: bytes, headers: Mapping[Any, Any]) -> Answer | WebhookEvent:
        """The event, if it has to be handled; else the answer."""
        if len(body) > LARGEST:
            return _text(413, "no event is this large")
        try:
            event = verified(body, headers, self._secrets(), self._lifetime, None)
        except WebhookError as error:
            return _text(400, str(error))
        if self._seen is None:
            return cast("WebhookEvent", event)
        event_id = str(event.get("id"))
        with self._lock:
            if event_id in self._seen:
                return _text(204)
            if event_id in self._handled_now:
                return _text(503, "this event is being handled", {"retry-after": "30"})
            self._handled_now.add(event_id)
        return cast("WebhookEvent", event)

    def _remember(self, event: WebhookEvent) -> None:
        if self._seen is not None:
            self._seen.add(event["id"])

    def _release(self, event: WebhookEvent) -> None:
        with self._lock:
            self._handled_now.discard(str(event.get("id")))


async def _body_of(receive: Any) -> bytes | None:
    """None if it is larger than any event. It is then not kept, but read to its end."""
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b"".join(chunks)
        chunk = message.get("body", b"")
        size += len(chunk)
        if size <= LARGEST:
            chunks.append(chunk)
        if not message.get("more_body", False):
            return b"".join(chunks) if size <= LARGEST else None


def _text(status: int, text: str = "", headers: dict[str, str] | None = None) -> Answer:
    return text, status, {"content-type": "text/plain; charset=utf-8", **(headers or {})}


def _close(coroutine: object) -> None:
    close = getattr(coroutine, "close", None)
    if close is not None:
        close()
