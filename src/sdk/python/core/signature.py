"""Verifies that the body of a webhook is genuine."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from typing import Any

from .webhook_error import WebhookError

TOLERANCE = 300
"""Seconds for which a signature counts."""
LARGEST = 1_000_000
"""Bytes. The service sends no larger body."""
HINT = "Verify the bytes as they came, before anything parses them"


def secrets_in(given: str | Iterable[str | None] | None) -> tuple[bytes, ...]:
    """Without a secret anybody could sign: a program must not start without one."""
    several = (given,) if given is None or isinstance(given, str) else tuple(given)
    secrets = tuple((each or "").strip().encode() for each in several)
    if not all(secrets) or not secrets:
        raise ValueError("the secret of the endpoint is not set: whsec_…")
    return secrets


def verified(
    raw_body: object, headers: Mapping[Any, Any], secrets: tuple[bytes, ...], tolerance: float
) -> dict[str, Any]:
    """The event in a body, or a `WebhookError`."""
    body = _bytes_of(raw_body)
    moment, signatures = _parts_of(_header(headers, "svc-signature"))
    signed = _Signed(moment, signatures)
    # All are compared, so that the time tells nothing.
    if not any([signed.fits(body, secret) for secret in secrets]):
        raise _explained(signed, body, secrets)
    _require_recent(int(moment), tolerance)
    event = _event_in(body)
    if event is None:
        raise WebhookError("body_changed", "the body is signed, and is no event")
    return event


class _Signed:
    def __init__(self, moment: str, signatures: list[str]) -> None:
        self._moment = moment.encode()
        self._signatures = [each.encode("utf-8", "replace") for each in signatures]

    def fits(self, body: bytes, secret: bytes) -> bool:
        expected = hmac.new(secret, self._moment + b"." + body, hashlib.sha256).hexdigest()
        same = [hmac.compare_digest(expected.encode(), given) for given in self._signatures]
        return any(same)


def _bytes_of(raw_body: object) -> bytes:
    if isinstance(raw_body, str):
        body = raw_body.encode()
    elif isinstance(raw_body, (bytes, bytearray, memoryview)):
        body = bytes(raw_body)
    else:
        reason = "the body is no longer the bytes that came, because something has parsed it"
        raise WebhookError("body_parsed", f"{reason}. Give the bytes")
    if len(body) > LARGEST:
        raise WebhookError("too_large", "no event is this large")
    return body


def _header(headers: Mapping[Any, Any], wanted: str) -> str:
    """Frameworks write the names of headers in several ways, and some give bytes."""
    for name, value in headers.items():
        if _plain(name).lower().replace("_", "-") in (wanted, f"http-{wanted}"):
            return _plain(value)
    raise WebhookError("missing_header", "the request has no header Svc-Signature")


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        value = value[0] if value else ""
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _parts_of(header: str) -> tuple[str, list[str]]:
    """The time and the signatures, by their names: others may be added."""
    pairs = [part.strip().partition("=")[::2] for part in header.split(",")]
    moment = next((value for name, value in pairs if name == "t"), "")
    signatures = [value for name, value in pairs if name == "v1"]
    is_hex = all(re.fullmatch(r"[0-9a-f]{64}", each) for each in signatures)
    if not re.fullmatch(r"[0-9]{1,12}", moment) or not signatures or not is_hex:
        form = "t=<unix_time>,v1=<64 hex digits>"
        raise WebhookError("malformed_signature", f"Svc-Signature has not the form {form}")
    return moment, signatures


def _require_recent(seconds: int, tolerance: float) -> None:
    now = time.time()
    age = int(now) - seconds
    if age <= tolerance:
        return
    sender = datetime.fromtimestamp(seconds, timezone.utc)
    receiver = datetime.fromtimestamp(now, timezone.utc)
    raise WebhookError(
        "clock",
        f"the signature is {age} s old and may be {tolerance:g}. The sender signed at "
        f"{sender.isoformat()}, and the clock of this machine says {receiver.isoformat()}. "
        "If this clock is right, an old request was sent again",
        sender,
        receiver,
    )


def _explained(signed: _Signed, body: bytes, secrets: tuple[bytes, ...]) -> WebhookError:
    """Why no signature matches.

    A cause is proven if it matches with the cause put right; else the form of the body decides.
    Nobody without the secret learns anything by it.
    """
    if not body:
        return WebhookError("body_changed", f"the body is empty. {HINT}")
    event = _event_in(body)
    written = None
    if event is not None:
        written = json.dumps(event, separators=(",", ":"), ensure_ascii=False)
        again = written.encode("utf-8", "replace")
        if again != body and any(signed.fits(again, secret) for secret in secrets):
            reason = f"the body was parsed and written anew. {HINT}"
            return WebhookError("body_changed", reason)
    for secret in secrets:
        bare = re.sub(rb"^([\"'`])(.*)\1$", rb"\2", secret, flags=re.S).strip()
        if bare != secret and signed.fits(body, bare):
            reason = "the secret is in quotes, which do not belong to it"
            return WebhookError("wrong_secret", reason)
        if not bare.startswith(b"whsec_") and signed.fits(body, b"whsec_" + bare):
            return WebhookError("wrong_secret", "the secret lacks its beginning, whsec_")
    if written is not None and written.encode("utf-8", "replace") == body:
        return WebhookError(
            "wrong_secret",
            "the signature does not match. The body looks as it was sent, so the secret is "
            "probably that of another endpoint, or was cut off",
        )
    reason = "the signature does not match, and the body is not as the service writes it"
    return WebhookError("body_changed", f"{reason}. {HINT}")


def _event_in(body: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and "id" in value and "type" in value else None
