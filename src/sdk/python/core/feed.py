"""Reads the event feed for ever."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from .errors import TeamApiError
from .options import CallOptions
from .prepare import Call
from .resource import Resource

if TYPE_CHECKING:
    from ..types import Event, EventFeed

WAIT = 20


class Feed(Resource):
    """The event feed. The generated class with its operation extends this class."""

    def consume(
        self,
        handle: Callable[[list[Event], str], object],
        *,
        cursor: str | None = None,
        since: datetime | str | None = None,
        types: Sequence[str] | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        """Reads the event feed for ever, and calls `handle(events, cursor)` with each page.

        The events come in order and at least once. Store the cursor in the transaction of your
        work, also if there are no events, and give the stored one to the next call. If `handle`
        raises, `consume` raises the same error, and the next call gets the same events again.

        Without `cursor` it begins at `since`, or now. `types` are the only types of events that it
        reads; a cursor belongs to its types. When `stop` is set, `handle` may finish, and then the
        call returns.

        It goes on after 429, broken connections and outages of the service. It raises what no retry
        mends, such as a `ValidationError` whose `errors` have the code `cursor_expired`: events are
        missing then, so it never begins anew by itself.

        Needs the scope `events:read`.
        """
        stop = stop or threading.Event()
        while not stop.is_set():
            # A consumer that begins gets its position at once, so that it misses nothing if it is
            # killed.
            wait = 0 if cursor is None else WAIT
            ends = time.monotonic() + wait
            query: dict[str, Any] = {
                "cursor": cursor,
                "since": since if cursor is None else None,
                "types": None if types is None else ",".join(types),
                "wait": wait,
            }
            page = self._page(query, stop)
            if page is None:
                return
            if page["data"] or page["cursor"] != cursor:
                handle(page["data"], page["cursor"])
            cursor = page["cursor"]
            if not page["data"] and not page["has_more"]:
                # The service answers at once if too many calls wait already.
                stop.wait(max(0.0, ends - time.monotonic()))

    def _page(self, query: dict[str, Any], stop: threading.Event) -> EventFeed | None:
        # The feed outlives any outage: only a refusal that no retry mends ends a call.
        options = CallOptions(timeout=35.0, total_timeout=math.inf, max_retries=10**9, stop=stop)
        try:
            page: EventFeed = self._send(Call("listEvents", "GET", "/events", query=query), options)
            return page
        except TeamApiError:
            if stop.is_set():
                return None
            raise
