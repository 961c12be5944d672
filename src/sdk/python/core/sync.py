"""Keeps a copy of the results of a team up to date."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from .errors import ApiError
from .options import CallOptions
from .prepare import Call

if TYPE_CHECKING:
    from ..client import TeamApi
    from ..types import Evaluation, Training

OVERLAP = timedelta(minutes=5)
"""A change can be read some seconds after its time, and clocks of servers differ a little."""

EVALUATIONS_A_PAGE = 50
"""Each of them takes a request of its own, so the state is told more often."""


class SyncState(TypedDict, total=False):
    """Where a synchronization stands. Keep it as JSON. An empty one begins from nothing."""

    updated_since: str
    """The time from which evaluations are read. Only a complete run moves it."""
    started_at: str
    """When the run began, by the clock of the server."""
    run: str
    """The mark of the trainings that this run has seen."""
    step: Literal["evaluations", "trainings"]
    cursor: str
    """The page that comes next."""


@dataclass(frozen=True)
class SyncPage:
    """What has to be stored after a page. Store `state` with it, in one transaction."""

    state: SyncState
    """Give it to the next `sync`."""
    trainings: list[Training] = field(default_factory=list)
    """Store each with `run`."""
    evaluations: dict[str, Evaluation] = field(default_factory=dict)
    """By the id of the training. A later one replaces an earlier one."""
    run: str = ""
    complete: bool = False
    """The run has read everything. Delete what it has not seen, if `drops_others` says so."""
    drops_others: bool = False
    """Delete all trainings whose `run` is another one, and evaluations without a training."""


def sync(
    client: TeamApi,
    state: SyncState | Mapping[str, Any] | None = None,
    *,
    has_evaluation: Callable[[str], bool] | None = None,
    compare: bool = True,
) -> Iterator[SyncPage]:
    """Reads what has changed since the last complete run, page after page.

    A run may end between any two requests: the next one goes on after the last stored page.
    `compare=False` leaves out the list of all trainings, and so what was removed: for teams with
    more than 20,000 trainings, which compare once a day. `has_evaluation` says whether the copy has
    the evaluation of a training; if it has not, the run reads it, also when it has not changed.
    """
    run = _Run(client, _begun(client, dict(state or {})), has_evaluation, compare)
    if run.state["step"] == "evaluations":
        yield from run.evaluations()
    if compare and run.state["step"] == "trainings":
        yield from run.trainings()
    yield run.end()


def _begun(client: TeamApi, state: dict[str, Any]) -> SyncState:
    """The state of the run that was broken off, or of a new one."""
    if state.get("step") in ("evaluations", "trainings") and state.get("started_at"):
        return SyncState(**state)  # type: ignore[typeddict-item]
    begun: SyncState = {
        "started_at": _time_of_server(client),
        "run": uuid.uuid4().hex,
        "step": "evaluations",
    }
    if state.get("updated_since"):
        begun["updated_since"] = state["updated_since"]
    return begun


def _time_of_server(client: TeamApi) -> str:
    """Before the first page is read. Our own clock may be wrong."""
    answer = client._sender.send(Call("getMe", "GET", "/me"), CallOptions())
    date = answer.headers.get("date")
    if not date:
        raise ValueError("the answer has no header Date: a proxy before the API takes it away")
    return parsedate_to_datetime(date).astimezone(timezone.utc).isoformat()


def _copied(state: SyncState) -> SyncState:
    return SyncState(**state)


class _Run:
    def __init__(
        self,
        client: TeamApi,
        state: SyncState,
        has_evaluation: Callable[[str], bool] | None,
        compare: bool,
    ) -> None:
        self._client = client
        self._has_evaluation = has_evaluation
        self._compare = compare
        self.state = state

    def evaluations(self) -> Iterator[SyncPage]:
        """Those that were saved or corrected since the last complete run."""
        since = self.state.get("updated_since")
        query = {"limit": EVALUATIONS_A_PAGE, "updated_since": since}
        for page in self._pages("listEvaluations", "/evaluations", query):
            found = self._evaluations_of([training["id"] for training in page["data"]])
            self._go_on(page, "trainings")
            # The comparison gives the trainings, and marks those that are still there.
            trainings = [] if self._compare else page["data"]
            yield SyncPage(_copied(self.state), trainings, found, self.state["run"])

    def trainings(self) -> Iterator[SyncPage]:
        """All as they are now. The service shows no other training any more."""
        for page in self._pages("listTrainings", "/trainings", {"limit": 200}):
            missing = [t["id"] for t in page["data"] if self._misses(t)]
            found = self._evaluations_of(missing)
            if page["next_cursor"]:
                self._go_on(page, "trainings")
            yield SyncPage(_copied(self.state), page["data"], found, self.state["run"])

    def end(self) -> SyncPage:
        """Only a complete run moves the time from which the next one reads."""
        started_at = datetime.fromisoformat(self.state["started_at"])
        since = (started_at - OVERLAP).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        run = self.state["run"]
        return SyncPage({"updated_since": since}, [], {}, run, True, self._compare)

    def _pages(self, operation: str, path: str, query: dict[str, Any]) -> Iterator[Any]:
        while True:
            cursor = self.state.get("cursor")
            call = Call(operation, "GET", path, query={**query, "cursor": cursor})
            try:
                page = self._client._send(call, CallOptions())
            except ApiError as error:
                if error.code != "validation_error" or cursor is None:
                    raise
                # The server no longer knows the cursor: read the step from its beginning, with a
                # new mark, because what the pages before have marked may be gone by now.
                del self.state["cursor"]
                self.state["run"] = uuid.uuid4().hex
                continue
            yield page
            if not page["next_cursor"]:
                return

    def _go_on(self, page: Any, next_step: Literal["trainings"]) -> None:
        if page["next_cursor"]:
            self.state["cursor"] = page["next_cursor"]
        else:
            self.state.pop("cursor", None)
            self.state["step"] = next_step

    def _misses(self, training: Any) -> bool:
        if self._has_evaluation is None or training.get("status") != "scored":
            return False
        return not self._has_evaluation(training["id"])

    def _evaluations_of(self, ids: list[str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for training_id in ids:
            try:
                found[training_id] = self._client.evaluations.get(training_id)
            except ApiError as error:
                # The member was removed just now.
                if error.code != "not_found":
                    raise
        return found
