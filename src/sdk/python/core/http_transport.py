"""Sends requests with the standard library, and keeps connections for the next ones."""

from __future__ import annotations

import os
import ssl
import time
import zlib
from threading import Lock
from urllib.parse import urlsplit

from .connection import Connection
from .transport import Request, Response

KEPT = 8
"""How many unused connections are kept."""
KEPT_FOR = 4.0
"""Seconds for which an unused connection is kept: less than servers and proxies keep it."""


class HttpTransport:
    """The transport of a client. Several threads may share one.

    `ssl_context` decides which certificates are trusted: without it, those of the machine.
    """

    def __init__(self, ssl_context: ssl.SSLContext | None = None) -> None:
        self._context = ssl_context
        self._idle: list[tuple[str, Connection]] = []
        self._process = os.getpid()
        self._lock = Lock()

    def __call__(self, request: Request) -> Response:
        address = urlsplit(request.url)
        origin = f"{address.scheme}://{address.netloc}"
        target = address.path + (f"?{address.query}" if address.query else "")
        connection = self._take(origin) or self._make(origin)
        connection.deadline = time.monotonic() + request.timeout
        connection.stop = request.stop
        try:
            connection.request(request.method, target, request.body, dict(request.headers))
            answer = connection.getresponse()
            body = answer.read()
            headers = {name.lower(): value for name, value in answer.getheaders()}
            if headers.get("content-encoding") == "gzip":
                body = _unpacked(body)
        except BaseException:
            connection.close()
            raise
        if answer.will_close:
            connection.close()
        else:
            self._keep(origin, connection)
        return Response(answer.status, headers, body)

    def _make(self, origin: str) -> Connection:
        address = urlsplit(origin)
        context = None
        if address.scheme == "https":
            with self._lock:
                # Reading the certificates of the machine takes a while.
                self._context = self._context or ssl.create_default_context()
                context = self._context
        return Connection(address.hostname or "", address.port, context)

    def _take(self, origin: str) -> Connection | None:
        while True:
            with self._lock:
                self._forget_parent()
                found = next((i for i in reversed(self._idle) if i[0] == origin), None)
                if found is None:
                    return None
                self._idle.remove(found)
            connection = found[1]
            if time.monotonic() - connection.idle_since < KEPT_FOR and connection.is_open():
                return connection
            connection.close()

    def _keep(self, origin: str, connection: Connection) -> None:
        connection.idle_since = time.monotonic()
        with self._lock:
            self._forget_parent()
            self._idle.append((origin, connection))
            old = self._idle.pop(0)[1] if len(self._idle) > KEPT else None
        if old is not None:
            old.close()

    def _forget_parent(self) -> None:
        """After a fork both processes have the same connections, so only the parent uses them."""
        if self._process != os.getpid():
            self._process = os.getpid()
            while self._idle:
                self._idle.pop()[1].close()

    def close(self) -> None:
        while self._idle:
            # Another thread may take the last one meanwhile.
            with self._lock:
                old = self._idle.pop()[1] if self._idle else None
            if old is not None:
                old.close()

    def __del__(self) -> None:
        self.close()


def _unpacked(body: bytes) -> bytes:
    unpacker = zlib.decompressobj(wbits=31)
    text = unpacker.decompress(body) + unpacker.flush()
    if not unpacker.eof:
        raise EOFError("the answer was cut off")
    return text
