"""A copy follows a member who leaves the team and returns, at a real server.

`leaves` removes a member and prints the e-mail address; `is gone` and `is back` compare alone.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from team_api import TeamApi
from team_api.sync import SyncCopy, apply, sync

file, moment = Path(sys.argv[1]), sys.argv[2]
with TeamApi(url=os.environ["API"], key=os.environ["KEY"]) as client:
    copy: SyncCopy = json.loads(file.read_text()) if file.exists() else {}
    before = len(copy.get("entries", {}))
    for step in sync(client, copy.get("state")):
        apply(copy, step)
    file.write_text(json.dumps(copy))

    shown = {training["id"]: training for training in client.trainings.list(limit=200)}
    entries = copy["entries"]
    assert set(entries) == set(shown), set(entries) ^ set(shown)
    for one, entry in entries.items():
        assert entry["training"] == shown[one], one
        assert (shown[one]["status"] == "scored") == ("evaluation" in entry), one
    found = [one for one, entry in entries.items() if "evaluation" in entry]
    assert entries[found[0]]["evaluation"]["evaluated_at"]

    if moment == "leaves":
        members = {each["user_id"]: each for each in client.users.list() if each["role"] == "member"}
        people = [shown[one]["user_id"] for one in found]
        leaving = next(members[user] for user in people if user in members)
        client.users.remove(leaving["id"])
        print(leaving["email"])
    elif moment == "is gone":
        assert len(entries) < before, "nothing is gone"
    else:
        assert moment == "is back" and len(entries) == before, moment
