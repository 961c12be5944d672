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

from .field_order import in_sent_order
from .webhook_error import WebhookError

TOLERANCE = 300
"""Seconds for which a signature counts."""
LARGEST = 1_000_000
"""Bytes. The service sends no larger body."""
HINT = "Verify the bytes as they came, before anything parses them"


def secrets_in(given: str | Iterable[str | None] | None) -> tuple[bytes, ...]:
    """The secrets that are set. Raises if none is set, because anybody could sign without a secret.

    Secrets that are not set are left out.
    """
    several = (given,) if given is None or isinstance(given, str) else tuple(given)
    secrets = tuple(each.strip().encode() for each in several if each and each.strip())
    if not secrets:
        raise ValueError("the secret of the endpoint is not set: whsec_…")
    return secrets


def verified(
    raw_body: object, headers: Mapping[Any, Any], secrets: tuple[bytes, ...], tolerance: float
) -> dict[str, Any]:
    """Returns the event in a body, or raises a `WebhookError`."""
    body = _bytes_of(raw_body)
    moment, v1 = _parts_of(_header(headers, "svc-signature"))
    signed = _Signed(moment, v1)
    # All secrets are compared, so that the time does not tell which one matches.
    if not any([signed.fits(body, secret) for secret in secrets]):
        raise _explained(signed, body, secrets)
    _require_recent(int(moment), tolerance)
    event = _event_in(body)
    if event is None:
        raise WebhookError("body_changed", "the body is signed, and is no event")
    return event


class _Signed:
    def __init__(self, moment: str, v1: str) -> None:
        self._moment = moment.encode()
        self._v1 = v1

    def fits(self, body: bytes, secret: bytes) -> bool:
        expected = hmac.new(secret, self._moment + b"." + body, hashlib.sha256).hexdigest()
        return hmac.compare_digest(expected, self._v1)


def _bytes_of(raw_body: object) -> bytes:
    if isinstance(raw_body, str):
        body = raw_body.encode("utf-8", "replace")
    elif isinstance(raw_body, (bytes, bytearray, memoryview)):
        body = bytes(raw_body)
    else:
        reason = "the body is no longer the bytes that came, because something has parsed it"
        raise WebhookError("body_parsed", f"{reason}. Give the bytes")
    if len(body) > LARGEST:
        raise WebhookError("too_large", f"no event has more than {LARGEST} bytes")
    return body


def _header(headers: Mapping[Any, Any], wanted: str) -> str:
    """Finds the header in any case, and as text or bytes, because frameworks differ in this."""
    for name, value in headers.items():
        if _plain(name).lower().replace("_", "-") in (wanted, f"http-{wanted}"):
            plain = _plain(value).strip()
            if plain:
                return plain
    raise WebhookError(
        "missing_header",
        "the request has no header Svc-Signature. It does not come from the service, or a proxy "
        "drops the header",
    )


def _plain(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return ",".join(_plain(each) for each in value)
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _parts_of(header: str) -> tuple[str, str]:
    """The time and the signature, found by their names. The header may have further parts."""
    if header.startswith(('"', "'")):
        raise _malformed("it is in quotes, which do not belong to it")
    moment, v1 = _part(header, "t"), _part(header, "v1")
    if not re.fullmatch(r"[0-9]{1,12}", moment):
        raise _malformed("t is not a time in seconds")
    if not re.fullmatch(r"[0-9a-f]{64}", v1):
        raise _malformed("v1 is not 64 hexadecimal digits in small letters")
    return moment, v1


def _part(header: str, wanted: str) -> str:
    pairs = [part.strip().partition("=") for part in header.split(",")]
    values = [value for name, sign, value in pairs if name == wanted and sign]
    if len(values) != 1:
        raise _malformed(f"it has {len(values) or 'no'} {wanted}")
    return values[0]


def _malformed(reason: str) -> WebhookError:
    form = "The header Svc-Signature is t=<unix seconds>,v1=<hex>"
    return WebhookError("malformed_signature", f"{reason}. {form}")


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

    A cause is proven if the signature matches once the cause is undone. Without a proven cause, the
    form of the body decides. A sender without the secret learns nothing from the answer.
    """
    if not body:
        return WebhookError("body_changed", f"the body is empty. {HINT}")
    event = _event_in(body)
    compact = None if event is None else _written(event)
    if event is not None and compact is not None:
        ordered = _written(in_sent_order(event))
        if any([signed.fits(compact, secret) for secret in secrets]):
            reason = f"the body was parsed and written anew. {HINT}"
            return WebhookError("body_changed", reason)
        if any([signed.fits(ordered, secret) for secret in secrets]):
            reason = "the body was parsed and written anew, with its fields in another order"
            return WebhookError("body_changed", f"{reason}. {HINT}")
    for secret in secrets:
        bare = re.sub(rb"^([\"'`])(.*)\1$", rb"\2", secret, flags=re.S).strip()
        if bare != secret and signed.fits(body, bare):
            reason = "the secret is in quotes, which do not belong to it"
            return WebhookError("wrong_secret", reason)
        if not bare.startswith(b"whsec_") and signed.fits(body, b"whsec_" + bare):
            return WebhookError("wrong_secret", "the secret lacks its beginning, whsec_")
    if compact == body:
        return WebhookError(
            "wrong_secret",
            "the signature does not match. Either the secret is that of another endpoint or was "
            "cut off, or a value of the body was changed. The page \"Verify a signature\" of the "
            "documentation helps to find out",
        )
    reason = "the signature does not match, and the body is not as the service writes it"
    return WebhookError("body_changed", f"{reason}. {HINT}")


def _event_in(body: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and "id" in value and "type" in value else None


def _written(event: Mapping[str, Any]) -> bytes:
    """An event in the form in which the service writes it."""
    text = json.dumps(event, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "replace")
