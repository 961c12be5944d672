"""The key, and secrets of webhooks, are in nothing that the package shows or raises."""

from __future__ import annotations

import copy
import pickle
import traceback
import unittest
from datetime import date, datetime, timedelta, timezone
from typing import Any

import team_api
from team_api import ApiError, HttpTransport, Request, Response, TeamApi, TeamApiError, ValidationError
from team_api import webhooks

from way import Way

KEY = "svck_live_0123456789_abcdefghijklmnopqrstuvwxyz"
SECRET = "whsec_4fT9xQm2LrV7bKc1WnZ8sYd5HgJ3pEa6UtRi0oBvNqM"


def answered(status: int, text: str, headers: dict[str, str] | None = None) -> TeamApi:
    def transport(_: Request) -> Response:
        return Response(status, headers or {}, text.encode())

    return TeamApi(url="https://team.example", key=KEY, max_retries=0, transport=transport)


def error_of(call: Any) -> Any:
    try:
        call()
    except TeamApiError as error:
        return error
    raise AssertionError("the call succeeded")


def shown(error: BaseException) -> str:
    """What a tool shows that prints an error with the variables of all frames, and all before it."""
    lines = traceback.TracebackException.from_exception(error, capture_locals=True)
    return "".join(lines.format()) + repr(vars(error))


class Secrets(unittest.TestCase):
    def assert_hidden(self, text: str, hidden: str = KEY) -> None:
        self.assertNotIn(hidden, text)
        self.assertNotIn(hidden[10:24], text)

    def test_the_key_is_in_no_error_and_no_variable_of_a_frame(self) -> None:
        def careless(request: Request) -> Response:
            try:
                raise OSError(f"refused: {request.headers['Authorization']}")
            except OSError as error:
                raise RuntimeError(f"cannot send {KEY}") from error

        client = TeamApi(url="https://team.example", key=KEY, max_retries=0, transport=careless)
        error = error_of(client.me)
        self.assertIn("cannot send [key]: refused: Bearer [key]", str(error))
        self.assert_hidden(self._without_this_file(error))
        with Way(["refuse"]) as way:
            self.assert_hidden(shown(error_of(TeamApi(url=way.url, key=KEY, max_retries=0).me)))
        self.assert_hidden(shown(error_of(answered(401, '{"code":"unauthorized"}').me)))

    def _without_this_file(self, error: BaseException) -> str:
        self.assertIsNone(error.__context__)
        self.assertIsNone(error.__cause__)
        return shown(error)

    def test_the_key_is_not_in_what_a_client_shows_and_a_client_is_not_pickled(self) -> None:
        client = answered(200, "{}")
        for each in (client, client.users, client.users.list(), client._sender, vars(client._sender)):
            self.assert_hidden(repr(each) + str(each) + repr(getattr(each, "__dict__", "")))
        for make in (pickle.dumps, copy.deepcopy):
            for each in (client, client.users, client._sender._key):
                with self.assertRaises(TypeError):
                    self.assert_hidden(repr(make(each)))

    def test_a_wrong_key_is_refused_without_being_quoted(self) -> None:
        for given in (None, "", " "):
            missing = "^no key was given: make one in the app, under API keys$"
            with self.assertRaisesRegex(ValueError, missing):
                TeamApi(url="https://team.example", key=given)
        for given in (f"{KEY}\nabc", f"{KEY}ä"):
            with self.assertRaisesRegex(ValueError, "^key must be an API key: svck_live_…$") as caught:
                TeamApi(url="https://team.example", key=given)
            frames = [f for f in traceback.walk_tb(caught.exception.__traceback__)][1:]
            self.assert_hidden(repr([frame.f_locals for frame, _ in frames]))

    def test_a_key_from_a_file_may_have_a_line_break_at_its_end(self) -> None:
        sent: list[Request] = []

        def transport(request: Request) -> Response:
            sent.append(request)
            return Response(200, {}, b"{}")

        url = "https://user:pw@team.example/api/public/v1/"
        TeamApi(url=url, key=f"{KEY}\n", transport=transport).me()
        self.assertEqual(sent[0].url, "https://team.example/api/public/v1/me")
        self.assertEqual(sent[0].headers["Authorization"], f"Bearer {KEY}")
        self.assert_hidden(repr(sent))

    def test_a_receiver_shows_no_secret(self) -> None:
        receiver = webhooks.Receiver(SECRET, print)
        self.assert_hidden(repr(receiver) + repr(vars(receiver)), SECRET)
        with self.assertRaises(TypeError):
            pickle.dumps(receiver)
        text = receiver.answer(b"{}", {"svc-signature": f"t=1,v1={'0' * 64}"})[0]
        self.assert_hidden(text, SECRET)


