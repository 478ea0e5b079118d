"""The network side: the standard library's HTTP server, with limits, for this computer unless asked otherwise."""

from __future__ import annotations

import hmac
import logging
import socket
import threading
import time
from collections import deque
from dataclasses import dataclass
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from ...core.errors import FileError, ParameterError
from ...session.predict.model import Model
from ...version import __version__
from ..lifecycle.following import Following
from .answers import Answers, Limits, Reply, problem

log = logging.getLogger(__name__)
KEPT = 200
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Called:
    """A call that was answered: when (ISO), by whom, what, and with which status."""

    when: str
    who: str
    what: str
    status: int


class ModelServer(ThreadingHTTPServer):
    """Serves a model; `serve_forever` goes on until `shutdown`.

    Parameters
    ----------
    model : Model or Following
        A record that is followed answers with the version in force at each call.
    host : str
        Default this computer only.
    port : int
        0 chooses a free one; see `address`.
    limits : Limits, optional
    token : str
        Calls must carry it as ``Authorization: Bearer``; needed where others than this computer can call.

    Raises
    ------
    FileError
        The port is taken, or the address is none of this computer.
    ParameterError
        Another host without a token.
    """

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, model: Model | Following, host: str = "127.0.0.1", port: int = 8765,
                 limits: Limits | None = None, token: str = "") -> None:
        if host not in LOOPBACK and not token:
            raise ParameterError("serve.token_needed", host=host)
        self.limits = limits or Limits()
        self.answers, self.token, self.host = Answers(model, self.limits), token, host
        self.last: deque[Called] = deque(maxlen=KEPT)
        """The last calls, the newest at the end."""
        self._free = threading.BoundedSemaphore(self.limits.threads)
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            super().__init__((host, port), Handler)
        except (OSError, OverflowError) as error:
            raise FileError("serve.no_address", host=host, port=port,
                            error=getattr(error, "strerror", None) or error) from error

    @property
    def address(self) -> str:
        """Where it can be called."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.server_address[1]}"

    def process_request(self, request: Any, client_address: Any) -> None:
        """A thread per call, as many as are allowed; the others are told to come again."""
        if not self._free.acquire(blocking=False):
            reply = problem(503, "too many calls at once; try again.")
            try:
                request.settimeout(1.0)
                request.sendall(b"HTTP/1.0 503 Busy\r\nContent-Type: application/json\r\nRetry-After: 1\r\n"
                                + f"Content-Length: {len(reply.body)}\r\n\r\n".encode() + reply.body)
            except OSError as error:
                log.info("a caller went away (%s)", error)
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """The work of one thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A defect is kept in the log; the server goes on."""
        log.exception("a defect while a call was answered")


class Handler(BaseHTTPRequestHandler):
    """One call."""

    server: ModelServer
    server_version, sys_version = f"SpectrAlign/{__version__}", ""
    protocol_version = "HTTP/1.0"

    def setup(self) -> None:
        """Nobody may keep a thread waiting, nor by sending one letter at a time."""
        super().setup()
        self.connection.settimeout(self.server.limits.seconds)
        self._ends = threading.Timer(3 * self.server.limits.seconds, self._end)
        self._ends.daemon = True
        self._ends.start()

    def finish(self) -> None:
        """The call is over."""
        self._ends.cancel()
        super().finish()

    def _end(self) -> None:
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError as error:
            log.info("a call had ended already (%s)", error)

    def do_GET(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        refused = self._refusal()
        if refused is None:
            body = self._body() if self.command == "POST" else b""
            try:
                refused = body if isinstance(body, Reply) else self.server.answers.answer(
                    self.command, self.path, self.headers.get("Content-Type", ""), body)
            except Exception:  # the caller is told, the log has the rest, the next call is answered
                log.exception("a defect while %s was answered", self.path)
                refused = problem(500, "a defect of the program stopped this call; the log file says more.")
        self._send(refused)

    def _refusal(self) -> Reply | None:
        """Who may not call: a page of another origin in a browser, another name for this computer, no token."""
        names = {*LOOPBACK, "[::1]"} if self.server.host in LOOPBACK else None
        called = self.headers.get("Host", "")
        host = called if called.endswith("]") else called.rpartition(":")[0] or called
        if names is not None and called and host.lower() not in names:
            return problem(403, "this service answers calls to this computer only.")
        origin = self.headers.get("Origin")
        if origin is not None and origin.rpartition("://")[2] != called:
            return problem(403, "this service answers no pages of other sites.")
        if self.server.token and self.path != "/health":
            given = self.headers.get("Authorization", "").removeprefix("Bearer ").strip()
            if not hmac.compare_digest(given.encode("utf-8", "replace"), self.server.token.encode("utf-8")):
                return problem(401, "send the token as Authorization: Bearer ….", **{"WWW-Authenticate": "Bearer"})
        return None

    def _body(self) -> bytes | Reply:
        length, limits = self.headers.get("Content-Length", ""), self.server.limits
        if not length.isascii() or not length.isdecimal() or len(length) > 15:
            return problem(411, "say how long the body is (Content-Length).")
        if int(length) > limits.bytes:
            return problem(413, f"the body is larger than {limits.megabytes:g} MB.")
        end, parts, left = time.monotonic() + limits.seconds, [], int(length)
        while left:
            try:
                self.connection.settimeout(max(end - time.monotonic(), 0.001))
                part = self.rfile.read1(min(left, 65_536))
            except TimeoutError:
                return problem(408, f"the body did not arrive within {limits.seconds:g} seconds.")
            if not part:
                return problem(400, "the body ended before its length.")
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def _send(self, reply: Reply) -> None:
        self.server.last.append(Called(datetime.now().astimezone().isoformat(timespec="seconds"),
                                       self.address_string(), f"{self.command} {self.path[:200]}", reply.status))
        try:
            self.connection.settimeout(self.server.limits.seconds)
            self.send_response(reply.status)
            for name, value in (("Content-Type", reply.kind), ("Content-Length", str(len(reply.body))),
                                ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
                                ("Content-Security-Policy", "default-src 'self' 'unsafe-inline'"),
                                *reply.more.items()):
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(reply.body)
        except OSError as error:
            log.info("a caller went away (%s)", error)

    def log_message(self, format: str, *words: Any) -> None:
        """Into the log, not onto the terminal."""
        log.info("%s %s", self.address_string(), format % words)
