"""Reads the event feed for ever."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from .attempt import Answer
from .errors import TeamApiError
from .options import CallOptions
from .prepare import Call
from .resource import Resource

if TYPE_CHECKING:
    from ..types import Event, EventFeed

WAIT = 20
BETWEEN = 0.6
"""Seconds. A waiting call ends at each event. So a page collects the events of this time, and a key
is left below its limit."""


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

        After a page with events it asks again 0.6 seconds later at the earliest, and later if few
        requests of the minute are left: a waiting call ends at each event, and many events would
        use up the rate limit.

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
            began = time.monotonic()
            query: dict[str, Any] = {
                "cursor": cursor,
                "since": since if cursor is None else None,
                "types": None if types is None else ",".join(types),
                "wait": wait,
            }
            answer = self._answer(query, stop)
            if answer is None:
                return
            page: EventFeed = answer.body
            if page["data"] or page["cursor"] != cursor:
                handle(page["data"], page["cursor"])
            cursor = page["cursor"]
            pause = 0.0
            if page["data"]:
                pause = max(BETWEEN, self._spread(answer))
            elif not page["has_more"]:
                # The service answers at once if too many calls wait already.
                pause = wait
            stop.wait(max(0.0, began + pause - time.monotonic()))

    def _answer(self, query: dict[str, Any], stop: threading.Event) -> Answer | None:
        # The feed outlives any outage: only a refusal that no retry mends ends a call.
        options = CallOptions(timeout=35.0, total_timeout=math.inf, max_retries=10**9, stop=stop)
        try:
            return self._send_whole(Call("listEvents", "GET", "/events", query=query), options)
        except TeamApiError:
            if stop.is_set():
                return None
            raise
