"""Reads the pages of the two lists of a copy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from .errors import ApiError
from .options import CallOptions
from .prepare import Call

if TYPE_CHECKING:
    from ..client import TeamApi

FEW = 20
"""How many evaluations may be read one by one before the progress is told."""


@dataclass(frozen=True)
class ReadPage:
    """A page as the copy takes it."""

    trainings: list[Any]
    evaluations: list[Any]
    cursor: str | None


class PageReader:
    def __init__(
        self, client: TeamApi, limit: int, has_evaluation: Callable[[str], bool] | None
    ) -> None:
        self._client = client
        self._limit = limit
        self._has_evaluation = has_evaluation
        self._can_include = True

    def time(self) -> datetime:
        """The time of the service, before the first page is read. Our own clock may be wrong."""
        answer = self._client._sender.send(Call("getMe", "GET", "/me"), CallOptions())
        date = answer.headers.get("date")
        if not date:
            raise ValueError("the answer has no header Date: a proxy before the API takes it away")
        return parsedate_to_datetime(date).astimezone(timezone.utc)

    def trainings(self, cursor: str | None) -> ReadPage:
        page = self._page("listTrainings", "/trainings", {"limit": self._limit, "cursor": cursor})
        found = (self._evaluation_of(t["id"]) for t in page["data"] if self._lacks(t))
        evaluations = [each for each in found if each is not None]
        return ReadPage(page["data"], evaluations, page.get("next_cursor"))

    def changes(self, since: str | None, cursor: str | None) -> ReadPage:
        page = self._changed({"limit": self._limit, "cursor": cursor, "updated_since": since})
        trainings: list[Any] = []
        evaluations: list[Any] = []
        for training in page["data"]:
            evaluation = training.pop("evaluation", None) or self._evaluation_of(training["id"])
            if evaluation is not None:
                trainings.append(training)
                evaluations.append(evaluation)
        return ReadPage(trainings, evaluations, page.get("next_cursor"))

    def _changed(self, query: dict[str, Any]) -> Any:
        """A service of before `include` refuses it; then each evaluation is read by itself."""
        operation, path = "listEvaluations", "/evaluations"
        if self._can_include:
            try:
                return self._page(operation, path, {**query, "include": "evaluation"})
            except ApiError as error:
                if not refuses(error, "include"):
                    raise
                self._can_include = False
        return self._page(operation, path, {**query, "limit": min(self._limit, FEW)})

    def _page(self, operation: str, path: str, query: dict[str, Any]) -> Any:
        return self._client._send(Call(operation, "GET", path, query=query), CallOptions())

    def _lacks(self, training: Any) -> bool:
        if self._has_evaluation is None or training.get("status") != "scored":
            return False
        return not self._has_evaluation(training["id"])

    def _evaluation_of(self, training_id: str) -> Any:
        """None if the member was removed just now."""
        try:
            return self._client.evaluations.get(training_id)
        except ApiError as error:
            if error.status != 404:
                raise
            return None


def refuses(error: Exception, parameter: str) -> bool:
    """Whether the service refuses this parameter of the query."""
    if not isinstance(error, ApiError):
        return False
    return any(
        each.get("in") == "query" and str(each.get("pointer", "")).lstrip("/") == parameter
        for each in error.errors
    )
