"""Signatures and receivers. VECTORS is a file with requests that must be believed or refused."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import os
import pickle
import random
import threading
import time
import unittest
from pathlib import Path
from typing import Any

from team_api import webhooks
from team_api.webhooks import Receiver, WebhookError, unwrap

SECRET = "whsec_4fT9xQm2LrV7bKc1WnZ8sYd5HgJ3pEa6UtRi0oBvNqM"
BODY = '{"id":"evt_1","type":"ping","data":{"name":"Ä"}}'.encode()


def signed(body: bytes = BODY, secret: str = SECRET, age: float = 0) -> dict[str, str]:
    moment = str(int(time.time() - age))
    v1 = hmac.new(secret.encode(), moment.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {"Svc-Signature": f"t={moment},v1={v1}"}


def written(event: Any) -> str:
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False)


def shuffled(value: Any, drawn: random.Random) -> Any:
    """The same value, with the fields of each dict in another order."""
    if not isinstance(value, dict):
        return value
    names = list(value)
    drawn.shuffle(names)
    return {name: shuffled(value[name], drawn) for name in names}


class Unwraps(unittest.TestCase):
    def code_of(self, *given: Any, **options: Any) -> str:
        with self.assertRaises(WebhookError) as caught:
            unwrap(*given, **options)
        error = caught.exception
        self.assertNotIn(SECRET[6:], str(error) + repr(error))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), again.code), (str(error), error.code))
        return error.code

    def test_each_request_is_believed_or_refused_as_the_guide_says(self) -> None:
        if "VECTORS" not in os.environ:
            self.skipTest("VECTORS is not set")
        with open(os.environ["VECTORS"], encoding="utf-8") as file:
            given = json.load(file)
        receiver = Receiver(given["secret"], lambda event: None)
        self.assertGreater(len(given["vectors"]), 30)
        for vector in given["vectors"]:
            body = vector["body"].encode()
            with self.subTest(vector["name"]):
                status = receiver.answer(body, {"svc-signature": vector["header"]})[1]
                self.assertEqual(status, 200 if vector["isGenuine"] else 400)

    def test_it_gives_the_event_whatever_the_headers_and_the_body_are(self) -> None:
        [header] = signed().values()
        for headers in (
            {"svc-signature": header},
            {"SVC-SIGNATURE": [header]},
            {b"svc-signature": header.encode()},
            {"HTTP_SVC_SIGNATURE": header},
        ):
            for body in (BODY, BODY.decode(), bytearray(BODY), memoryview(BODY)):
                self.assertEqual(unwrap(body, headers, SECRET)["data"]["name"], "Ä")  # type: ignore[arg-type, typeddict-item]
        self.assertEqual(unwrap(BODY, signed(), ["whsec_new", f"{SECRET}\n"])["type"], "ping")

    def test_the_error_says_which_step_has_failed(self) -> None:
        other = signed(secret="whsec_other")
        self.assertEqual(self.code_of(BODY, {}, SECRET), "missing_header")
        self.assertEqual(self.code_of(BODY, {"svc-signature": "v1=0"}, SECRET), "malformed_signature")
        self.assertEqual(self.code_of(json.loads(BODY), signed(), SECRET), "body_parsed")
        self.assertEqual(self.code_of(b"x" * 1_000_001, signed(), SECRET), "too_large")
        self.assertEqual(self.code_of(json.dumps(json.loads(BODY)), signed(), SECRET), "body_changed")
        self.assertEqual(self.code_of(b"", signed(), SECRET), "body_changed")
        self.assertEqual(self.code_of(BODY, other, SECRET), "wrong_secret")
        self.assertEqual(self.code_of(BODY, signed(), SECRET[6:]), "wrong_secret")
        with self.assertRaisesRegex(WebhookError, "wrong_secret: the secret is in quotes"):
            unwrap(BODY, signed(), f'"{SECRET}"')
        with self.assertRaisesRegex(WebhookError, "wrong_secret: the secret lacks its beginning"):
            unwrap(BODY, signed(), f"'{SECRET[6:]}'")
        self.assertEqual(self.code_of(BODY, signed(age=310), SECRET), "clock")
        self.assertEqual(unwrap(BODY, signed(age=310), SECRET, tolerance=600)["id"], "evt_1")
        with self.assertRaises(WebhookError) as caught:
            unwrap(BODY, signed(age=4000), SECRET)
        self.assertIsNotNone(caught.exception.sender_time)
        self.assertIn("the clock of this machine says", str(caught.exception))

    def said_of(self, case: Any, secret: str, whole: str) -> str:
        moment = str(int(time.time()))
        message = f"{moment}.{case.get('signed', whole)}".encode()
        v1 = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
        header = case.get("header", "t={t},v1={v1}")
        if header is not None:
            header = header.replace("{t}", moment).replace("{v1}", v1).replace("{V1}", v1.upper())
        body: Any = case.get("body", whole)
        if "bodyBase64" in case:
            body = base64.b64decode(case["bodyBase64"])
        if "bytes" in case:
            body = b"x" * case["bytes"]
        try:
            unwrap(body, {"Svc-Signature": header}, case.get("secrets", secret))
        except WebhookError as error:
            return str(error)
        return "genuine"

    def test_each_case_is_told_in_the_words_of_typescript(self) -> None:
        file = Path(__file__).parent.parent / "webhook-cases.json"
        given = json.loads(file.read_text(encoding="utf-8"))
        for case in given["cases"]:
            with self.subTest(case["name"]):
                told = self.said_of(case, given["secret"], given["body"])
                self.assertEqual(told, case["says"])

    def test_fields_in_another_order_and_another_value_are_told_apart(self) -> None:
        drawn = random.Random(673)
        types = {
            "training.completed": "team_id training_id user_id assignment_id status",
            "assignment.created": "team_id assignment_id status member_id user_id",
            "member.joined": "team_id member_id user_id role status",
            "crm.sync.failed": "team_id connection_id provider sync_run_id reason",
        }
        envelope = ["id", "type", "created_at", "api_version", "tenant_id", "data"]
        for kind, fields in types.items():
            for _ in range(20):
                names = [name for name in fields.split() if name == "team_id" or drawn.random() < 0.8]
                data = {name: drawn.choice(["Ä", 7, None, True, "/"]) for name in names}
                event = {**dict.fromkeys(envelope, "x"), "type": kind, "data": data}
                body = written(event).encode()
                headers = signed(body)
                mixed = shuffled(event, drawn)
                if written(mixed) != written(event):
                    with self.assertRaisesRegex(WebhookError, "body_changed: .* another order"):
                        unwrap(written(mixed), headers, SECRET)
                changed = written({**event, "tenant_id": "ten_other"})
                with self.assertRaisesRegex(WebhookError, "wrong_secret: .* a value of the body"):
                    unwrap(changed, headers, SECRET)

    def test_a_program_without_a_secret_does_not_start(self) -> None:
        for secrets in (None, "", " ", [], [" ", None], [None]):
            with self.assertRaisesRegex(ValueError, "is not set"):
                unwrap(BODY, signed(), secrets)
            with self.assertRaisesRegex(ValueError, "is not set"):
                Receiver(secrets, print)


async def asgi(app: Any, body: bytes, headers: dict[str, str], method: str = "POST") -> tuple[int, str]:
    sent: list[Any] = []
    half = len(body) // 2
    parts = [
        {"type": "http.request", "body": body[:half], "more_body": True},
        {"type": "http.request", "body": body[half:]},
    ]

    async def receive() -> Any:
        return parts.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await app({"type": "http", "method": method, "headers": raw}, receive, send)
    return sent[0]["status"], sent[1]["body"].decode()


class Receivers(unittest.TestCase):
    def test_a_duplicate_is_dropped_and_a_failed_event_comes_again(self) -> None:
        handled: list[str] = []
        failing = [True]

        def handle(event: Any) -> None:
            if failing.pop() if failing else False:
                raise RuntimeError("the database is away")
            handled.append(event["id"])

        seen: set[str] = set()
        receiver = Receiver(SECRET, handle, store=seen)
        with self.assertRaises(RuntimeError):
            receiver.answer(BODY, signed())
        self.assertEqual(seen, set())
        texts = [receiver.answer(BODY, signed())[:2] for _ in range(3)]
        self.assertEqual(texts, [("handled", 200)] + [("handled before", 200)] * 2)
        self.assertEqual(handled, ["evt_1"])

    def test_an_event_that_is_being_handled_is_not_handled_beside(self) -> None:
        begun, done = threading.Event(), threading.Event()

        def handle(_: Any) -> None:
            begun.set()
            done.wait(10)

        receiver = Receiver(SECRET, handle, store=set())
        first = threading.Thread(target=receiver.answer, args=(BODY, signed()))
        first.start()
        begun.wait(10)
        self.assertEqual(receiver.answer(BODY, signed())[1], 503)
        done.set()
        first.join()
        self.assertEqual(receiver.answer(BODY, signed())[0], "handled before")

    def test_refusals_are_told_and_say_why(self) -> None:
        told: list[str] = []

        def note(error: WebhookError) -> None:
            told.append(error.code)
            raise RuntimeError("the log is full")

        receiver = Receiver(SECRET, print, on_refused=note)
        text, status, _ = receiver.answer(BODY, {})
        self.assertEqual((status, text[:14], told), (400, "missing_header", ["missing_header"]))
        self.assertEqual(receiver.answer({}, signed())[1], 500)  # type: ignore[arg-type]

    def test_it_is_an_app_of_asgi_for_both_kinds_of_functions(self) -> None:
        handled: list[str] = []

        async def later(event: Any) -> None:
            await asyncio.sleep(0)
            handled.append(event["id"])

        for handle in (later, lambda event: handled.append(event["id"])):
            receiver = Receiver(SECRET, handle, store=set())
            self.assertEqual(asyncio.run(asgi(receiver, BODY, signed())), (200, "handled"))
            self.assertEqual(asyncio.run(asgi(receiver, BODY, signed()))[1], "handled before")
            self.assertEqual(asyncio.run(asgi(receiver, BODY, {}))[0], 400)
            self.assertEqual(asyncio.run(asgi(receiver, b"", {}, "GET"))[0], 405)
            self.assertEqual(asyncio.run(asgi(receiver, b"x" * 3_000_000, signed()))[0], 413)
        self.assertEqual(handled, ["evt_1", "evt_1"])

    def test_flask_takes_its_answers(self) -> None:
        try:
            from flask import Flask, request
        except ImportError:
            self.skipTest("flask is not installed")
        app = Flask("try")
        receiver = Receiver(SECRET, lambda event: None, store=set())
        app.add_url_rule("/hooks", "hooks", lambda: receiver.flask(request), methods=["POST"])
        client = app.test_client()
        answers = [client.post("/hooks", data=BODY, headers=each) for each in (signed(), signed(), {})]
        self.assertEqual([each.status_code for each in answers], [200, 200, 400])
        self.assertEqual(answers[1].text, "handled before")

    def test_starlette_and_fastapi_take_it_as_a_route(self) -> None:
        try:
            from starlette.applications import Starlette
        except ImportError:
            self.skipTest("starlette is not installed")
        apps: list[Any] = [Starlette()]
        try:
            from fastapi import FastAPI

            apps.append(FastAPI())
        except ImportError:
            pass
        for app in apps:
            app.add_route("/hooks", Receiver(SECRET, lambda event: None), methods=["POST"])
            self.assertEqual(asyncio.run(self._asked(app, signed())), 200)
            self.assertEqual(asyncio.run(self._asked(app, {})), 400)

    async def _asked(self, app: Any, headers: dict[str, str]) -> int:
        async def with_path(scope: Any, receive: Any, send: Any) -> None:
            more = {"path": "/hooks", "query_string": b"", "root_path": ""}
            await app({**scope, **more}, receive, send)

        return (await asgi(with_path, BODY, headers))[0]


if __name__ == "__main__":
    unittest.main()
