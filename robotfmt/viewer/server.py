"""The server of one page, for programs on this machine that know its token.

Each request may be an attack: by another web page in the same browser, by a name that leads here (DNS rebinding), by
another user of the machine. No request names a file, and there are only four addresses: ``/``, ``/save``, ``/refit``,
``/fit``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from hmac import compare_digest
from http.server import BaseHTTPRequestHandler
from io import BufferedReader, RawIOBase
from secrets import token_urlsafe
from socket import SHUT_WR, socket
from socketserver import TCPServer, ThreadingMixIn
from threading import BoundedSemaphore
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import RobotfmtError
from .requests import Refused, fit_of, refit_of, save_of
from .shown import Server

if TYPE_CHECKING:
    from .session import Session

HOST = "127.0.0.1"
BODY = 8_000_000
"""The maximum number of bytes of a request."""
CONNECTIONS = 32
"""The maximum number of simultaneous requests."""
PATIENCE = 10.0
"""The time limit in seconds for receiving a request, and for sending its answer."""
_QUESTIONS = ("/save", "/refit", "/fit")
"""The handlers of a page's requests."""
_SECRET = "X-Robotfmt-Token"
_HEADERS = {
    "Cache-Control": "no-store",
    "Connection": "close",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Answer(NamedTuple):
    """The answer to a request."""

    type: str
    body: bytes
    status: int = 200
    location: str | None = None


class Site(ThreadingMixIn, TCPServer):
    """A server for the page of a session, on the loopback address; requests need the token in the page's address."""

    allow_reuse_address = os.name == "posix"  # elsewhere another program could take the port over
    daemon_threads = True
    request_queue_size = CONNECTIONS

    def __init__(self, session: Session, port: int = 0, patience: float = PATIENCE) -> None:
        """Listen; ``serve_forever`` answers the requests.

        Args:
            port: The port; 0 for any free port.
            patience: The time limit for sending a request, in seconds.

        Raises:
            OSError: The port is taken.
        """
        self.session, self.patience = session, patience
        self.known = Server(token=token_urlsafe(32), save=session.saving.path.name, nonce=token_urlsafe(16))
        self._tickets: set[str] = set()
        self._free = BoundedSemaphore(CONNECTIONS)
        super().__init__((HOST, port), Visit)
        names = (HOST, "localhost")
        self.hosts = {f"{name}:{self.port}" for name in names} | (set(names) if self.port == 80 else set())
        """The host names of this server for a browser."""

    @property
    def port(self) -> int:
        """The port that the server listens on."""
        port: int = self.server_address[1]
        return port

    @property
    def url(self) -> str:
        """The address of the page, with the token."""
        return f"http://{HOST}:{self.port}/?token={self.known.token}"

    def url_for_once(self) -> str:
        """Return an address of the page that works once: other users can see the command line of the browser."""
        ticket = token_urlsafe(32)
        self._tickets.add(ticket)
        return f"http://{HOST}:{self.port}/?once={ticket}"

    def takes(self, ticket: str) -> bool:
        """Return True if a request has an unused ticket; this uses it."""
        try:
            self._tickets.remove(ticket)
        except KeyError:
            return False
        return True

    def is_token(self, text: str) -> bool:
        """Return True if a request has the token."""
        return compare_digest(text.encode(errors="replace"), self.known.token.encode())

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread, unless there are too many."""
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer one client."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that closed the connection."""


class _Inflow(RawIOBase):
    """A stream of a client's request, with a time limit for the whole of it."""

    def __init__(self, connection: socket, seconds: float) -> None:
        self._connection, self._end = connection, monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._end - monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)