class Errors(unittest.TestCase):
    def test_each_code_has_a_class_of_its_own(self) -> None:
        for code, kind in team_api.errors.ERROR_CLASSES.items():
            error = error_of(answered(400, f'{{"code": "{code}"}}').me)
            self.assertIs(type(error), kind)
            self.assertIs(getattr(team_api, kind.__name__), kind)
            self.assertEqual(kind.__mro__[1:3], (ApiError, TeamApiError))

    def test_an_error_has_what_the_problem_says_and_survives_a_pickle(self) -> None:
        text = (
            '{"title":"Eingabe ungültig","code":"validation_error","request_id":"r-0","errors":'
            '[{"in":"body","pointer":"/due_date","code":"custom","detail":"Not a day"}]}'
        )
        client = answered(422, text, {"X-Request-Id": "r-1", "Retry-After": "7"})
        error = error_of(lambda: client.assignments.update("asg_1", {}))
        for each in (error, pickle.loads(pickle.dumps(error)), copy.copy(error)):
            self.assertIsInstance(each, ValidationError)
            self.assertEqual(each.errors[0]["pointer"], "/due_date")
            self.assertEqual((each.title, each.request_id), ("Eingabe ungültig", "r-1"))
            self.assertEqual((each.status, each.retry_after), (422, 7))
            self.assertEqual(
                str(each),
                "PATCH /assignments/asg_1: 422 validation_error: "
                "body /due_date: Not a day; retry after 7 s (request r-1)",
            )

    def test_what_is_unknown_breaks_nothing(self) -> None:
        error = error_of(answered(418, '{"code":"new_code","more":[1],"errors":"no"}').me)
        self.assertEqual((type(error), error.code, list(error.errors)), (ApiError, "new_code", []))
        for text in ("<html>", "", "[]", "null", "7", '{"code":7,"detail":{}}', '{"code":"__init__"}'):
            error = error_of(answered(502, text).me)
            self.assertEqual((type(error), error.status), (ApiError, 502))
        me = '{"tenant_id":"t","kind":"new kind","more":{"than":"known"}}'
        self.assertEqual(answered(200, me).me()["more"], {"than": "known"})  # type: ignore[typeddict-item]

    def test_an_answer_that_is_cut_off_is_no_success(self) -> None:
        for text in ('{"tenant_id":"t', "", "<html>"):
            self.assertEqual(error_of(answered(200, text).me).code, "connection")

    def test_a_date_in_retry_after_is_compared_with_the_clock_of_the_server(self) -> None:
        headers = {"Retry-After": "Wed, 18 Nov 2026 09:00:30 GMT", "Date": "Wed, 18 Nov 2026 09:00:10 GMT"}
        self.assertEqual(error_of(answered(503, "", headers).me).retry_after, 20)

    def test_a_post_says_with_which_key_it_may_be_repeated(self) -> None:
        client = answered(503, "")
        made = error_of(lambda: client.cases.create({"user_id": "usr_1"}))
        self.assertRegex(made.idempotency_key, "^[0-9a-f-]{36}$")
        own = error_of(lambda: client.cases.create({"user_id": "u"}, idempotency_key="mine"))
        self.assertEqual(own.idempotency_key, "mine")
        self.assertIsNone(error_of(client.me).idempotency_key)


