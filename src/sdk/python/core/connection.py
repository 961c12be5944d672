"""A connection of `http.client` whose requests end in time."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import threading
import time
from typing import Any


LOOKS = 0.2
"""Seconds between two looks whether the caller wants to stop."""


class Connection(http.client.HTTPConnection):
    """A connection over HTTP, or over HTTPS if there is a context."""

    def __init__(self, host: str, port: int | None, context: ssl.SSLContext | None) -> None:
        standard = 443 if context else 80
        super().__init__(host, port or standard)
        # `http.client` writes the port into the header `Host` if it differs from this one.
        self.default_port = standard
        self._context = context
        self.deadline = 0.0
        self.idle_since = 0.0
        self.stop: threading.Event | None = None

    def left(self) -> float:
        """Seconds until the deadline."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return left

    def connect(self) -> None:
        plain = self._dialled()
        try:
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            plain.settimeout(self.left())
            if self._context is not None:
                plain = self._context.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise
        # `http.client` uses no other methods of a socket.
        self.sock = _InTime(plain, self)

    def _dialled(self) -> socket.socket:
        """Tries the addresses of the host in turn, until the deadline."""
        failure = OSError("the host has no address")
        for kind in socket.getaddrinfo(self.host, self.port, 0, socket.SOCK_STREAM):
            family, type_, protocol, _, address = kind
            one = socket.socket(family, type_, protocol)
            try:
                one.settimeout(self.left())
                one.connect(address)
                return one
            except OSError as error:
                one.close()
                failure = error
        raise failure

    def is_open(self) -> bool:
        """Whether the server has neither closed the unused connection nor sent anything."""
        return isinstance(self.sock, _InTime) and self.sock.is_quiet()


class _InTime:
    """A socket whose every wait ends at the deadline of its connection."""

    def __init__(self, sock: socket.socket, connection: Connection) -> None:
        self._sock = sock
        self._connection = connection

    def sendall(self, data: bytes) -> None:
        self._sock.settimeout(self._connection.left())
        self._sock.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        # The file keeps the socket open until the answer is read, even if the connection is closed.
        raw = self._sock.makefile("rb", buffering=0)
        return io.BufferedReader(_Reader(raw, self._sock, self._connection))

    def is_quiet(self) -> bool:
        try:
            self._sock.settimeout(0)
            self._sock.recv(1)
        except (BlockingIOError, ssl.SSLWantReadError):
            return True
        except OSError:
            return False
        return False

    def close(self) -> None:
        self._sock.close()


class _Reader(io.RawIOBase):
    def __init__(self, raw: Any, sock: socket.socket, connection: Connection) -> None:
        self._raw = raw
        self._sock = sock
        self._connection = connection

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        stop = self._connection.stop
        while stop is not None and not stop.is_set():
            self._sock.settimeout(min(LOOKS, self._connection.left()))
            try:
                return self._sock.recv_into(buffer)
            except TimeoutError:
                # At the deadline `left` raises.
                continue
        if stop is not None:
            raise ConnectionAbortedError("stopped")
        self._sock.settimeout(self._connection.left())
        count: int | None = self._raw.readinto(buffer)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()
