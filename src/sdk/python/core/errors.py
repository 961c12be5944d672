"""The errors of the package. Each code of the contract has a class of its own in `team_api`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, TypedDict

FieldError = TypedDict("FieldError", {"in": str, "pointer": str, "code": str, "detail": str})
"""What is wrong with one value of a request.

`in` is `query`, `path`, `body` or `header`. `pointer` is a JSON Pointer into the body, or the name
of a parameter after a `/`. `code` says what kind of fault it is, for programs. `detail` says what is
expected, in English.
"""


@dataclass(frozen=True)
class Failed:
    """The call that failed."""

    method: str
    path: str
    """The path with its ids, without the query."""
    idempotency_key: str | None


class TeamApiError(Exception):
    """The class of all errors of this package."""

    code: str
    """The code of the error. Compare this in your program, never the message."""
    status: int | None = None
    """The status of the answer. None if there was none."""
    request_id: str | None = None
    """The id of the request. Name it when you ask for help. None if there was no answer."""
    detail: str | None = None
    """The reason in English, for developers."""
    errors: Sequence[FieldError] = ()
    """All faults of the request. Empty unless the code is `validation_error`."""
    idempotency_key: str | None = None
    """The key with which the call was sent. If you repeat the call with it, it acts only once."""

    def __init__(self, message: str, failed: Failed, code: str) -> None:
        super().__init__(f"{failed.method} {failed.path}: {message}")
        self.code = code
        self.idempotency_key = failed.idempotency_key

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (type(self), self.args, self.__dict__)


def _revived(
    kind: type[TeamApiError], args: tuple[Any, ...], state: dict[str, Any]
) -> TeamApiError:
    """Makes the same error in the process that reads its pickle."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class ApiConnectionError(TeamApiError):
    """The error if the connection failed, or broke before the whole answer had arrived."""

    def __init__(self, detail: str, failed: Failed) -> None:
        super().__init__(detail, failed, "connection")
        self.detail = detail


class ApiTimeoutError(TeamApiError):
    """The error of a call that got no answer within the time limit."""

    def __init__(self, seconds: float, failed: Failed) -> None:
        detail = f"no answer within {seconds:g} s"
        super().__init__(detail, failed, "timeout")
        self.detail = detail


@dataclass(frozen=True)
class Refusal:
    """An answer that refuses: its status, its headers by lower-case names, and its problem."""

    status: int
    headers: Mapping[str, str]
    problem: Mapping[str, object]


class ApiError(TeamApiError):
    """The server refused. There is a class below this one for each code of the contract."""

    status: int
    title: str | None
    """The title for people, in the language of the call."""
    field: str | None
    """The one field that a check refused, if the code is `validation_error`."""
    dimension: str | None
    """The dimension of the catalog, if the code is `kombination_ungueltig`."""
    id: str | None
    """The id that is unknown or not visible, if the code is `kombination_ungueltig`."""
    required_scope: str | None
    """The scope that the key lacks, if the code is `insufficient_scope`."""
    retry_after: float | None
    """Seconds to wait, if the server says so."""
    replayed: bool
    """Whether the server had stored this refusal for the `Idempotency-Key` and sent it again."""

    def __init__(self, refusal: Refusal, failed: Failed) -> None:
        status, headers, problem = refusal.status, refusal.headers, refusal.problem
        code = _text(problem.get("code")) or f"http_{status}"
        detail = _text(problem.get("detail")) or _elsewhere(headers) or _foreign(status, problem)
        errors = _field_errors(problem.get("errors"))
        request_id = headers.get("x-request-id") or _text(problem.get("request_id"))
        reasons = [f"{e.get('in')} {e.get('pointer')}: {e.get('detail')}" for e in errors]
        retry_after = _seconds(headers)
        wait = None if retry_after is None else f"retry after {retry_after:g} s"
        said = "; ".join(filter(None, [detail, *reasons, wait]))
        request = f" (request {request_id})" if request_id else ""
        super().__init__(f"{status} {code}{f': {said}' if said else ''}{request}", failed, code)
        self.status = status
        self.request_id = request_id
        self.detail = detail
        self.errors = errors
        self.title = _text(problem.get("title"))
        self.field = _text(problem.get("field"))
        self.dimension = _text(problem.get("dimension"))
        self.id = _text(problem.get("id"))
        self.required_scope = _text(problem.get("required_scope"))
        self.retry_after = retry_after
        self.replayed = is_replay(headers)


def error_of(
    classes: Mapping[str, type[ApiError]], refusal: Refusal, failed: Failed
) -> ApiError:
    """The error of a refusal. It is an `ApiError` if this version does not know the code."""
    code = _text(refusal.problem.get("code")) or ""
    return classes.get(code, ApiError)(refusal, failed)


def is_replay(headers: Mapping[str, str]) -> bool:
    return headers.get("idempotency-replayed") == "true"


def _elsewhere(headers: Mapping[str, str]) -> str | None:
    """The reason if the server redirects: the address that the client was given is wrong."""
    location = headers.get("location")
    return None if location is None else f"this address leads to {location}"


def _foreign(status: int, problem: Mapping[str, object]) -> str | None:
    """The reason if a refusal has no code. The API always sends one: the address may be wrong."""
    is_foreign = status < 500 and "code" not in problem
    return "this is no answer of the API. Is url its address?" if is_foreign else None


def _seconds(headers: Mapping[str, str]) -> float | None:
    """`Retry-After` in seconds. The header may be a number or a date."""
    given = headers.get("retry-after")
    if given is None:
        return None
    if given.isascii() and given.isdecimal():
        return float(given)
    try:
        # A proxy may send a date. The date is compared with the server's clock, not with ours.
        then = parsedate_to_datetime(given)
        seconds = (then - parsedate_to_datetime(headers.get("date", ""))).total_seconds()
    except (TypeError, ValueError):
        return None
    return seconds if seconds >= 0 else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _field_errors(value: object) -> list[FieldError]:
    if not isinstance(value, list):
        return []
    return [each for each in value if isinstance(each, dict)]  # type: ignore[misc]
