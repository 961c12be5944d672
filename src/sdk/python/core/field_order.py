"""The order in which the service sends the fields of an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ORDER = (
    "id type created_at api_version tenant_id data team_id connection_id provider sync_run_id "
    "reason consecutive_failures next_attempt_at endpoint_id training_id member_id user_id "
    "assignment_id role status score"
)
"""The fields of all types at once."""
OF_ASSIGNMENTS = (
    "id type created_at api_version tenant_id data team_id assignment_id status member_id user_id"
)
"""In events of these types, the fields of the person come last."""


def in_sent_order(event: Mapping[str, Any]) -> dict[str, Any]:
    """An event with its fields in the order of the service. Databases may have sorted them."""
    is_of_assignment = str(event["type"]).startswith("assignment.")
    order = (OF_ASSIGNMENTS if is_of_assignment else ORDER).split()
    data = event.get("data")
    if isinstance(data, dict):
        event = {**event, "data": _sorted_by(order, data)}
    return _sorted_by(order, event)


def _sorted_by(order: list[str], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields that this version does not know come last."""
    known = {name: fields[name] for name in order if name in fields}
    return {**known, **fields}