class Arguments(unittest.TestCase):
    def setUp(self) -> None:
        self.sent: list[Request] = []

    def client(self) -> TeamApi:
        def transport(request: Request) -> Response:
            self.sent.append(request)
            return Response(200, {}, b'{"data":[],"next_cursor":null}')

        return TeamApi(url="https://team.example", key=KEY, transport=transport)

    def test_times_are_sent_with_their_zone(self) -> None:
        zone = timezone(timedelta(hours=2))
        client = self.client()
        client.trainings.list(since=datetime(2026, 11, 1, tzinfo=zone)).first_page()
        self.assertTrue(self.sent[0].url.endswith("/trainings?since=2026-10-31T22%3A00%3A00.000Z"))
        with self.assertRaisesRegex(ValueError, "zone"):
            client.trainings.list(since=datetime(2026, 11, 1)).first_page()
        with self.assertRaisesRegex(ValueError, r"since needs a time with its zone: datetime\(2026, 11"):
            client.trainings.list(since=date(2026, 11, 1)).first_page()  # type: ignore[arg-type]
        client.assignments.update("asg_1", {"due_date": date(2026, 12, 4)})
        self.assertEqual(self.sent[1].body, b'{"due_date": "2026-12-04"}')

    def test_what_is_no_id_would_lead_to_another_path(self) -> None:
        for given in ("", ".", "..", None):
            with self.assertRaisesRegex(TypeError, "member_id must be an id"):
                self.client().users.get(given)  # type: ignore[arg-type]
        self.assertEqual(self.sent, [])
        self.client().users.get("a/b?c")
        self.assertTrue(self.sent[0].url.endswith("/users/a%2Fb%3Fc"))

    def test_a_wrong_address_or_idempotency_key_is_refused(self) -> None:
        elsewhere = ("localhost:3000/api", "ftp://team.example", "https://team.example:x")
        for url in (None, "", "team.example", "/api", *elsewhere):
            with self.assertRaisesRegex(ValueError, "url must be the address of the API"):
                TeamApi(url=url, key=KEY)
        for given in ("", " a", "ä", "x" * 101):
            with self.assertRaisesRegex(ValueError, "1 to 100 printable"):
                self.client().users.invite({"email": "a@b.example"}, idempotency_key=given)

    def test_an_operation_that_is_unknown_can_be_called_too(self) -> None:
        self.client().request("GET", "/new/{id}", ids=["x"], query={"deep": True})
        self.assertTrue(self.sent[0].url.endswith("/new/x?deep=true"))


class Connections(unittest.TestCase):
    def test_connections_are_kept_and_closed_ones_are_not_used(self) -> None:
        with Way() as way:
            client = TeamApi(url=way.url, key=KEY, max_retries=0)
            for _ in range(5):
                client.me()
            self.assertEqual(way.connections, 1)
            client.close()
            client.me()
            self.assertEqual(way.connections, 2)
            idle = client._sender._own_transport._idle[0][1]
            self.assertTrue(idle.is_open())
        for fault in ("leave", (200, {"connection": "close"}, "{}")):
            with Way([fault]) as way:
                client = TeamApi(url=way.url, key=KEY, max_retries=0)
                client.me()
                way.left.wait(0 if fault != "leave" else 10)
                client.me()
                self.assertEqual(way.connections, 2)

    def test_a_compressed_answer_is_read_and_a_cut_one_is_not(self) -> None:
        import gzip

        packed = gzip.compress(b'{"tenant_id":"t"}')
        gzipped = {"content-encoding": "gzip"}
        with Way([(200, gzipped, packed), (200, gzipped, packed[:-9])]) as way:
            client = TeamApi(url=way.url, key=KEY, max_retries=0)
            self.assertEqual(client.me()["tenant_id"], "t")
            self.assertEqual(error_of(client.me).code, "connection")

    def test_own_certificates_are_taken(self) -> None:
        import ssl

        transport = HttpTransport(ssl.create_default_context())
        client = TeamApi(url="https://127.0.0.1:2", key=KEY, max_retries=0, transport=transport)
        self.assertEqual(error_of(client.me).code, "connection")


if __name__ == "__main__":
    unittest.main()
