"""Sends a request once."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from .errors import ApiConnectionError, ApiTimeoutError, Failed, TeamApiError
from .secret import Secret
from .transport import Request, Response, Transport


@dataclass(frozen=True, repr=False)
class Prepared:
    """A request that may be sent several times. The API key is added just before it is sent."""

    address: str
    method: str
    headers: Mapping[str, str]
    body: bytes | None
    failed: Failed


@dataclass(frozen=True, repr=False)
class Answer:
    status: int
    headers: Mapping[str, str]
    """By their lower-case names."""
    body: Any


def attempt(
    transport: Transport,
    prepared: Prepared,
    key: Secret,
    timeout: float,
    stop: threading.Event | None = None,
) -> Answer | TeamApiError:
    """Sends a request once, and reads the whole answer within the time limit.

    A failure is returned, not raised: an error that is raised while another is handled keeps that
    one with the frames of the transport, whose variables hold the key.
    """
    began = time.monotonic()
    try:
        response = transport(
            Request(
                prepared.method,
                prepared.address,
                {**prepared.headers, "Authorization": f"Bearer {key.reveal()}"},
                prepared.body,
                timeout,
                stop,
            )
        )
        return _answer_of(response)
    except Exception as error:
        # A timer may end a little early.
        if time.monotonic() - began >= timeout * 0.99:
            return ApiTimeoutError(timeout, prepared.failed)
        scheme, host, *_ = urlsplit(prepared.address)
        reason = f"{_reason_of(error, key)} (at {scheme}://{host})"
        return ApiConnectionError(reason, prepared.failed)


def _answer_of(response: Response) -> Answer:
    headers = {name.lower(): value for name, value in response.headers.items()}
    is_good = 200 <= response.status < 300
    try:
        body = json.loads(response.body)
    except ValueError:
        # A success whose body ends too early is an error. A refusal counts without its body too.
        if is_good and response.status != 204:
            raise ValueError("the answer is not JSON, or was cut off") from None
        body = None
    return Answer(response.status, headers, body)


def _reason_of(error: BaseException, key: Secret) -> str:
    """The texts of an error and its causes. The errors themselves are not kept."""
    texts: list[str] = []
    each: BaseException | None = error
    while each is not None and len(texts) < 4:
        texts.append(str(each) or type(each).__name__)
        hidden = None if each.__suppress_context__ else each.__context__
        each = each.__cause__ or hidden
    return key.hidden_in(": ".join(texts))
