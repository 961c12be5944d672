"""Reads the pages of the two lists of a copy."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from .errors import ApiError
from .options import CallOptions
from .prepare import Call

if TYPE_CHECKING:
    from ..client import TeamApi


@dataclass(frozen=True)
class ReadPage:
    """The rows of a page, in the form of the copy."""

    trainings: list[Any]
    evaluations: list[Any]
    cursor: str | None


class PageReader:
    def __init__(self, client: TeamApi, limit: int) -> None:
        self._client = client
        self._limit = limit

    def time(self) -> datetime:
        """The time of the service, before the first page is read. Our own clock may be wrong."""
        answer = self._client._sender.send(Call("getMe", "GET", "/me"), CallOptions())
        date = answer.headers.get("date")
        if not date:
            raise ValueError("the answer has no header Date: a proxy before the API takes it away")
        return parsedate_to_datetime(date).astimezone(timezone.utc)

    def newest_erasure(self) -> str | None:
        """The id of the newest erasure. None if nobody was erased in the last year."""
        page = self._page("listErasures", "/erasures", {"limit": 1})
        return page["data"][0]["id"] if page["data"] else None

    def trainings(self, cursor: str | None) -> ReadPage:
        page = self._page("listTrainings", "/trainings", {"limit": self._limit, "cursor": cursor})
        return ReadPage(page["data"], [], page.get("next_cursor"))

    def changes(self, since: str | None, cursor: str | None) -> ReadPage:
        query = {"limit": self._limit, "cursor": cursor, "updated_since": since}
        page = self._page("listEvaluations", "/evaluations", {**query, "include": "evaluation"})
        evaluations: list[Any] = []
        for training in page["data"]:
            evaluation = training.pop("evaluation", None)
            if evaluation is None:
                # Without the evaluation, the copy would lack it for ever.
                raise ValueError(f"{training['id']} came without evaluation")
            evaluations.append(evaluation)
        return ReadPage(page["data"], evaluations, page.get("next_cursor"))

    def _page(self, operation: str, path: str, query: dict[str, Any]) -> Any:
        return self._client._send(Call(operation, "GET", path, query=query), CallOptions())


def refuses_cursor(error: Exception) -> bool:
    if not isinstance(error, ApiError):
        return False
    return any(
        each.get("in") == "query" and str(each.get("pointer", "")).lstrip("/") == "cursor"
        for each in error.errors
    )
