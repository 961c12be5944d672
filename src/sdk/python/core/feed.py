"""Reads the event feed for ever, and the changes."""

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
    from ..types import ChangeList, Event, EventFeed

WAIT = 20
BETWEEN = 0.6
"""Seconds. A waiting call ends at each event. So a page collects the events of this time, and a key
is left below its limit."""


class Waiting(Resource):
    """A feed whose answers wait for news."""

    def _read_page(
        self, call: Call, wait: int, stop: threading.Event
    ) -> tuple[Any, float] | None:
        """Reads a page, however long the service is away, and says when the next may be asked for:
        a time of `time.monotonic()`. None if `stop` has ended it."""
        began = time.monotonic()
        # Only a refusal that no retry mends ends a call.
        options = CallOptions(timeout=35.0, total_timeout=math.inf, max_retries=10**9, stop=stop)
        try:
            answer = self._send_whole(call, options)
        except TeamApiError:
            if stop.is_set():
                return None
            raise
        page = answer.body
        pause = 0.0
        if page["data"]:
            pause = max(BETWEEN, self._spread(answer))
        else:
            # The service answers at once if too many calls wait already. If it is about to open the
            # list, that takes moments.
            pause = min(wait, 1) if page["has_more"] else wait
        return page, began + pause


class Changes(Waiting):
    """The changes. The generated class with their operation extends this class."""

    def _follow(
        self, cursor: str | None, types: str, wait: int, stop: threading.Event
    ) -> tuple[ChangeList, float] | None:
        """Reads a page for `copy`."""
        query = {"cursor": cursor, "types": types, "limit": 200, "wait": wait}
        return self._read_page(Call("listChanges", "GET", "/changes", query=query), wait, stop)


def sleep_until(at: float, stop: threading.Event) -> None:
    """Waits until this time of `time.monotonic()`, or until `stop`."""
    stop.wait(max(0.0, at - time.monotonic()))


class Feed(Waiting):
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
            query: dict[str, Any] = {
                "cursor": cursor,
                "since": since if cursor is None else None,
                "types": None if types is None else ",".join(types),
                "wait": wait,
            }
            read = self._read_page(Call("listEvents", "GET", "/events", query=query), wait, stop)
            if read is None:
                return
            page: EventFeed = read[0]
            if page["data"] or page["cursor"] != cursor:
                handle(page["data"], page["cursor"])
            cursor = page["cursor"]
            sleep_until(read[1], stop)
