"""Groups of operations, and the methods of every client besides the operations of the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from .attempt import Answer
from .listing import Listing
from .options import CallOptions, Language
from .prepare import Call
from .sender import Sender

C = TypeVar("C", bound="Client")


class Resource:
    """Operations that belong together. The generated classes extend this class."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def _send(self, call: Call, options: CallOptions) -> Any:
        return self._send_whole(call, options).body

    def _send_whole(self, call: Call, options: CallOptions) -> Answer:
        return self._sender.send(call, options)

    def _spread(self, answer: Answer) -> float:
        return self._sender.spread(answer)

    def _send_list(self, call: Call, options: CallOptions) -> Listing[Any, Any]:
        def read(cursor: str | None) -> Any:
            query = {**call.query, "cursor": cursor} if cursor else call.query
            return self._send(replace(call, query=query), options)

        return Listing(read)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Client(Resource):
    """The methods of every client besides the operations of the API."""

    def request(
        self,
        method: str,
        path: str,
        *,
        ids: Sequence[str] = (),
        query: Mapping[str, object] | None = None,
        body: Mapping[str, object] | None = None,
        idempotency_key: str | None = None,
        language: Language | None = None,
        timeout: float | None = None,
        total_timeout: float | None = None,
        max_retries: int | None = None,
    ) -> Any:
        """Calls an operation that this version of the package does not know yet.

        It has the same retries, limits and errors:
        `client.request("GET", "/users/{id}", ids=[member_id])`.
        """
        call = Call(f"{method} {path}", method, path, tuple(ids), query or {}, body)
        options = CallOptions(language, timeout, total_timeout, max_retries, idempotency_key)
        return self._send(call, options)

    def close(self) -> None:
        """Closes the connections that are kept for the next calls. The client stays usable."""
        self._sender.close()

    def __enter__(self: C) -> C:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
