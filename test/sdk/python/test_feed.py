"""A consumer of the event feed misses nothing, outlives outages and ends when it is told to."""

from __future__ import annotations

import json
import threading
import time
import unittest
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from team_api import TeamApi, ValidationError
from team_api.types import Event

from way import Way

KEY = "svck_live_0123456789_abcdefghijklmnopqrstuvwxyz"
EXPIRED = {
    "code": "validation_error",
    "errors": [{"in": "query", "pointer": "/cursor", "code": "cursor_expired", "detail": "gone"}],
}


class Feed:
    """A feed of numbered events, two on each page. Its cursor is the number of the last event."""

    def __init__(self, events: int, faults: list[Any] | None = None) -> None:
        self.events = events
        self.faults = faults or []

    def __call__(self, seen: Any) -> Any:
        if self.faults:
            return self.faults.pop(0)
        query = dict(parse_qsl(urlsplit(seen["path"]).query))
        begin = int(query.get("cursor", 0 if "since" in query else self.events))
        if begin == self.events and query["wait"] != "0":
            return "hang"
        end = min(begin + 2, self.events)
        return page_of(list(range(begin, end)), end, end < self.events)


def page_of(ids: list[int], cursor: int, more: bool = False, headers: Any = None) -> Any:
    data = [{"id": f"evt_{n}", "type": "member.joined"} for n in ids]
    return 200, headers or {}, json.dumps({"data": data, "cursor": str(cursor), "has_more": more})


def limit_of(remaining: int, reset: int) -> dict[str, str]:
    return {"RateLimit-Remaining": str(remaining), "RateLimit-Reset": str(reset)}


class Consumer:
    """Consumes in a thread, and stores a page together with its cursor."""

    def __init__(
        self, way: Way, fails_at: str = "", pace: Any = False, **options: Any
    ) -> None:
        self.ids: list[str] = []
        self.cursor: str | None = None
        self.error: Exception | None = None
        self.stop = threading.Event()
        self._fails_at = fails_at
        # A time limit below that of a waiting call.
        self._client = TeamApi(url=way.url, key=KEY, timeout=0.5, pace=pace)
        self._options = options
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._client.events.consume(self._handle, stop=self.stop, **self._options)
        except Exception as error:
            self.error = error

    def _handle(self, events: list[Event], cursor: str) -> None:
        ids = [event["id"] for event in events]
        if self._fails_at in ids:
            raise RuntimeError("the transaction was rolled back")
        self.ids += ids
        self.cursor = cursor

    def join(self) -> None:
        self._thread.join(30)
        assert not self._thread.is_alive()

    def end(self) -> float:
        began = time.monotonic()
        self.stop.set()
        self.join()
        return time.monotonic() - began


def until(holds: Any) -> None:
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


class Consume(unittest.TestCase):
    def test_it_begins_now_and_stores_its_position_at_once(self) -> None:
        with Way(Feed(3)) as way:
            consumer = Consumer(way)
            until(lambda: len(way.seen) == 2)
            self.assertEqual(([], "3"), (consumer.ids, consumer.cursor))
            self.assertEqual("/events?wait=0", way.seen[0]["path"])
            self.assertEqual("/events?cursor=3&wait=20", way.seen[1]["path"])
            self.assertLess(consumer.end(), 1)
            self.assertIsNone(consumer.error)

    def test_after_an_error_of_the_handler_the_same_events_come_again(self) -> None:
        with Way(Feed(5)) as way:
            first = Consumer(way, "evt_3", since="2026-11-18T09:00:00Z", types=["a", "b"])
            first.join()
            self.assertIsInstance(first.error, RuntimeError)
            second = Consumer(way, cursor=first.cursor)
            until(lambda: len(second.ids) == 3)
            second.end()
            self.assertEqual([f"evt_{n}" for n in range(5)], first.ids + second.ids)
            self.assertIn("types=a%2Cb", way.seen[0]["path"])

    def test_it_goes_on_after_429_and_more_outages_than_a_call_survives(self) -> None:
        full = (429, {"retry-after": "1"}, "")
        faults = [full, "refuse", (503, {}, ""), "refuse", (502, {}, ""), "refuse"]
        with Way(Feed(1, faults)) as way:
            consumer = Consumer(way, cursor="0")
            until(lambda: consumer.ids == ["evt_0"])
            self.assertGreater(way.seen[1]["at"] - way.seen[0]["at"], 0.99)
            consumer.end()

    def test_an_expired_cursor_raises_and_it_does_not_begin_anew(self) -> None:
        with Way([(422, {}, json.dumps(EXPIRED))]) as way:
            consumer = Consumer(way, cursor="0")
            consumer.join()
            assert isinstance(consumer.error, ValidationError)
            self.assertEqual("cursor_expired", consumer.error.errors[0]["code"])
            self.assertEqual(1, len(way.seen))

    def test_it_ends_within_a_second_between_its_tries_and_between_its_calls(self) -> None:
        away = (429, {"retry-after": "60"}, "")
        for fault, cursor in [(away, "0"), (page_of([], 7), "7")]:
            with Way([fault]) as way:
                consumer = Consumer(way, cursor=cursor)
                until(lambda: len(way.seen) == 1)
                self.assertLess(consumer.end(), 1)
                self.assertEqual((None, 1), (consumer.error, len(way.seen)))

    def test_a_call_that_should_wait_and_is_answered_at_once_is_followed_by_a_pause(self) -> None:
        with Way([page_of([], 7), page_of([], 7, True), page_of([], 7), page_of([8], 8)]) as way:
            consumer = Consumer(way)
            until(lambda: consumer.ids)
            first, _, third, fourth = [seen["at"] for seen in way.seen[:4]]
            self.assertLess(third - first, 5)
            self.assertGreater(fourth - third, 19)
            consumer.end()

    def test_after_a_page_with_events_it_pauses_as_the_rate_limit_allows(self) -> None:
        cases: list[tuple[Any, Any, float]] = [
            ({}, False, 0.6),
            (limit_of(100, 50), False, 0.6),
            (limit_of(3, 3), False, 1.0),
            (limit_of(5, 3), {"leave": 2}, 1.0),
        ]
        for headers, pace, least in cases:
            pages = [page_of([n], n, False, headers) for n in range(1, 4)]
            with Way(pages) as way:
                consumer = Consumer(way, pace=pace, cursor="0")
                until(lambda ended=consumer: len(ended.ids) == 3)
                consumer.end()
                first, second, third = [seen["at"] for seen in way.seen[:3]]
                for gap in (second - first, third - second):
                    self.assertGreater(gap, least - 0.2, headers)


if __name__ == "__main__":
    unittest.main()
