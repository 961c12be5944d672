"""A copy equals the team, whatever changes while it is read and wherever the program is stopped."""

from __future__ import annotations

import json
import os
import random
import unittest
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from team_api import ApiError, Request, Response, TeamApi
from team_api.sync import SyncCopy, SyncState, apply, sync

WORLDS = int(os.environ.get("WORLDS", "20"))


class Killed(BaseException):
    """The program is stopped."""


@dataclass
class Member:
    """A membership of a person."""

    user: str
    is_here: bool = True


class Team:
    """A team in memory, with the rules of the service: what is shown, in which order, and when."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.now = datetime(2026, 11, 18, 9, tzinfo=timezone.utc)
        self.members = [Member("usr_0"), Member("usr_1")]
        self.members_of: dict[str, Member] = {}
        """The memberships to which the trainings belong."""
        self.trainings: dict[str, dict[str, Any]] = {}
        self.evaluations: dict[str, dict[str, Any]] = {}
        self.saved: dict[str, datetime] = {}
        self.erasures: list[dict[str, str]] = []
        self.erased: set[str] = set()
        self.is_calm = True
        self.kills = 0.0
        self.requests = 0

    def change(self) -> None:
        self.now += timedelta(seconds=self.chance.uniform(0.6, 20))
        kinds = ["begin"] * 5 + ["score"] * 5 + ["correct"] * 5 + ["end"] * 2 + ["return"]
        kinds += ["join", "remove", "erase"] * 2
        kind = self.chance.choice(kinds)
        shown = self.shown()
        here = [member for member in self.members if member.is_here]
        if kind == "join":
            self.members.append(Member(f"usr_{len(self.members)}"))
        elif kind == "remove" and len(here) > 1:
            self.chance.choice(here).is_here = False
        elif kind == "return":
            self._let_return(here)
        elif kind == "erase":
            self._erase(here)
        elif kind == "begin" or not shown:
            one = f"trn_{len(self.trainings):04}"
            self.members_of[one] = self.chance.choice(here)
            user = self.members_of[one].user
            self.trainings[one] = {"id": one, "user_id": user, "status": "in_progress"}
        elif kind == "end":
            self._open(shown)["status"] = "completed"
        else:
            training = self.chance.choice(shown)
            training["status"] = "scored"
            self._save(training["id"])

    def _let_return(self, here: list[Member]) -> None:
        """Whoever returns begins a new membership, without the trainings of the former one."""
        gone = self._gone(here)
        if gone:
            self.members.append(Member(self.chance.choice(gone)))

    def _gone(self, here: list[Member]) -> list[str]:
        users = {member.user for member in self.members} - {member.user for member in here}
        return sorted(users - self.erased)

    def _erase(self, here: list[Member]) -> None:
        """The name of a former member leaves the texts of others, and these get no new time."""
        gone = self._gone(here)
        if not gone:
            return
        erased = self.chance.choice(gone)
        for evaluation in self.evaluations.values():
            if evaluation["goal"] == f"as {erased}":
                evaluation["goal"] = "as ?"
        self.erased.add(erased)
        self.erasures.insert(0, {"id": f"ers_{len(self.erasures)}"})

    def _open(self, shown: list[Any]) -> Any:
        return next((t for t in shown if t["status"] == "in_progress"), {})

    def _save(self, one: str) -> None:
        named = sorted({member.user for member in self.members} - self.erased)
        goal = f"as {self.chance.choice(named)}"
        self.evaluations[one] = {"training_id": one, "score": self.chance.randrange(101), "goal": goal}
        # A change is visible up to 30 seconds after its time.
        self.saved[one] = self.now - timedelta(seconds=self.chance.uniform(0, 30))

    def shown(self) -> list[dict[str, Any]]:
        return [t for one, t in self.trainings.items() if self.members_of[one].is_here]

    def __call__(self, request: Request) -> Response:
        self.requests += 1
        if self.chance.random() < self.kills:
            raise Killed
        if not self.is_calm:
            self.change()
        address = urlsplit(request.url)
        status, body = self._answer(address.path.removeprefix("/api/public/v1"), dict(parse_qsl(address.query)))
        # The program may also be stopped when the answer is on its way.
        if self.chance.random() < self.kills:
            raise Killed
        date = self.now.strftime("%a, %d %b %Y %H:%M:%S GMT")
        return Response(status, {"Date": date}, json.dumps(body).encode())

    def _answer(self, path: str, query: dict[str, str]) -> tuple[int, Any]:
        if path == "/me":
            return 200, {"tenant_id": "ten_1"}
        if path == "/erasures":
            return 200, {"data": self.erasures[: int(query["limit"])], "next_cursor": None}
        if query.get("cursor") == '"forgotten"':
            return 422, _refused("/cursor")
        if path == "/evaluations":
            return 200, self._page(self._scored(query.get("updated_since")), query, self._saved_at)
        assert path == "/trainings", path
        return 200, self._page(self.shown(), query, lambda _: "")

    def _scored(self, since: str | None) -> list[dict[str, Any]]:
        begin = datetime.fromisoformat(since.replace("Z", "+00:00")) if since else None
        found = [t for t in self.shown() if t["id"] in self.saved]
        return [t for t in found if begin is None or self.saved[t["id"]] >= begin]

    def _saved_at(self, training: Any) -> str:
        return self.saved[training["id"]].isoformat(timespec="microseconds")

    def _page(self, found: list[Any], query: dict[str, str], order: Callable[[Any], str]) -> Any:
        """Newest first. A cursor is a place in the order, not a number of entries."""
        placed = sorted(([order(t), t["id"], t] for t in found), key=lambda p: p[:2], reverse=True)
        if "cursor" in query:
            placed = [p for p in placed if p[:2] < json.loads(query["cursor"])]
        page = placed[: int(query["limit"])]
        more = json.dumps(page[-1][:2]) if len(placed) > len(page) else None
        data = [dict(each) for _, _, each in page]
        if query.get("include"):
            data = [{**each, "evaluation": self.evaluations[each["id"]]} for each in data]
        return {"data": data, "next_cursor": more}


def _refused(pointer: str) -> Any:
    error = {"in": "query", "pointer": pointer, "code": "unknown", "detail": "No"}
    return {"code": "validation_error", "errors": [error]}


class Program:
    """Keeps a copy as JSON, and loses everything else when it is stopped."""

    def __init__(self, team: Team) -> None:
        self.client = TeamApi(url="https://team.example", key="k", max_retries=0, transport=team)
        self.kept = "{}"
        self.chance = team.chance

    def run(self, **options: Any) -> bool:
        copy: SyncCopy = json.loads(self.kept)
        try:
            for step in sync(self.client, copy.get("state"), **options):
                apply(copy, step)
                self.kept = json.dumps(copy)
        except Killed:
            return False
        return True

    def forget_cursor(self) -> None:
        copy = json.loads(self.kept)
        reading = copy.get("state", {}).get("reading")
        if reading and reading["cursor"]:
            reading["cursor"] = '"forgotten"'
            self.kept = json.dumps(copy)

    def users(self) -> set[str]:
        """Whom the copy names: who has trained, and who is in the text of an evaluation."""
        rows = self.shown().values()
        named = {evaluation["goal"].removeprefix("as ") for _, evaluation in rows if evaluation}
        return named | {training["user_id"] for training, _ in rows}

    def shown(self) -> Any:
        entries = json.loads(self.kept).get("entries", {})
        return {one: (entry["training"], entry.get("evaluation")) for one, entry in entries.items()}


def wanted(team: Team) -> Any:
    return {t["id"]: (t, team.evaluations.get(t["id"])) for t in team.shown()}


class Syncs(unittest.TestCase):
    def test_a_copy_misses_nothing_and_heals(self) -> None:
        killed = 0
        for seed in range(WORLDS):
            chance = random.Random(seed)
            team = Team(chance)
            program = Program(team)
            for _ in range(chance.randrange(10, 150)):
                team.change()
            for _ in range(chance.randrange(1, 12)):
                team.is_calm, team.kills = False, chance.choice([0, 0.02, 0.1])
                erased = set(team.erased)
                size, only = chance.choice([3, 10, 200]), chance.random() < 0.5
                if program.run(page_size=size, changes_only=only):
                    self.assertFalse(program.users() & erased, f"world {seed}")
                else:
                    killed += 1
                if chance.random() < 0.1:
                    program.forget_cursor()
            team.is_calm, team.kills = True, 0
            self.assertTrue(program.run(page_size=7))
            self.assertEqual(program.shown(), wanted(team), f"world {seed}")
        self.assertGreater(killed, WORLDS)

    def test_a_member_who_is_removed_between_the_two_lists_does_not_stay(self) -> None:
        team = Team(random.Random(4))
        for _ in range(100):
            team.change()
        leaving = team.members_of[team._scored(None)[0]["id"]]
        copy: SyncCopy = {}
        for step in sync(Program(team).client, page_size=3):
            apply(copy, step)
            if step.state["reading"] and step.state["reading"]["list"] == "trainings":
                leaving.is_here = False
        self.assertEqual(set(copy["entries"]), {t["id"] for t in team.shown()})
        self.assertTrue(all(entry["mark"] == step.mark for entry in copy["entries"].values()))

    def test_what_was_read_is_not_read_again_after_a_stop(self) -> None:
        team = Team(random.Random(1))
        for _ in range(400):
            team.change()
        program = Program(team)
        whole = -(-len(team._scored(None)) // 3) + -(-len(team.shown()) // 3) + 1
        team.kills = 0.05
        stops = 0
        while not program.run(page_size=3):
            stops += 1
            if stops > 500:
                self.fail("it does not go on")
        self.assertGreater(stops, 3)
        # A pass follows the one that was broken off.
        self.assertLess(team.requests, 3 * whole + 5 * stops + 200)

    def test_a_run_without_changes_reads_little(self) -> None:
        team = Team(random.Random(2))
        for _ in range(100):
            team.change()
        program = Program(team)
        program.run()
        team.now += timedelta(minutes=10)
        program.run()
        team.requests = 0
        program.run(changes_only=True, page_size=5)
        # The time, the newest erasure, and one page.
        self.assertEqual(team.requests, 3)

    def test_a_service_that_has_gone_back_in_time_is_read_anew(self) -> None:
        team = Team(random.Random(3))
        for _ in range(100):
            team.change()
        program = Program(team)
        program.run()
        # A backup from an hour ago is restored, and the team goes on from there.
        team.now -= timedelta(hours=1)
        for one in team.saved:
            team.saved[one] -= timedelta(hours=1)
            team.evaluations[one] = {"training_id": one, "score": -1, "goal": ""}
        program.run()
        self.assertEqual(program.shown(), wanted(team))

    def test_a_refusal_ends_the_run_and_changes_nothing(self) -> None:
        def closed(_: Request) -> Response:
            return Response(403, {}, b'{"code":"privacy_restricted"}')

        client = TeamApi(url="https://team.example", key="k", transport=closed)
        state: SyncState = {"updated_since": "2026-11-18T09:00:00.000Z", "reading": None}
        with self.assertRaises(ApiError):
            list(sync(client, state))
        with self.assertRaisesRegex(TypeError, "a dict, not a text"):
            list(sync(client, json.dumps(state)))  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
