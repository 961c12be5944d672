"""The command `team-api copy`."""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import signal
import ssl
import sys
import threading
import time
from collections.abc import Sequence
from importlib import metadata
from typing import Any
from urllib.parse import urlsplit

from ..client import ChangesOperations, TeamApi
from .attempt import Answer
from .copy import CopyStep, copy
from .copy_file import TABLES, CopyFile, Failure
from .errors import ApiError, TeamApiError
from .http_transport import HttpTransport
from .log import LogEntry
from .options import CallOptions
from .prepare import Call
from .transport import Request, Response

SCOPES = {
    "member": "users:read",
    "deal": "cases:read",
    "objection": "cases:read",
    "assignment": "assignments:read",
    "case": "cases:read",
    "training": "trainings:read",
    "evaluation": "evaluations:read",
}
"""The scope that the list of each type needs."""

INTERRUPTED = 130
"""The exit code that shells give to a program that Ctrl-C has ended."""
AWAY_FOR = 10.0
"""Seconds without an answer, after which a person should know."""


def run(base_path: str, package: str, version: str) -> int:
    """Runs the command of the command line, and returns its exit code."""
    parser = argparse.ArgumentParser(
        "team-api", description="The command line of the Team API.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(metavar="COMMAND")
    command = commands.add_parser(
        "copy",
        help="Keep a copy of your team in an SQLite file, and follow what changes",
        description="Keeps a copy of your team in an SQLite file, and follows what changes. "
        "TEAM_API_KEY in the environment is the key.",
        allow_abbrev=False,
    )
    command.add_argument("--to", metavar="FILE", required=True, help="The SQLite file of the copy")
    command.add_argument(
        "--types",
        metavar="LIST",
        type=_types_in,
        help=f"Only these, with commas between them: {', '.join(SCOPES)}. "
        "Without it, all that the key may read",
    )
    command.add_argument("--once", action="store_true", help="End when the copy is whole")
    command.add_argument(
        "--server",
        metavar="URL",
        help="The address of the installation, if it is not the one of this package",
    )
    try:
        given = parser.parse_args()
        if not hasattr(given, "to"):
            parser.print_help(sys.stderr)
            return 2
        return _keep_copy(given, base_path, package)
    except Failure as failure:
        _note(f"Error: {failure}")
        if failure.hint:
            _note(failure.hint)
        return failure.exit_code


def _types_in(text: str) -> list[str]:
    types = list(dict.fromkeys(each.strip() for each in text.split(",")))
    for each in types:
        if each not in SCOPES:
            raise Failure(f'There is no type "{each}".', f"--types takes {', '.join(SCOPES)}.", 2)
    return types


def _keep_copy(given: argparse.Namespace, base_path: str, package: str) -> int:
    server = _find_server(given.server, package)
    key = os.environ.get("TEAM_API_KEY", "")
    form = _form(server, given.types or list(SCOPES))
    if not key.strip():
        raise Failure("TEAM_API_KEY is not set: it is the key of your team.", form, 2)
    stop = threading.Event()
    send = _Checked(server, stop)
    log = _Away(server).log
    try:
        client = TeamApi(url=server + base_path, key=key, language="en", log=log, transport=send)
    except ValueError:
        raise Failure("TEAM_API_KEY is no API key: it begins with svck_live_.", form, 2) from None

    def end(number: int, _: object) -> None:
        stop.set()
        # A second Ctrl-C means that the person does not want to wait.
        signal.signal(number, signal.SIG_DFL)

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, end)
    try:
        with client:
            _follow(client, given, server, stop)
    except ApiError as error:
        raise _refused(error, server, form) from None
    finally:
        send.close()
    if send.failure:
        raise send.failure
    return INTERRUPTED if stop.is_set() else 0


