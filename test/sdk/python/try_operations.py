"""Calls every operation of the model with objects that exist, at a real server."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import team_api
from team_api import TeamApi

with open(sys.argv[1], encoding="utf-8") as file:
    given = json.load(file)
objects = given["objects"]
tried: list[str] = []
client = TeamApi(
    url=os.environ["API"],
    key=os.environ["KEY"],
    pace=True,
    log=lambda entry: tried.append(entry.operation),
)


def method_of(names: list[str]) -> Any:
    found: Any = client
    for name in names:
        found = getattr(found, name)
    return found


def body_of(operation: Any) -> Any:
    example = operation["body"]["example"] or {}
    return {name: objects.get(name, value) for name, value in example.items()}


def try_one(operation: Any) -> None:
    ids = [objects[each["name"]] for each in operation["ids"]]
    bodies = [body_of(operation)] if operation["body"] else []
    limit = {"limit": 3} if any(q["name"] == "limit" for q in operation["query"]) else {}
    answer = method_of(operation["name"])(*ids, *bodies, **limit, language="en")
    if operation["list"]:
        for page in answer.pages():
            assert isinstance(page["data"], list), page
            break
    else:
        assert isinstance(answer, dict) and answer, answer


deletes = [each for each in given["operations"] if each["method"] == "DELETE"]
others = [each for each in given["operations"] if each["method"] != "DELETE"]
for each in [*others, *reversed(deletes)]:
    try:
        try_one(each)
    except Exception as error:
        raise SystemExit(f"{each['id']}: {error!r}") from error
ids = {each["id"] for each in given["operations"]}
assert set(tried) == ids, ids - set(tried)

found = [training["id"] for training in client.trainings.list(limit=50)]
assert len(found) == len(set(found)) > 50, len(found)
try:
    client.users.get("mem_unknown")
except team_api.NotFoundError as error:
    assert error.request_id and error.status == 404
else:
    raise SystemExit("an unknown member was found")
copy: team_api.sync.SyncCopy = {}
for step in team_api.sync.sync(client, page_size=50):
    team_api.sync.apply(copy, step)
assert set(copy["entries"]) == set(found)
scored = {i for i, entry in copy["entries"].items() if entry["training"]["status"] == "scored"}
assert scored == {i for i, entry in copy["entries"].items() if "evaluation" in entry}
client.close()
