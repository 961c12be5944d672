"""What the client does when connections, servers and limits fail. The same rules as in TypeScript."""

from __future__ import annotations

import json
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from team_api import (
    ApiConnectionError,
    ApiTimeoutError,
    ConflictError,
    InternalError,
    LogEntry,
    NotFoundError,
    RateLimitedError,
    Request,
    Response,
    TeamApi,
    TeamApiError,
    UnavailableError,
)

from way import Way

KEY = "svck_live_0123456789_abcdefghijklmnopqrstuvwxyz"


def client_of(way: Way, **options: Any) -> TeamApi:
    return TeamApi(url=way.url, key=KEY, **options)


def new_case(title: str) -> Any:
    return {"user_id": "usr_1", "title": title}


FAULTS: list[Any] = [
    "refuse",
    "lose",
    "half",
    (502, {}, "<html>bad gateway</html>"),
    (503, {}, ""),
    (504, {}, ""),
    (500, {}, ""),
    (429, {"retry-after": "0"}, ""),
]


class Faults(unittest.TestCase):
    def error_of(self, call: Any) -> TeamApiError:
        with self.assertRaises(TeamApiError) as caught:
            call()
        return caught.exception

    def test_a_post_is_sent_again_with_the_same_key_and_acts_once(self) -> None:
        def try_one(fault: Any) -> tuple[int, int, list[str]]:
            with Way([fault]) as way:
                client_of(way).cases.create(new_case("after"))
                keys = [each["headers"]["idempotency-key"] for each in way.seen]
                return len(keys), len(set(keys)), way.api.titles

        with ThreadPoolExecutor(8) as pool:
            for outcome in pool.map(try_one, FAULTS):
                self.assertEqual(outcome, (2, 1, ["after"]))

    def test_a_delete_that_finds_nothing_after_an_unclear_try_has_succeeded(self) -> None:
        with Way(["lose"]) as way:
            self.assertEqual(client_of(way).users.remove("mem_1"), {"ok": True})
            self.assertEqual(len(way.seen), 2)

    def test_a_delete_that_finds_nothing_at_once_or_after_a_clear_refusal_fails(self) -> None:
        with Way(["none", (429, {"retry-after": "0"}, "")]) as way:
            client = client_of(way)
            for _ in range(2):
                self.assertIsInstance(self.error_of(lambda: client.users.remove("no")), NotFoundError)
            self.assertEqual(len(way.seen), 3)

    def test_a_post_waits_while_the_call_with_the_same_key_still_runs(self) -> None:
        running = (409, {}, json.dumps({"code": "conflict", "status": 409}))
        with Way(["lose", running, running]) as way:
            made = client_of(way).cases.create(new_case("waits"), max_retries=1)
            self.assertEqual((made["title"], len(way.seen)), ("waits", 4))
            self.assertEqual(way.api.titles, ["waits"])

    def test_a_conflict_is_told_at_once_and_a_stored_one_is_final(self) -> None:
        taken = json.dumps({"code": "conflict"})
        with Way([(409, {}, taken)]) as way:
            error = self.error_of(lambda: client_of(way).users.invite({"email": "a@b.example"}))
            self.assertIsInstance(error, ConflictError)
            self.assertEqual(len(way.seen), 1)
        with Way([(409, {}, taken), (409, {"idempotency-replayed": "true"}, taken)]) as way:
            invite = client_of(way).users.invite
            error = self.error_of(lambda: invite({"email": "a@b.example"}, idempotency_key="own"))
            self.assertTrue(getattr(error, "replayed"))
            self.assertEqual(len(way.seen), 2)

    def test_retries_and_time_are_bounded(self) -> None:
        full = (429, {"retry-after": "3600"}, '{"code":"rate_limited"}')
        with Way(lambda _: (503, {}, "")) as way:
            error = self.error_of(lambda: client_of(way).me(max_retries=2))
            self.assertEqual((error.code, len(way.seen)), ("http_503", 3))
        with Way(lambda _: "refuse") as way:
            error = self.error_of(lambda: client_of(way).me(max_retries=1))
            self.assertEqual((type(error), len(way.seen)), (ApiConnectionError, 2))
        with Way(lambda _: (500, {}, "")) as way:
            error = self.error_of(lambda: client_of(way).me())
            self.assertEqual((error.code, len(way.seen)), ("http_500", 2))
        with Way(lambda _: full) as way:
            error = self.error_of(lambda: client_of(way).me())
            # Nobody is kept waiting for an hour.
            self.assertIsInstance(error, RateLimitedError)
            self.assertEqual((getattr(error, "retry_after"), len(way.seen)), (3600, 1))

    def test_a_try_ends_in_time_also_if_the_answer_drips(self) -> None:
        for fault in ("hang", "drip"):
            with Way(lambda _, fault=fault: fault) as way:
                began = time.monotonic()
                error = self.error_of(lambda: client_of(way).me(timeout=0.3, max_retries=1))
                self.assertIsInstance(error, ApiTimeoutError)
                self.assertEqual(len(way.seen), 2)
                self.assertLess(time.monotonic() - began, 5)
        with Way(lambda _: "hang") as way:
            error = self.error_of(lambda: client_of(way).me(total_timeout=0.3))
            self.assertEqual((type(error), len(way.seen)), (ApiTimeoutError, 1))

    def test_a_server_that_is_not_there_is_a_broken_connection(self) -> None:
        with Way() as way:
            url = way.url
        client = TeamApi(url=url, key=KEY, max_retries=0)
        error = self.error_of(client.me)
        self.assertIsInstance(error, ApiConnectionError)
        self.assertTrue(str(error).endswith(f"(at {url.removesuffix('/api/public/v1')})"), error)

    def test_a_broken_connection_names_the_address_without_a_password_and_a_query(self) -> None:
        def cut(_: Request) -> Response:
            raise OSError("cut")

        url = "https://user:pw@team.example:8443/api"
        client = TeamApi(url=url, key=KEY, max_retries=0, transport=cut)
        error = self.error_of(lambda: client.users.list(limit=1).first_page())
        self.assertEqual(str(error), "GET /users: cut (at https://team.example:8443)")

    def test_a_refusal_without_a_code_says_that_the_address_may_be_wrong(self) -> None:
        with Way([(404, {}, "<html>"), (502, {}, "<html>")]) as way:
            wrong = self.error_of(lambda: client_of(way).me(max_retries=0))
            self.assertEqual(wrong.code, "http_404")
            self.assertEqual(wrong.detail, "this is no answer of the API. Is url its address?")
            away = self.error_of(lambda: client_of(way).me(max_retries=0))
            self.assertEqual((away.code, away.detail), ("http_502", None))

    def test_a_redirect_is_not_followed(self) -> None:
        with Way() as elsewhere, Way([(307, {"location": f"{elsewhere.url}/me"}, "")]) as way:
            error = self.error_of(client_of(way).me)
            self.assertEqual((error.code, error.status), ("http_307", 307))
            self.assertEqual(error.detail, f"this address leads to {elsewhere.url}/me")
            self.assertEqual(elsewhere.seen, [])

    def test_a_list_goes_on_after_faults_and_misses_and_repeats_nothing(self) -> None:
        with Way(["none", "refuse", "half", "none", (503, {}, "")]) as way:
            listing = client_of(way).users.list(limit=3)
            self.assertEqual([member["id"] for member in listing], way.api.members)
            self.assertEqual([len(page["data"]) for page in listing.pages()], [3, 3, 1])
            first = listing.first_page()
            rest = client_of(way).users.list(limit=3, cursor=first["next_cursor"])
            found = [each["id"] for each in [*first["data"], *rest]]
            self.assertEqual(found, way.api.members)

    def test_many_threads_write_nothing_twice_and_lose_nothing(self) -> None:
        plans = {f"key-{n}": ["lose", "half", "refuse", "none"][n % 4 :] for n in range(40)}

        def fault_of(seen: Any) -> Any:
            plan = plans[seen["headers"]["idempotency-key"]]
            return plan.pop(0) if plan else "none"

        with Way(fault_of) as way:
            client = client_of(way)

            def create(n: int) -> None:
                client.cases.create(new_case(f"many {n:02}"), idempotency_key=f"key-{n}")

            with ThreadPoolExecutor(20) as pool:
                list(pool.map(create, range(40)))
            self.assertEqual(sorted(way.api.titles), [f"many {n:02}" for n in range(40)])
            self.assertGreater(len(way.seen), 80)

    def test_the_log_is_told_of_each_try_and_never_of_a_key_an_id_a_query_or_a_body(self) -> None:
        entries: list[LogEntry] = []

        def log(entry: LogEntry) -> None:
            entries.append(entry)
            raise RuntimeError("the log is full")

        with Way(["lose", "refuse", "none", "none", (500, {}, "")]) as way:
            client = client_of(way, log=log)
            client.cases.create(new_case("a secret plan"), idempotency_key="own-key-1")
            client.users.get("mem_private")
            client.users.list(cursor="3").first_page()
        told = [(e.operation, e.attempt, e.status, e.code) for e in entries]
        self.assertEqual(
            told,
            [
                ("createCase", 1, None, "connection"),
                ("createCase", 2, None, "connection"),
                ("createCase", 3, 201, None),
                ("getMember", 1, 200, None),
                ("listMembers", 1, 500, "http_500"),
                ("listMembers", 2, 200, None),
            ],
        )
        self.assertTrue(entries[2].replayed)
        self.assertEqual(entries[2].request_id, "req-1")
        for private in (KEY, "secret", "own-key-1", "mem_private", "cursor"):
            self.assertNotIn(private, repr(entries))

    def test_the_errors_of_the_classes_are_what_they_say(self) -> None:
        for code, kind in {"internal": InternalError, "unavailable": UnavailableError}.items():
            with Way(lambda _, code=code: (500, {}, json.dumps({"code": code}))) as way:
                self.assertIsInstance(self.error_of(lambda: client_of(way).me(max_retries=0)), kind)


if __name__ == "__main__":
    unittest.main()
