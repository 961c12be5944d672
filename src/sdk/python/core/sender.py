"""Sends the calls of a client."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from .attempt import Answer, Prepared, attempt
from .errors import ApiError, Failed, Refusal, TeamApiError, error_of, is_replay
from .http_transport import HttpTransport
from .log import LogEntry, tell
from .options import CallOptions, ClientOptions, Settings, settings_of
from .pace import End, Pacer, spread
from .prepare import Call, address_of, base_of, check_key, idempotency_key_of, text_of_body
from .retry_delay import Past, retry_delay
from .secret import Secret


@dataclass(frozen=True)
class Known:
    """The facts that the generated part of the package passes on."""

    base_path: str
    agent: str
    errors: Mapping[str, type[ApiError]]


class Sender:
    """Sends the calls of a client. Only this object knows the key."""

    def __init__(self, url: str | None, key: Secret, options: ClientOptions, known: Known) -> None:
        check_key(key)
        self._base = base_of(url, known.base_path)
        self._key = key
        self._options = options
        self._known = known
        self._own_transport = HttpTransport()
        self._transport = options.transport or self._own_transport
        self._leave = options.pace["leave"] if isinstance(options.pace, dict) else 0
        self._pacer = Pacer(self._leave) if options.pace else None

    def __repr__(self) -> str:
        return f"<Sender of {self._base}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a client holds an API key and cannot be pickled: make one in each process")

    def close(self) -> None:
        self._own_transport.close()

    def spread(self, answer: Answer) -> float:
        """How many seconds should lie between this answer's request and the next, so that the limit
        is never reached."""
        return spread(answer.headers, self._leave)

    def send(self, call: Call, options: CallOptions) -> Answer:
        """Sends a call, tries it again if that may help, and returns the answer."""
        settings = settings_of(self._options, options)
        prepared = self._prepare(call, settings, options.idempotency_key)
        past = Past(settings.max_retries, may_run=options.idempotency_key is not None)
        was_unclear = False
        deadline = time.monotonic() + settings.total_timeout
        count = 0
        while True:
            count += 1
            came = time.monotonic()
            ended = self._pacer.enter() if self._pacer else None
            began = time.monotonic()
            # The time in which a call waits for its turn does not count for its time limit.
            deadline += began - came
            timeout = max(0.001, min(settings.timeout, deadline - began))
            answer, error = self._attempt(prepared, timeout, options.stop, ended)
            seconds = time.monotonic() - began
            if error is None and answer is not None:
                self._tell(call, count, seconds, answer, None, None)
                return answer
            assert error is not None
            if error.status == 500:
                past.faults += 1
            # An earlier try, whose answer was lost, may have deleted the object.
            is_gone = call.method == "DELETE" and was_unclear and error.code == "not_found"
            delay = None if is_gone else retry_delay(error, past)
            if delay is not None and time.monotonic() + delay >= deadline:
                delay = None
            self._tell(call, count, seconds, answer, error, delay)
            if is_gone:
                return Answer(200, answer.headers if answer else {}, {"ok": True})
            if delay is None:
                raise error
            if error.code == "conflict":
                past.waits += 1
            else:
                past.retries += 1
            if error.status != 429:
                was_unclear = True
                past.may_run = True
            if options.stop is None:
                time.sleep(delay)
            elif options.stop.wait(delay):
                raise error

    def _attempt(
        self,
        prepared: Prepared,
        timeout: float,
        stop: threading.Event | None,
        ended: Callable[[End], None] | None,
    ) -> tuple[Answer | None, TeamApiError | None]:
        end: End = "unanswered"
        try:
            outcome = attempt(self._transport, prepared, self._key, timeout, stop)
            if isinstance(outcome, TeamApiError):
                return None, outcome
            # A POST may be refused by another limit than that of requests.
            is_own = outcome.status == 429 and prepared.method == "POST"
            end = "uncounted" if is_own else outcome.headers
            if 200 <= outcome.status < 300:
                return outcome, None
            problem = outcome.body if isinstance(outcome.body, dict) else {}
            refusal = Refusal(outcome.status, outcome.headers, problem)
            return outcome, error_of(self._known.errors, refusal, prepared.failed)
        finally:
            if ended:
                ended(end)

    def _prepare(self, call: Call, settings: Settings, given_key: str | None) -> Prepared:
        headers = {
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "User-Agent": self._known.agent,
        }
        if settings.language:
            headers["Accept-Language"] = settings.language
        idempotency_key = idempotency_key_of(given_key) if call.method == "POST" else None
        if idempotency_key:
            headers["Idempotency-Key"] = idempotency_key
        body = None
        if call.body is not None:
            headers["Content-Type"] = "application/json"
            body = text_of_body(call.body)
        address = address_of(self._base, call)
        path = address[len(self._base) :].partition("?")[0]
        failed = Failed(call.method, path, idempotency_key)
        return Prepared(address, call.method, headers, body, failed)

    def _tell(
        self,
        call: Call,
        count: int,
        seconds: float,
        answer: Answer | None,
        error: TeamApiError | None,
        retry_in: float | None,
    ) -> None:
        headers: Mapping[str, str] = answer.headers if answer else {}
        entry = LogEntry(
            operation=call.operation,
            method=call.method,
            path=call.path,
            attempt=count,
            seconds=round(seconds, 3),
            status=answer.status if answer else None,
            code=error.code if error else None,
            request_id=headers.get("x-request-id"),
            replayed=is_replay(headers),
            retry_in=None if retry_in is None else round(retry_in, 3),
        )
        tell(self._options.log, entry)
