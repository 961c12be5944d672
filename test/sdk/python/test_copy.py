"""A copy becomes whole, goes on after kills and outages, and keeps what the team closes."""

from __future__ import annotations

import json
import threading
import time
import unittest
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from team_api import TeamApi, ValidationError
from team_api.sync import CopyStep, copy

from way import Way

KEY = "svck_live_0123456789_abcdefghijklmnopqrstuvwxyz"
CLOSED = (403, {}, json.dumps({"code": "privacy_restricted"}))


def refused(code: str) -> Any:
    errors = [{"in": "query", "pointer": "/cursor", "code": code, "detail": "gone"}]
    return 422, {}, json.dumps({"code": "validation_error", "errors": errors})


def page_of(cursor: str, *ids: str, more: bool = False, change: str = "changed") -> Any:
    data = [
        {"type": "case", "id": each, "member_id": None, "change": change, "object": {"id": each}}
        for each in ids
    ]
    return 200, {}, json.dumps({"data": data, "cursor": cursor, "has_more": more})


class Kept:
    """A copy in a thread, which keeps each step or is killed before it."""

    def __init__(self, way: Way, stored: Any = None, fails_at: str = "", **options: Any) -> None:
        self.stored = stored
        self.steps: list[CopyStep] = []
        self.closed: list[list[str]] = []
        self.error: Exception | None = None
        self.stop = threading.Event()
        self._fails_at = fails_at
        client = TeamApi(url=way.url, key=KEY, timeout=0.5)
        self._options = {"client": client, "types": ["member", "case"], "into": self, **options}
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            copy(**self._options, on_closed=self.closed.append, stop=self.stop)
        except Exception as error:
            self.error = error

    def load(self) -> Any:
        return self.stored

    def apply(self, step: CopyStep) -> None:
        if self._fails_at in [each["id"] for each in step.changes]:
            raise RuntimeError("the transaction was rolled back")
        self.steps.append(step)
        self.stored = (step.cursor, step.generation)

    @property
    def told(self) -> list[tuple[list[str], int, bool]]:
        return [([c["id"] for c in s.changes], s.generation, s.ends) for s in self.steps]

    def join(self) -> None:
        self._thread.join(30)
        assert not self._thread.is_alive()

    def end(self) -> None:
        began = time.monotonic()
        self.stop.set()
        self.join()
        assert time.monotonic() - began < 1


def until(holds: Any) -> None:
    deadline = time.monotonic() + 40
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def asked(way: Way) -> list[tuple[str | None, str, str]]:
    queries = [dict(parse_qsl(urlsplit(seen["path"]).query)) for seen in way.seen]
    return [(query.get("cursor"), query["types"], query["wait"]) for query in queries]


def script(pages: list[Any]) -> Any:
    """Answers with these pages, and then waits."""
    return lambda _: pages.pop(0) if pages else "hang"


class Copy(unittest.TestCase):
    def test_it_reads_everything_once_and_then_waits_for_changes(self) -> None:
        pages = [page_of("a", "1", more=True), page_of("b", "2"), page_of("c", "3")]
        with Way(script(pages)) as way:
            kept = Kept(way)
            until(lambda: len(way.seen) == 4)
            kept.end()
            self.assertEqual([(["1"], 1, False), (["2"], 1, True), (["3"], 1, False)], kept.told)
            names = "case,member"
            expected = [(None, names, "0"), ("a", names, "0"), ("b", names, "20"), ("c", names, "20")]
            self.assertEqual(expected, asked(way))
            self.assertIsNone(kept.error)

    def test_after_a_kill_in_its_beginning_it_goes_on_where_it_was(self) -> None:
        pages = [page_of("a", "1", more=True), page_of("b", "2"), page_of("b", "2")]
        with Way(script(pages)) as way:
            first = Kept(way, fails_at="2")
            first.join()
            self.assertIsInstance(first.error, RuntimeError)
            second = Kept(way, first.stored)
            until(lambda: second.steps)
            second.end()
            self.assertEqual([(["2"], 1, True)], second.told)
            self.assertEqual([None, "a", "a"], [cursor for cursor, *_ in asked(way)[:3]])

    def test_after_its_cursor_has_expired_it_begins_anew(self) -> None:
        pages = [page_of("a", "1"), refused("cursor_expired"), page_of("b", "1"), page_of("c", "2")]
        with Way(script(pages)) as way:
            kept = Kept(way)
            until(lambda: len(kept.steps) == 3)
            kept.end()
            self.assertEqual([(["1"], 1, True), (["1"], 2, True), (["2"], 2, False)], kept.told)
            self.assertEqual([None, "a", None], [cursor for cursor, *_ in asked(way)[:3]])
        with Way([refused("invalid_cursor")]) as way:
            other = Kept(way, kept.stored)
            other.join()
            self.assertIsInstance(other.error, ValidationError)

    def test_while_types_are_closed_it_goes_on_with_the_others_and_says_so_once(self) -> None:
        # Two places: all goes on at "a", and the open types at "b".
        with Way(script([page_of("a", "1"), CLOSED, page_of("b", "2")])) as way:
            kept = Kept(way)
            until(lambda: len(kept.closed) == 1 and len(kept.steps) == 2)
            self.assertEqual([["case"]], kept.closed)
            self.assertEqual(["member"], kept.steps[1].types)
            self.assertEqual((["2"], 2, True), kept.told[1])
            kept.end()
            again = json.loads(kept.stored[0])
            self.assertEqual("a", again["case,member"]["cursor"])
            self.assertEqual("b", again["member"]["cursor"])
        with Way(script([page_of("d", "4")])) as way:
            opened = Kept(way, kept.stored)
            until(lambda: opened.steps)
            opened.end()
            self.assertEqual(([(["4"], 2, False)], "a"), (opened.told, asked(way)[0][0]))

    def test_closed_types_alone_wait_and_are_tried_again(self) -> None:
        with Way(script([CLOSED, CLOSED, page_of("a", "1")])) as way:
            kept = Kept(way, types=["case"])
            until(lambda: len(way.seen) == 2)
            self.assertGreater(way.seen[1]["at"] - way.seen[0]["at"], 19)
            self.assertEqual([["case"]], kept.closed)
            until(lambda: kept.steps)
            kept.end()
            self.assertEqual([["case"], []], kept.closed)

    def test_an_erasure_comes_as_a_change(self) -> None:
        pages = [page_of("a", "1"), page_of("b", "2", change="erased"), page_of("c", "1")]
        with Way(script(pages)) as way:
            kept = Kept(way)
            until(lambda: len(kept.steps) == 3)
            kept.end()
            self.assertEqual([(["1"], 1, True), (["2"], 1, False), (["1"], 1, False)], kept.told)

    def test_it_goes_on_after_429_and_more_outages_than_a_call_survives(self) -> None:
        full = (429, {"retry-after": "1"}, "")
        faults = [full, "refuse", (503, {}, ""), "refuse", (502, {}, ""), "refuse"]
        with Way(script([*faults, page_of("a", "1")])) as way:
            kept = Kept(way)
            until(lambda: kept.steps)
            self.assertGreater(way.seen[1]["at"] - way.seen[0]["at"], 0.99)
            kept.end()


if __name__ == "__main__":
    unittest.main()
