"""Keeps a copy of what a team has."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypedDict

from .errors import ApiError
from .feed import WAIT, sleep_until

if TYPE_CHECKING:
    from ..client import TeamApi
    from ..types import Change


@dataclass(frozen=True)
class CopyStep:
    """What a copy lacks. Write all of it in one transaction."""

    changes: list[Change]
    """In their order. Put each `object` in the place of the one with its `type` and `id`, with its
    `member_id` and this `generation`. Without an object, remove it; if it is a member, also what
    has its `member_id`: trainings and evaluations. If the change is `erased`, remove whatever else
    you know of the person."""
    cursor: str
    generation: int
    ends: bool
    """If true, then remove every object of these `types` that has a smaller `generation`."""
    types: Sequence[str]


class CopyTarget(Protocol):
    """Where a copy is kept."""

    def load(self) -> tuple[str, int] | None:
        """The cursor and the generation that `apply` has stored last. None for a new copy."""

    def apply(self, step: CopyStep) -> object:
        """Writes a step, and stores its `cursor` and `generation`: all in one transaction."""


class Place(TypedDict):
    """How far the copy is in a list of types."""

    cursor: str
    whole: bool
    """It has read everything once."""


ALWAYS_OPEN = ("member", "deal", "objection")
"""These can be read while `member_detail_enabled` is off."""


def copy(
    *,
    client: TeamApi,
    types: Sequence[str],
    into: CopyTarget,
    on_closed: Callable[[list[str]], object] | None = None,
    stop: threading.Event | None = None,
) -> None:
    """Keeps a copy of these types whole, until `stop` is set.

    It reads everything once, and from then on what has changed, whoever changed it. `into` keeps
    the copy. The key needs the scopes of the lists of these types.

    It stays within the rate limit, and goes on after 429, broken connections and outages of the
    service. If its cursor has expired, as after a restored backup, it begins anew by itself with
    the next `generation`. It raises what no retry mends, and what `into` raises. Wherever the
    program is stopped, the next call goes on behind the last step that was written. Only one call
    at a time may write into a copy.

    `on_closed` is called with the types that the team has closed (`member_detail_enabled`), and
    with an empty list when all are open again. Until then the copy keeps what it has of them, and
    goes on with the others.
    """
    stop = stop or threading.Event()
    every = sorted(set(types))
    always_open = [each for each in every if each in ALWAYS_OPEN]
    names = [",".join(every), ",".join(always_open)]
    stored = into.load()
    generation = stored[1] if stored else 0
    # A cursor belongs to its list of types: there is one for all, and one for those that stay open.
    # What the one has put the other tells again as it is then, so each goes on where it was.
    places: dict[str, Place] = json.loads(stored[0]) if stored else {}
    is_closed = is_held = False
    asks_all_at = 0.0
    while not stop.is_set():
        asks_all = not is_closed or time.monotonic() >= asks_all_at
        listed = every if asks_all else always_open
        if not listed:
            sleep_until(asks_all_at, stop)
            continue
        name = ",".join(listed)
        place = places.get(name)
        # Until the copy is whole, answers should not wait, unless the service is about to open the
        # list.
        waits = place and (place["whole"] or is_held) and not (is_closed and asks_all)
        cursor = place["cursor"] if place else None
        try:
            read = client.changes._follow(cursor, name, WAIT if waits else 0, stop)
        except ApiError as error:
            if error.code == "privacy_restricted" and asks_all:
                if not is_closed and on_closed:
                    on_closed([each for each in every if each not in always_open])
                is_closed = True
                asks_all_at = time.monotonic() + WAIT
            elif any(each.get("code") == "cursor_expired" for each in error.errors):
                # A restored backup makes every cursor doubtful.
                places.clear()
            else:
                raise
            continue
        if read is None:
            return
        page, following = read
        if is_closed and asks_all:
            is_closed = False
            if on_closed:
                on_closed([])
        changes = page["data"]
        if place is None:
            generation += 1
        was_whole = place is not None and place["whole"]
        ends = not was_whole and not page["has_more"]
        # What another list has put or removed meanwhile is not known to an unfinished beginning: it
        # begins again.
        places = {k: v for k, v in places.items() if v["whole"] and k in names}
        places[name] = {"cursor": page["cursor"], "whole": was_whole or ends}
        if changes or ends or page["cursor"] != cursor:
            into.apply(CopyStep(changes, json.dumps(places), generation, ends, listed))
        is_held = not changes
        sleep_until(following, stop)
