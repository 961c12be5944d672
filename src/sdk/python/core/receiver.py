"""Receives webhooks in a web framework, without importing it."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from .signature import LARGEST, TOLERANCE, secrets_in, verified
from .webhook_error import WebhookError, WebhookFault

if TYPE_CHECKING:
    from ..types import WebhookEvent

ALONE = 55.0
"""Seconds. The service ends an attempt after ten and sends the event again after a minute."""

STATUSES: Mapping[WebhookFault, int] = {
    # This is a fault of this program, not of the request.
    "body_parsed": 500,
    "too_large": 413,
}


class EventStore(Protocol):
    """Where the ids of handled events are kept, for 60 days at least. A `set` will do for a try."""

    def __contains__(self, event_id: Any, /) -> bool: ...
    def add(self, event_id: str, /) -> object: ...


class FlaskRequest(Protocol):
    """The parts of a request of Flask that the receiver uses."""

    @property
    def headers(self) -> Any: ...
    def get_data(self) -> bytes: ...


Reply = tuple[str, int, dict[str, str]]
"""Text, status and headers, in the order in which Flask takes them."""


class Receiver:
    """Verifies each request and calls `handle` with the event.

    If `handle` raises, the error goes on to the framework, which answers 500, and the service sends
    the event again later. With a `store`, an event that was handled before is answered and not
    handled again. `on_refused` is called with the reason for each refused request. Answer within
    ten seconds: put long work into a queue.
    """

    def __init__(
        self,
        secrets: str | Iterable[str | None] | None,
        handle: Callable[[WebhookEvent], object],
        *,
        store: EventStore | None = None,
        tolerance: float = TOLERANCE,
        on_refused: Callable[[WebhookError], object] | None = None,
    ) -> None:
        known = secrets_in(secrets)
        # Tools that report errors show the variables of each frame, and what is in an object.
        del secrets
        self._secrets: Callable[[], tuple[bytes, ...]] = lambda: known
        self._handle = handle
        self._store = store
        self._tolerance = tolerance
        self._on_refused = on_refused
        self._running: dict[str, float] = {}
        self._lock = Lock()

    def __repr__(self) -> str:
        return "<Receiver>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a receiver holds a secret and cannot be pickled: make one in each process")

    def answer(self, raw_body: bytes, headers: Mapping[Any, Any]) -> Reply:
        """The answer to a POST in any framework: text, status and headers."""
        return self._answer(raw_body, headers, self._call)

    def flask(self, request: FlaskRequest) -> Reply:
        """The answer of a view of Flask: `return receiver.flask(request)`."""
        return self.answer(request.get_data(), request.headers)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """A receiver is an app of ASGI.

        In FastAPI and Starlette: `app.add_route("/webhooks", receiver, methods=["POST"])`.
        """
        if scope["type"] != "http":
            raise RuntimeError("events come over HTTP")
        text, status, headers = await self._asgi_reply(scope, receive)
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": text.encode()})

    async def _asgi_reply(self, scope: Any, receive: Any) -> Reply:
        if scope["method"] != "POST":
            return _reply(405, "events come by POST", {"allow": "POST"})
        body = await _body_of(receive)
        loop = asyncio.get_running_loop()

        def call(event: WebhookEvent) -> None:
            if inspect.iscoroutinefunction(self._handle):
                asyncio.run_coroutine_threadsafe(self._handle(event), loop).result()
            else:
                self._call(event)

        # Store and function may wait for a database, and must not delay all other requests.
        return await asyncio.to_thread(self._answer, body, dict(scope["headers"]), call)

    def _call(self, event: WebhookEvent) -> None:
        done = self._handle(event)
        if inspect.iscoroutine(done):
            done.close()
            raise TypeError("handle is async: declare it with `async def`, and use ASGI")

    def _answer(
        self, body: object, headers: Mapping[Any, Any], call: Callable[[WebhookEvent], None]
    ) -> Reply:
        try:
            event: Any = verified(body, headers, self._secrets(), self._tolerance)
        except WebhookError as error:
            self._tell(error)
            return _reply(STATUSES.get(error.code, 400), str(error))
        if self._store is None:
            call(event)
            return _reply(200, "handled")
        return self._once(event, self._store, call)

    def _once(
        self, event: WebhookEvent, store: EventStore, call: Callable[[WebhookEvent], None]
    ) -> Reply:
        """Stores the id after the event is handled, so that a crash loses no event."""
        event_id = event["id"]
        now = time.monotonic()
        with self._lock:
            if now - self._running.get(event_id, -ALONE) < ALONE:
                return _reply(503, "the same event is being handled")
            self._running[event_id] = now
        try:
            if event_id in store:
                return _reply(200, "handled before")
            call(event)
            store.add(event_id)
        finally:
            with self._lock:
                self._running.pop(event_id, None)
        return _reply(200, "handled")

    def _tell(self, error: WebhookError) -> None:
        """Calls `on_refused`. If this function fails, the answer stays the same."""
        try:
            if self._on_refused is not None:
                self._on_refused(error)
        except Exception:
            pass


async def _body_of(receive: Any) -> bytes:
    """Reads the body, but no more of a larger one than is needed to refuse it."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return bytes(body)
        if len(body) <= LARGEST:
            body += message.get("body", b"")
        if not message.get("more_body", False):
            return bytes(body)


def _reply(status: int, text: str, headers: dict[str, str] | None = None) -> Reply:
    return text, status, {"content-type": "text/plain; charset=utf-8", **(headers or {})}
