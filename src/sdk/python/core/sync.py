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
    """The list that a pass is reading, and the place in it."""

    mark: str
    """The mark of all trainings of this pass."""
    started_at: str
    """The time of the service before the first page."""
    changes_only: bool
    """Whether the pass ends after the evaluations, without reading the list of trainings."""
    list: Literal["evaluations", "trainings"]
    cursor: str | None
    """None before the first page of the list."""
    erasure: str | None
    """The newest erasure before the first page."""


class SyncState(TypedDict, total=False):
    """The progress of a copy. Keep it as JSON beside the copy, and change nothing in it."""

    updated_since: str | None
    """The next pass reads changes from this time on. None before the first complete pass."""
    erasure: str | None
    """The newest erasure that the copy has obeyed."""
    reading: Pass | None
    """The pass that is running, or that was interrupted."""


@dataclass(frozen=True)
class SyncStep:
    """The rows of one page. Write them into the copy, together with the state."""

    trainings: list[Training]
    """Replace the training with the same `id` by each of these."""
    evaluations: list[ListedEvaluation]
    """Replace the evaluation with the same `training_id` by each of these."""
    mark: str
    """Keep this mark beside each training of this step."""
    complete: bool
    """True if everything has been read. Then write this step, and delete every training with
    another mark, and its evaluation, because the service no longer shows them."""
    state: SyncState
    """Keep this state with the step, best in the same transaction, and give it to the next
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
    If the program is stopped, the next call goes on after the last step that was written.
    When the loop ends by itself, the copy has everything that could be read when the call began.
    Only one call at a time may write into a copy.

    `changes_only=True` reads new and corrected evaluations alone. Removed trainings then stay in
    the copy, and fields that change without an evaluation keep their old values, until a call
    without this option. After an erasure (`client.erasures`) the call reads everything all the same.
    """
    if state is not None and not isinstance(state, dict):
        raise TypeError("the state is a dict, not a text")
    reader = PageReader(client, page_size)
    known: SyncState = state or {}
    if known.get("reading"):
        # An interrupted pass is finished first, so that its requests were not in vain. Rows may
        # have changed since it began, so a new pass always follows.
        try:
            for step in _read_pass(reader, known):
                yield step
                known = step.state
        except Exception as error:
            if not refuses_cursor(error):
                raise
    # A pass that fills the copy anew lacks what was corrected meanwhile, and the next one finds it.
    is_last = False
    while not is_last:
        start = _Start(reader.time(), reader.newest_erasure())
        following = _begun(known, start, changes_only)
        is_last = not _is_anew(following)
        for step in _read_pass(reader, following):
            yield step
            known = step.state


@dataclass(frozen=True)
class _Start:
    """What the service says before the first page of a pass."""

    now: datetime
    erasure: str | None


def _is_anew(state: SyncState) -> bool:
    """Whether this pass fills the copy anew, because somebody was erased since the pass before.

    An erasure takes names out of the texts of others, and gives no evaluation a new time. And an
    evaluation that is corrected while the pass reads is on no page of it. So such a pass keeps of
    the copy only what it has read itself.
    """
    reading = state.get("reading")
    newest = reading.get("erasure") if reading else None
    return newest is not None and newest != state.get("erasure")


def _begun(stored: SyncState, start: _Start, changes_only: bool) -> SyncState:
    """The state at the start of a pass."""
    since = stored.get("updated_since")
    is_empty = since is None and not stored.get("reading")
    reading: Pass = {
        "mark": str(uuid.uuid4()),
        "started_at": _text_of(start.now),
        "changes_only": changes_only,
        "list": "evaluations",
        "cursor": None,
        "erasure": start.erasure,
    }
    obeyed = start.erasure if is_empty else stored.get("erasure")
    state: SyncState = {"updated_since": None, "erasure": obeyed, "reading": reading}
    if _is_anew(state):
        reading["changes_only"] = False
        reading["list"] = "trainings"
    # If the service's clock was put back, new changes get times that are already read. So the pass
    # then reads everything.
    elif since and _time_in(since) < start.now:
        state["updated_since"] = since
    return state


def _read_pass(reader: PageReader, state: SyncState) -> Iterator[SyncStep]:
    """Reads the rest of the pass that the state is in."""
    anew = _is_anew(state)
    reading = state.get("reading")
    while reading:
        # A training that only the first list has shown was removed meanwhile. So the trainings of
        # this list get another mark than the last step.
        is_final = anew or reading["list"] == "trainings"
        mark = reading["mark"] if is_final else f"{reading['mark']}?"
        if reading["list"] == "evaluations":
            page = reader.changes(state.get("updated_since"), reading["cursor"])
        else:
            page = reader.trainings(reading["cursor"])
        found = page.trainings
        if anew and reading["list"] == "trainings":
            # A scored training comes with its evaluation, or not at all.
            found = [each for each in found if each["status"] != "scored"]
        after = _after(state, reading, page.cursor)
        following = after.get("reading")
        complete = not reading["changes_only"] and following is None
        trainings = cast("list[Training]", found)
        evaluations = cast("list[ListedEvaluation]", page.evaluations)
        yield SyncStep(trainings, evaluations, mark, complete, after)
        state, reading = after, following


def _after(state: SyncState, reading: Pass, cursor: str | None) -> SyncState:
    """The state after a page. `cursor` is that of the next page, if there is a next page."""
    following = reading.copy()
    following["cursor"] = cursor
    goes_on: SyncState = {
        "updated_since": state.get("updated_since"),
        "erasure": state.get("erasure"),
        "reading": following,
    }
    if cursor is not None:
        return goes_on
    second: Literal["evaluations", "trainings"] = "evaluations" if _is_anew(state) else "trainings"
    if reading["list"] != second and not reading["changes_only"]:
        following["list"] = second
        return goes_on
    # Only a complete pass moves the time, and it moves it to its start: corrections that came
    # during the pass have later times.
    since = _text_of(_time_in(reading["started_at"]) - OVERLAP)
    return {"updated_since": since, "erasure": reading.get("erasure"), "reading": None}


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
    """A copy as a plain dict. You can keep it as JSON. Begin with `{}`."""

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
