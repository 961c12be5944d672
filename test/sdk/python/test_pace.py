"""Delays, and the pace that stays below the rate limit."""

from __future__ import annotations

import random
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from team_api import ApiTimeoutError, RateLimitedError, Request, Response, TeamApi, TeamApiError
from team_api.core.errors import ApiConnectionError, ApiError, Failed, Refusal
from team_api.core.retry_delay import Past, backoff, retry_delay

FAILED = Failed("POST", "/users", "k")
BROKEN = ApiConnectionError("cut", FAILED)


def refusal(status: int, code: str, headers: dict[str, str] | None = None) -> ApiError:
    return ApiError(Refusal(status, headers or {}, {"code": code}), FAILED)


class Delays(unittest.TestCase):
    def test_a_delay_doubles_up_to_eight_seconds_and_half_of_it_is_kept(self) -> None:
        for retries in range(2000):
            whole = min(8.0, 0.5 * 2.0 ** min(retries, 20))
            self.assertTrue(whole / 2 <= backoff(retries) <= whole)

    def test_retry_after_is_kept_and_exceeded_by_a_second_at_most(self) -> None:
        for status in (429, 503):
            for seconds in range(0, 3600, 7):
                error = refusal(status, "x", {"retry-after": str(seconds)})
                delay = retry_delay(error, Past(4, False)) or 0
                self.assertTrue(seconds <= delay <= seconds + 1)

    def test_retries_are_bounded_and_a_500_is_tried_again_once(self) -> None:
        for error in (BROKEN, refusal(503, "x")):
            for bound in range(9):
                count = 0
                while retry_delay(error, Past(bound, False, retries=count)) is not None:
                    count += 1
                self.assertEqual(count, bound)
        self.assertIsNotNone(retry_delay(refusal(500, "internal"), Past(4, False, faults=1)))
        self.assertIsNone(retry_delay(refusal(500, "internal"), Past(4, False, faults=2)))

    def test_no_other_refusal_is_tried_again(self) -> None:
        for status in set(range(300, 600)) - {429, 500, 502, 503, 504}:
            self.assertIsNone(retry_delay(refusal(status, "x"), Past(4, False)))

    def test_a_conflict_waits_only_for_a_call_that_may_still_run(self) -> None:
        error = refusal(409, "conflict")
        stored = refusal(409, "conflict", {"idempotency-replayed": "true"})
        self.assertIsNone(retry_delay(error, Past(4, False)))
        self.assertIsNotNone(retry_delay(error, Past(4, True, retries=4, waits=9)))
        self.assertIsNone(retry_delay(stored, Past(4, True)))
        self.assertIsNone(retry_delay(error, Past(0, True)))


class Limited:
    """Counts requests in windows of a second, each from its first request on, as the server does."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.refused = 0
        self.done = 0
        self._began = -1.0
        self._used = 0
        self._lock = threading.Lock()

    def __call__(self, request: Request) -> Response:
        if request.method == "POST":
            own = {"ratelimit-remaining": "0", "ratelimit-reset": "3600", "retry-after": "3600"}
            return Response(429, own, b'{"code":"rate_limited"}')
        if request.timeout < 0.1:
            raise OSError("there is no time left")
        time.sleep(random.random() / 50)
        with self._lock:
            now = time.monotonic()
            if now - self._began >= 1:
                self._began, self._used = now, 0
            is_over = self._used >= self.limit
            self.refused += is_over
            self.done += not is_over
            self._used += not is_over
            left = {"ratelimit-remaining": str(self.limit - self._used), "ratelimit-reset": "1"}
        return Response(429 if is_over else 200, left, b"{}")


def client_of(transport: object, **options: object) -> TeamApi:
    return TeamApi(url="https://team.example", key="k", transport=transport, **options)  # type: ignore[arg-type]


class Paces(unittest.TestCase):
    def test_with_a_pace_no_call_is_refused_and_each_window_is_used(self) -> None:
        for limit, leave, count in ((10, 0, 35), (5, 2, 8), (30, 0, 20)):
            server = Limited(limit)
            client = client_of(server, pace={"leave": leave} if leave else True)
            began = time.monotonic()
            with ThreadPoolExecutor(50) as pool:
                list(pool.map(lambda _: client.me(), range(count)))
            self.assertEqual((server.refused, server.done), (0, count))
            windows = -(-count // (limit - leave))
            self.assertLess(time.monotonic() - began, (windows - 1) * 1.3 + 1)

    def test_a_limit_of_its_own_does_not_hold_up_the_other_calls(self) -> None:
        client = client_of(Limited(10), pace=True)
        with self.assertRaises(RateLimitedError):
            client.users.invite({"email": "a@b.example"})
        began = time.monotonic()
        client.me()
        self.assertLess(time.monotonic() - began, 1)

    def test_the_time_limit_of_a_call_that_waits_for_its_turn_has_not_begun(self) -> None:
        server = Limited(1)
        client = client_of(server, pace=True)
        client.me()
        client.me(total_timeout=0.5)
        self.assertEqual(server.refused, 0)

    def test_while_the_server_is_silent_calls_do_not_wait_for_the_time_limits_of_others(self) -> None:
        def silent(request: Request) -> Response:
            time.sleep(request.timeout)
            raise OSError("silent")

        client = client_of(silent, pace=True, max_retries=0, timeout=0.5)

        def error_of(_: int) -> type[TeamApiError] | None:
            try:
                client.me()
            except TeamApiError as error:
                return type(error)
            return None

        began = time.monotonic()
        with ThreadPoolExecutor(30) as pool:
            self.assertEqual(set(pool.map(error_of, range(30))), {ApiTimeoutError})
        self.assertLess(time.monotonic() - began, 4)


if __name__ == "__main__":
    unittest.main()