class Visit(BaseHTTPRequestHandler):
    """Answers one request, and closes the connection."""

    default_request_version = "HTTP/1.0"  # requests without a version also get headers

    @property
    def site(self) -> Site:
        """The server of the request."""
        assert isinstance(self.server, Site)
        return self.server

    def setup(self) -> None:
        """Begin to read."""
        super().setup()
        self.rfile.close()
        self.rfile = BufferedReader(_Inflow(self.connection, self.site.patience))

    def do_GET(self) -> None:
        """Answer with the page."""
        self._answer_with(self._page)

    def do_POST(self) -> None:
        """Save, or fit again."""
        self._answer_with(self._done)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the addresses contain the token."""

    def version_string(self) -> str:
        """Return the name of this server."""
        return "robotfmt"

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer invalid requests."""
        self._refuse(Refused(code, message or self.responses.get(code, ("the request cannot be carried out", ""))[0]))

    # Answers

    def _answer_with(self, work: Callable[[], Answer]) -> None:
        try:
            self._check_sender()
            answer = work()
        except Refused as error:
            self._refuse(error)
        except RobotfmtError as error:
            self._refuse(Refused(422, _words(error)))
        except Exception as error:
            self._refuse(Refused(500, f"robotfmt failed: {type(error).__name__}: {error}"))
        else:
            self._answer(answer)

    def _refuse(self, error: Refused) -> None:
        self._answer(_json({"error": error.words}, error.status))
        # Whatever still comes is taken, or the connection would be reset and the answer lost (RFC 9112, 9.6).
        with suppress(OSError):
            self.connection.shutdown(SHUT_WR)
            while self.rfile.read(65536):
                pass

    def _answer(self, answer: Answer) -> None:
        self.connection.settimeout(self.site.patience)
        self.send_response(answer.status)
        headers = {"Content-Type": answer.type, "Content-Length": str(len(answer.body)), **_HEADERS}
        if answer.location is not None:
            headers["Location"] = answer.location
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Security-Policy", _policy(self.site.known.nonce))
        self.end_headers()
        self.wfile.write(answer.body)

    # Requests

    def _only(self, name: str) -> str | None:
        """Return the value of a header that occurs once."""
        values = self.headers.get_all(name) or []
        if len(values) > 1:
            raise Refused(400, f"the header {name} is given {len(values)} times")
        return str(values[0]) if values else None

    def _check_sender(self) -> None:
        """Refuse requests from other pages, or from this page under another host name."""
        host, origin, site = map(self._only, ("Host", "Origin", "Sec-Fetch-Site"))
        if host not in self.site.hosts:
            raise Refused(403, "the host name of the request is not accepted")
        accepted = ("same-origin", "none") if self.command == "GET" else ("same-origin",)
        if origin not in (None, f"http://{host}") or site not in (None, *accepted):
            raise Refused(403, "requests from other pages are not accepted")

    def _check_token(self, text: str | None) -> None:
        if text is None or not self.site.is_token(text):
            raise Refused(403, "the token is wrong: open the address that 'robotfmt view' printed last")

    def _page(self) -> Answer:
        path, _, query = self.path.partition("?")
        if path != "/":
            raise self._unknown(path)
        name, _, value = query.partition("=")
        if name == "once" and self.site.takes(value):
            return Answer("text/plain", b"", 303, f"/?token={self.site.known.token}")
        self._check_token(value if name == "token" else None)
        return Answer("text/html; charset=utf-8", self.site.session.page(self.site.known).encode())

    def _done(self) -> Answer:
        if self.path not in _QUESTIONS:
            raise self._unknown(self.path)
        self._check_token(self._only(_SECRET))
        body, session = self._body(), self.site.session
        if self.path == "/refit":
            return _json({"spheres": session.refit(refit_of(body))})
        if self.path == "/fit":
            return _json({"spheres": session.fit(fit_of(body))})
        names, text = session.save(save_of(body))
        return _json({"text": text, "saved": ", ".join(names)})

    def _unknown(self, path: str) -> Refused:
        if path in ("/", *_QUESTIONS):
            return Refused(405, f"{path} does not support the method {self.command}")
        return Refused(404, "this address does not exist")

    def _body(self) -> bytes:
        kind, length = self._only("Content-Type"), self._only("Content-Length")
        if (kind or "").partition(";")[0].strip().lower() != "application/json":
            raise Refused(415, "the request must be application/json")
        if self.headers.get_all("Transfer-Encoding") or length is None:
            raise Refused(411, "the request must have a Content-Length, and must not be chunked")
        # Python's int() also accepts signs, underscores and the digits of other scripts, which HTTP does not (RFC 9110,
        # 8.6).
        if re.fullmatch("[0-9]{1,18}", length) is None:
            raise Refused(400, "the length of the request is not a number")
        if int(length) > BODY:
            raise Refused(413, f"the request has {int(length)} bytes; {BODY} are allowed")
        try:
            body = self.rfile.read(int(length))
        except TimeoutError as error:
            raise Refused(408, "the request took too long") from error
        if len(body) < int(length):
            raise Refused(400, f"the request ends after {len(body)} of {int(length)} bytes")
        return body


def _policy(nonce: str) -> str:
    """Return the content security policy: the page may run its own scripts and connect to this server."""
    rules = {
        "default-src": "'none'",
        "script-src": f"blob: 'nonce-{nonce}'",
        "style-src": f"'nonce-{nonce}'",
        "connect-src": "'self'",
        "img-src": "data: blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _json(value: object, status: int = 200) -> Answer:
    return Answer("application/json", json.dumps(value).encode(), status)


def _words(error: RobotfmtError) -> str:
    """Return the message and the help of an error."""
    help = error.diagnostic.help
    return error.diagnostic.message + (f". {help}" if help is not None else "")
