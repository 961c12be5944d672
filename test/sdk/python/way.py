"""A real HTTP server in the place of the API, at which faults happen."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

BASE = "/api/public/v1"

Fault = Any
"""`refuse` cuts a request before the API has it; `lose` cuts the answer, `half` cuts it in the
middle; `hang` never answers, `drip` answers a byte at a time; `leave` closes the connection after
the answer; a tuple of status, headers and text is answered in the API's place; `none` is no fault."""


class Api:
    """An API that remembers what was made, with the rules of `Idempotency-Key`."""

    def __init__(self) -> None:
        self.titles: list[str] = []
        self.members = [f"mem_{n}" for n in range(7)]
        self._answers: dict[str, Any] = {}
        self._lock = threading.Lock()

    def answer(self, method: str, path: str, headers: Any, body: bytes) -> tuple[int, dict[str, str], Any]:
        with self._lock:
            path, _, query = path.partition("?")
            if method == "POST":
                return self._create(headers["idempotency-key"], json.loads(body or b"{}"))
            if method == "DELETE":
                return self._remove(path.rpartition("/")[2])
            if path == "/users":
                return 200, {}, self._page(dict(p.split("=") for p in query.split("&") if p))
            return 200, {}, {"tenant_id": "ten_1", "kind": "new kind", "more": {"than": "known"}}

    def _create(self, key: str, body: Any) -> tuple[int, dict[str, str], Any]:
        if key in self._answers:
            return 201, {"idempotency-replayed": "true"}, self._answers[key]
        self.titles.append(body["title"])
        self._answers[key] = {"id": f"cas_{len(self.titles)}", "title": body["title"]}
        return 201, {}, self._answers[key]

    def _remove(self, member: str) -> tuple[int, dict[str, str], Any]:
        if member not in self.members:
            return 404, {}, {"code": "not_found", "status": 404}
        self.members.remove(member)
        return 200, {}, {"ok": True}

    def _page(self, query: dict[str, str]) -> Any:
        begin, limit = int(query.get("cursor", 0)), int(query.get("limit", 50))
        end = begin + limit
        more = str(end) if end < len(self.members) else None
        return {"data": [{"id": each} for each in self.members[begin:end]], "next_cursor": more}


class Way:
    """Use it with `with`. `seen` has the requests, `connections` how many connections there were."""

    def __init__(self, faults: list[Fault] | Callable[[Any], Fault] = (), api: Api | None = None) -> None:
        coming = faults if callable(faults) else list(faults)
        self.fault_of = coming if callable(coming) else lambda _: coming.pop(0) if coming else "none"
        self.api = api or Api()
        self.seen: list[dict[str, Any]] = []
        self.connections = 0
        self.ended = threading.Event()
        self.left = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _handler(self))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}{BASE}"

    def __enter__(self) -> Way:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 100

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that is cut is what these tests are about."""


def _handler(way: Way) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            way.connections += 1
            super().setup()

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            path = self.path.removeprefix(BASE)
            seen = {
                "method": self.command,
                "path": path,
                "headers": {name.lower(): value for name, value in self.headers.items()},
                "body": body,
                "at": time.monotonic(),
            }
            way.seen.append(seen)
            fault = way.fault_of(seen)
            if fault == "hang":
                way.ended.wait(20)
                return self._cut()
            if fault == "refuse":
                return self._cut()
            if isinstance(fault, tuple):
                status, headers, text = fault
                return self._send(status, headers, text.encode() if isinstance(text, str) else text)
            status, headers, answer = way.api.answer(self.command, path, seen["headers"], body)
            if fault == "lose":
                return self._cut()
            self._send(status, headers, json.dumps(answer).encode(), fault)

        do_POST = do_PATCH = do_DELETE = do_GET

        def _send(self, status: int, headers: dict[str, str], text: bytes, fault: str = "none") -> None:
            self.send_response(status)
            for name, value in {"x-request-id": "req-1", **headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            if fault == "half":
                self.wfile.write(text[:9])
                return self._cut()
            if fault == "drip":
                for byte in text:
                    self.wfile.write(bytes([byte]))
                    if way.ended.wait(0.05):
                        break
                return
            self.wfile.write(text)
            if fault == "leave":
                self._cut()
                way.left.set()

        def _cut(self) -> None:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)

        def log_message(self, *_: object) -> None:
            pass

    return Handler