def _follow(
    client: TeamApi, given: argparse.Namespace, server: str, stop: threading.Event
) -> None:
    # Like the copy itself, this call waits until the server is there.
    patient = CallOptions(total_timeout=math.inf, max_retries=10**9, stop=stop)
    try:
        me: Any = client._send(Call("getMe", "GET", "/me"), patient)
    except TeamApiError:
        if stop.is_set():
            return
        raise
    if not isinstance(me, dict) or not isinstance(me.get("scopes"), list):
        raise _foreign(server, 200)
    types = given.types or [each for each in SCOPES if SCOPES[each] in me["scopes"]]
    if not types:
        form = _form(server, list(SCOPES))
        raise Failure("The key lacks the scopes of all lists.", form)
    into = CopyFile(given.to, server=server, team=me["tenant_id"], types=types)
    try:
        if into.former_types:
            now = ",".join(sorted(types))
            _note(
                f"{given.to} had {into.former_types} until now. It starts again with {now}; "
                "the rows of other types are removed."
            )
        told = _Told(given.to, into, types, is_once=given.once)
        client.changes = _Pages(client._sender, told)
        copy(client=client, types=types, into=told, on_closed=told.closes, stop=stop)
    finally:
        into.close()


class _Told:
    """A copy that says how far it is."""

    def __init__(
        self, file: str, into: CopyFile, types: Sequence[str], *, is_once: bool
    ) -> None:
        self._file = file
        self._into = into
        self._types = types
        self.is_once = is_once
        self.load = into.load
        self._began = self._said_at = time.monotonic()
        self._read = 0
        self._left = 0
        self._closed: list[str] = []
        self.is_current = False
        """Whether a page has had all that there was to read."""
        self._has_said = False

    def apply(self, step: CopyStep) -> None:
        self._into.apply(step)
        self._read += len(step.changes)
        now = time.monotonic()
        if not self.is_current and now - self._said_at >= 1:
            self._said_at = now
            left = f", about {self._left:,} left" if self._left else ""
            _note(f"{self._read:,} objects{left}")

    def reads(self, answer: Answer) -> None:
        """Gets each page before it is applied."""
        self._left = int(answer.headers.get("changes-remaining", 0))
        self.is_current = self.is_current or not answer.body["has_more"]

    def expires(self) -> None:
        self.is_current = self._has_said = False
        self._began, self._read = time.monotonic(), 0
        _note(
            "The cursor has expired, as after a restored backup. Everything is read again; "
            f"meanwhile {self._file} keeps what it has."
        )

    def whole(self) -> None:
        """Says once that the copy is whole."""
        if self._has_said:
            return
        self._has_said = True
        seconds = time.monotonic() - self._began
        but = " but for what is closed" if self._closed else ""
        goes_on = "" if self.is_once else " It follows what changes; Ctrl-C ends it."
        count = self._into.count()
        objects = f"{count:,} {'object' if count == 1 else 'objects'}"
        print(f"{self._file} is whole{but}: {objects} in {seconds:.0f} s.{goes_on}", flush=True)

    def closes(self, types: list[str]) -> None:
        self._closed = types
        if not types:
            _note("The team has opened everything again.")
            return
        names = ", ".join(TABLES[each] for each in types)
        closed = f"The team has closed {names} (member_detail_enabled)."
        keeps = f"{self._file} keeps what it has of them"
        if self.is_once and len(types) == len(self._types):
            raise Failure(f"{closed} {keeps}.")
        _note(f"{closed} {keeps}, and goes on when they are open again.")


class _Pages(ChangesOperations):
    """The pages that `copy` reads."""

    def __init__(self, sender: Any, told: _Told) -> None:
        super().__init__(sender)
        self._told = told

    def _follow(self, cursor: str | None, types: str, wait: int, stop: threading.Event) -> Any:
        told = self._told
        if told.is_current:
            told.whole()
            if told.is_once:
                return None
        # Nobody waits for news to hear that the copy is whole.
        return super()._follow(cursor, types, wait if told.is_current else min(wait, 1), stop)

    def _send_whole(self, call: Call, options: CallOptions) -> Answer:
        try:
            answer = super()._send_whole(call, options)
        except ApiError as error:
            if any(each.get("code") == "cursor_expired" for each in error.errors):
                self._told.expires()
            raise
        self._told.reads(answer)
        return answer


