"""Verifies that the body of a webhook is genuine."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from typing import Any, Literal

Step = Literal["header", "signature", "time", "body"]

LIFETIME = 300
"""Seconds for which a signature counts."""


class WebhookError(Exception):
    """A request to a webhook that must not be believed. `step` says which check has failed.

    - `header`: `Svc-Signature` is missing, or has not the form `t=…,v1=…`.
    - `signature`: the body was signed with another secret, or was changed on its way.
    - `time`: body and secret are right, but by this machine's clock the signature is too old.
    - `body`: body and secret are right, but the body is no event.
    """

    def __init__(self, step: Step, reason: str) -> None:
        super().__init__(step, reason)
        self.step: Step = step
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.step}: {self.reason}"


def secrets_of(given: str | Iterable[str]) -> tuple[bytes, ...]:
    """With an empty secret anybody could sign: a program must not start without one."""
    secrets = (given,) if isinstance(given, str) else tuple(given or ())
    if not secrets or not all(isinstance(each, str) and each.strip() for each in secrets):
        raise ValueError("the secret of the endpoint is missing: whsec_…")
    return tuple(each.strip().encode() for each in secrets)


def verified(
    raw_body: bytes | str,
    headers: Mapping[Any, Any],
    secrets: tuple[bytes, ...],
    lifetime: float,
    now: float | None,
) -> dict[str, Any]:
    """The event in a body, or a `WebhookError`."""
    if not isinstance(raw_body, (bytes, bytearray, memoryview, str)):
        raise TypeError("raw_body must be the body as it came, in bytes, before anything parses it")
    body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    moment, signatures = _parts_of(_header(headers, "svc-signature"))
    if not _is_signed(moment, body, signatures, secrets):
        raise WebhookError("signature", _reason(moment, body, signatures, secrets))
    age = (time.time() if now is None else now) - int(moment)
    if age > lifetime:
        raise WebhookError(
            "time",
            f"by the clock of this machine it was signed {age:.0f} s ago, and {lifetime:g} s are "
            "allowed: the request was repeated, or the clock of this machine is fast",
        )
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise WebhookError("body", "the body is not an event in JSON")
    return event


def _header(headers: Mapping[Any, Any], wanted: str) -> str:
    """Frameworks write the names of headers in several ways, and some give bytes."""
    for name, value in headers.items():
        if _plain(name).lower().replace("_", "-") in (wanted, f"http-{wanted}"):
            return _plain(value)
    raise WebhookError("header", "the header Svc-Signature is missing")


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        value = value[0] if value else ""
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _parts_of(header: str) -> tuple[str, list[str]]:
    """The time and the signatures, by their names: others may be added."""
    pairs = [part.strip().partition("=")[::2] for part in header.split(",")]
    moment = next((value for name, value in pairs if name == "t"), "")
    signatures = [value for name, value in pairs if name == "v1"]
    if not re.fullmatch(r"[0-9]{1,12}", moment) or not signatures:
        raise WebhookError("header", "Svc-Signature is not t=<unix_time>,v1=<hex>")
    return moment, signatures


def _is_signed(
    moment: str, body: bytes, signatures: list[str], secrets: tuple[bytes, ...]
) -> bool:
    is_good = False
    for secret in secrets:
        expected = hmac.new(secret, moment.encode() + b"." + body, hashlib.sha256).hexdigest()
        for given in signatures:
            is_same = hmac.compare_digest(expected.encode(), given.encode("utf-8", "replace"))
            is_good = is_good or is_same
    return is_good


def _reason(moment: str, body: bytes, signatures: list[str], secrets: tuple[bytes, ...]) -> str:
    try:
        parsed = json.loads(body)
        again = json.dumps(parsed, separators=(",", ":"), ensure_ascii=False).encode()
    except ValueError:
        again = body
    if again != body and _is_signed(moment, again, signatures, secrets):
        return (
            "the body was parsed and written again before it was verified: "
            "take the bytes of the request as they came"
        )
    return (
        "no secret fits: it belongs to another endpoint, the body is not the one that was sent, "
        "or the request is forged"
    )
