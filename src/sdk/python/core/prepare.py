"""Checks the arguments of a call, and writes addresses and bodies."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from urllib.parse import quote, urlencode, urlsplit

from .secret import Secret


@dataclass(frozen=True)
class Call:
    """A call of an operation."""

    operation: str
    """The name of the operation, for the log."""
    method: str
    path: str
    """The path as in the reference: `/users/{member_id}`."""
    ids: tuple[str, ...] = ()
    """The ids of the path, in the order of the path."""
    query: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, object] | None = None


def address_of(base: str, call: Call) -> str:
    """The address of a call. None leaves a parameter of the query out."""
    ids = iter(call.ids)

    def fill(match: re.Match[str]) -> str:
        given = next(ids, None)
        # An id of `.` or `..` would change the path of the address.
        if not isinstance(given, str) or given in ("", ".", ".."):
            raise TypeError(f"{match[1]} must be an id")
        return quote(given, safe="")

    filled = re.sub(r"\{(\w+)\}", fill, call.path)
    given = {name: value for name, value in call.query.items() if value is not None}
    query = {name: _text_of(name, value) for name, value in given.items()}
    return base + filled + (f"?{urlencode(query)}" if query else "")


def _text_of(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(str(each) for each in value)
    # A day has no time zone, so nobody knows when it begins.
    if isinstance(value, date) and not isinstance(value, datetime):
        example = f"datetime({value.year}, {value.month}, {value.day}, tzinfo=timezone.utc)"
        raise ValueError(f"{name} needs a time with its zone: {example}")
    return _time_of(value) if isinstance(value, date) else str(value)


def _time_of(value: date) -> str:
    if not isinstance(value, datetime):
        return value.isoformat()
    if value.tzinfo is None:
        raise ValueError("a time needs its zone: datetime.now(timezone.utc)")
    utc = value.astimezone(timezone.utc)
    return utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def text_of_body(body: Mapping[str, object]) -> bytes:
    return json.dumps(body, default=_json_of, allow_nan=False).encode()


def _json_of(value: object) -> object:
    if isinstance(value, date):
        return _time_of(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON")


def base_of(given: str | None, path: str) -> str:
    """The base URL without a slash at its end. `given` may be the installation's address alone."""
    wrong = ValueError(f"url must be the address of the API: https://…{path}")
    try:
        parts = urlsplit((given or "").strip())
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname)
        _ = parts.port
    except ValueError:
        is_address = False
    if not is_address:
        raise wrong
    host = parts.netloc.rpartition("@")[2]
    below = parts.path.rstrip("/")
    return f"{parts.scheme}://{host}{below or path}"


def check_key(key: Secret) -> None:
    """Refuses a key that no header can contain, because the connection's error would quote it."""
    if not key.reveal():
        raise ValueError("no key was given: make one in the app, under API keys")
    if not re.fullmatch(r"[!-~]+", key.reveal()):
        raise ValueError("key must be an API key: svck_live_…")


def idempotency_key_of(given: str | None) -> str:
    """The key of a POST: 1 to 100 printable characters of ASCII, without spaces around them."""
    if given is None:
        return str(uuid.uuid4())
    if not re.fullmatch(r"[!-~](?:[ -~]{0,98}[!-~])?", given):
        raise ValueError("idempotency_key must have 1 to 100 printable ASCII characters")
    return given
