"""Reads what a copy of all trainings and evaluations lacks, page after page."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast

from .page_reader import PageReader, refuses_cursor

if TYPE_CHECKING:
    from ..client import TeamApi
    from ..types import ListedEvaluation, Training

OVERLAP = timedelta(minutes=5)
"""A change can be read up to 30 seconds after its time, and the clocks of two servers differ a
little. So each pass reads from a while before the start of the one before it."""


class Pass(TypedDict):
    """Which list a pass is reading, and how far it is."""

    mark: str
    """What all trainings of this pass are marked with."""
    started_at: str
    """The time of the service before the first page."""
    changes_only: bool
    """It ends after the evaluations: the trainings are not compared."""
    list: Literal["evaluations", "trainings"]
    cursor: str | None
    """None before the first page of the list."""


class SyncState(TypedDict, total=False):
    """How far a copy is. Keep it as JSON beside the copy, and change nothing in it."""

    updated_since: str | None
    """From when on the next pass reads changes. None before the first complete pass."""
    reading: Pass | None
    """The pass that is under way, or was broken off."""


@dataclass(frozen=True)
class SyncStep:
    """What one page has brought. Write it into the copy, and the state with it."""

    trainings: list[Training]
    """Put each in the place of the training with the same `id`."""
    evaluations: list[ListedEvaluation]
    """Put each in the place of the evaluation with the same `training_id`."""
    mark: str
    """Keep it beside each training of this step."""
    complete: bool
    """All has been read: after writing this step, delete every training that has another mark, and
    its evaluation. The service does not show them any more."""
    state: SyncState
    """Keep it when the step is written, best in the same transaction, and give it to the next
    call."""


def sync(
    client: TeamApi,
    state: SyncState | None = None,
    *,
    changes_only: bool = False,
    page_size: int = 200,
) -> Iterator[SyncStep]:
    """Reads what a copy of all trainings and evaluations lacks, page after page.

    Write each step into the copy, and its `state` with it; give the last state to the next call.
    Wherever the program is stopped, the next call goes on behind the last step that was written.
    When the loop ends by itself, the copy has everything that could be read when the call began.
    Only one call at a time may write into a copy.

    `changes_only=True` reads new and corrected evaluations alone: what was removed then stays in the
    copy, and fields that change without an evaluation stay as they were, until a call without it.
    """
    if state is not None and not isinstance(state, dict):
        raise TypeError("the state is a dict, not a text")
    reader = PageReader(client, page_size)
    known: SyncState = state or {}
    if known.get("reading"):
        # What was broken off comes first, so that no request of it was in vain. It may show what
        # has changed since it began, so a pass of this call follows in any case.
        try:
            for step in _read_pass(reader, known):
                yield step
                known = step.state
        except Exception as error:
            if not refuses_cursor(error):
                raise
    yield from _read_pass(reader, _begun(known, reader.time(), changes_only))


def _begun(state: SyncState, now: datetime, changes_only: bool) -> SyncState:
    """The state at the start of a pass."""
    since = state.get("updated_since")
    # A service whose clock was put back gives its changes times that have been before.
    is_past = bool(since) and _time_in(str(since)) < now
    reading: Pass = {
        "mark": str(uuid.uuid4()),
        "started_at": _text_of(now),
        "changes_only": changes_only,
        "list": "evaluations",
        "cursor": None,
    }
    return {"updated_since": since if is_past else None, "reading": reading}


def _read_pass(reader: PageReader, state: SyncState) -> Iterator[SyncStep]:
    """Reads from where the state is to the end of its pass."""
    since = state.get("updated_since")
    reading = state.get("reading")
    while reading:
        # What the first list alone has shown is gone: so it gets a mark that does not stay.
        mark = reading["mark"] if reading["list"] == "trainings" else f"{reading['mark']}?"
        if reading["list"] == "evaluations":
            page = reader.changes(since, reading["cursor"])
        else:
            page = reader.trainings(reading["cursor"])
        after = _after(since, reading, page.cursor)
        following = after.get("reading")
        complete = reading["list"] == "trainings" and following is None
        trainings = cast("list[Training]", page.trainings)
        evaluations = cast("list[ListedEvaluation]", page.evaluations)
        yield SyncStep(trainings, evaluations, mark, complete, after)
        reading = following


def _after(since: str | None, reading: Pass, cursor: str | None) -> SyncState:
    """The state after a page. The cursor is that of the next page, if there is one."""
    following = reading.copy()
    following["cursor"] = cursor
    if cursor is not None:
        return {"updated_since": since, "reading": following}
    if reading["list"] == "evaluations" and not reading["changes_only"]:
        following["list"] = "trainings"
        return {"updated_since": since, "reading": following}
    # Only a complete pass moves the time: what was corrected meanwhile is saved after its start.
    return {"updated_since": _text_of(_time_in(reading["started_at"]) - OVERLAP), "reading": None}


def _text_of(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _time_in(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(timezone.utc)


class CopyEntry(TypedDict, total=False):
    """A training in a copy, with its evaluation once it has one."""

    training: Any
    evaluation: Any
    mark: str


class SyncCopy(TypedDict, total=False):
    """A copy as a plain dict, which can be kept as JSON. Begin with `{}`."""

    state: SyncState
    entries: dict[str, CopyEntry]
    """The trainings by their ids."""


def apply(copy: SyncCopy, step: SyncStep) -> None:
    """Writes a step into a copy that is a plain dict."""
    entries = copy.setdefault("entries", {})
    for training in step.trainings:
        entry = entries.setdefault(training["id"], {})
        entry["training"] = training
        entry["mark"] = step.mark
    for evaluation in step.evaluations:
        if evaluation["training_id"] in entries:
            entries[evaluation["training_id"]]["evaluation"] = evaluation
    if step.complete:
        for training_id in [i for i, entry in entries.items() if entry["mark"] != step.mark]:
            del entries[training_id]
    copy["state"] = step.state