class _Checked:
    """Sends requests, and ends the command at what the SDK would try again for ever, though it shows
    that the address is wrong."""

    def __init__(self, server: str, stop: threading.Event) -> None:
        self._server = server
        self._stop = stop
        self._send = HttpTransport()
        self.close = self._send.close
        self.failure: Failure | None = None

    def __call__(self, request: Request) -> Response:
        try:
            response = self._send(request)
        except ssl.SSLCertVerificationError as error:
            self._end(
                Failure(
                    f"The certificate of {self._server} does not verify: {error.verify_message.rstrip('.')}.",
                    "The key was not sent. If an authority of your own has signed it, name the file of its "
                    "certificate in SSL_CERT_FILE.",
                )
            )
            raise
        is_good = 200 <= response.status < 300
        if is_good and "json" not in response.headers.get("content-type", ""):
            self._end(_foreign(self._server, response.status))
        return response

    def _end(self, failure: Failure) -> None:
        self.failure = failure
        self._stop.set()


class _Away:
    """Says once if the server does not answer for long."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._since: float | None = None
        self._has_said = False

    def log(self, entry: LogEntry) -> None:
        if entry.status is not None and entry.status < 500:
            self._since, self._has_said = None, False
            return
        now = time.monotonic()
        if self._since is None:
            self._since = now - entry.seconds
        if not self._has_said and now + (entry.retry_in or 0) - self._since >= AWAY_FOR:
            self._has_said = True
            _note(f"{self._server} does not answer. The copy goes on as soon as it does.")


def _find_server(named: str | None, package: str) -> str:
    """The address of the service: the one that the person names, else the origin of the package."""
    wanted = named or os.environ.get("TEAM_API_SERVER")
    if wanted:
        return _read_server(wanted)
    # pip notes the address of the file from which it has installed a package, and each installation
    # of the product serves this file itself.
    try:
        noted = metadata.distribution(package).read_text("direct_url.json")
        found = re.match(r"(https?://.+)/docs/sdk/[^/]+\.whl", json.loads(noted or "{}")["url"])
    except (metadata.PackageNotFoundError, ValueError, KeyError):
        found = None
    if found is None:
        raise Failure(
            "Which installation is it?",
            "Name its address: --server https://team.example, or TEAM_API_SERVER in the environment.",
            2,
        )
    return found[1]


def _read_server(text: str) -> str:
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or parts.scheme not in ("http", "https") or parts.username or parts.query:
        raise Failure(f"{text} is no address of a service.", "It looks like https://team.example.", 2)
    # A file knows its server by this text, so it is the same for each way to write an address.
    name = f"[{host}]" if ":" in host else host
    is_standard = port in (None, 443 if parts.scheme == "https" else 80)
    return f"{parts.scheme}://{name}{'' if is_standard else f':{port}'}{parts.path.rstrip('/')}"


def _form(server: str, types: Sequence[str]) -> str:
    """Leads to the form for a key that may read these types."""
    scopes = ",".join(dict.fromkeys(SCOPES[each] for each in types))
    return f"Make a key in the app:\n  {server}/app/api-keys?new=1&scopes={scopes}"


def _refused(error: ApiError, server: str, form: str) -> Failure:
    """Says what to do about a refusal that no retry mends."""
    if error.status == 401:
        return Failure("The key does not work: it was revoked, has expired or is not whole.", form)
    if error.required_scope:
        return Failure(f"The key lacks the scope {error.required_scope}.", form)
    if error.code.startswith("http_"):
        return _foreign(server, error.status)
    return Failure(str(error))


def _foreign(server: str, status: int) -> Failure:
    return Failure(
        f"{server} answers with HTTP {status}, and not as this service does.",
        "Look at the address: it is what stands before /docs and /app. --server names another one.",
    )


def _note(line: str) -> None:
    """Says what is no result."""
    print(line, file=sys.stderr, flush=True)
