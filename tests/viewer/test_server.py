"""The server of a page: attacks fail, and change nothing; its page works."""

from __future__ import annotations

import json
import random
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from visits import arm, page, plain_page, post, reported, request, send, served

from robotfmt.viewer import server
from robotfmt.viewer.server import Site
from robotfmt.viewer.session import Session, open_session

SPHERES = {"upper": [[0, 0, 0.1, 0.2]]}
GOOD = json.dumps({"robot": 0, "spheres": {"upper": [[0, 0, 0, 0.5]]}}).encode()
Files = dict[str, bytes]


def content(folder: Path) -> Files:
    return {str(each): each.read_bytes() for each in folder.rglob("*")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("arm")


@pytest.fixture(scope="module")
def session(folder: Path) -> Session:
    return open_session([arm(folder, ".urdf", ".xrdf")], plain_page)


@pytest.fixture(scope="module")
def running(session: Session) -> Iterator[Site]:
    with served(session) as site:
        yield site


@pytest.fixture
def site(running: Site, folder: Path) -> Iterator[Site]:
    """A server that is attacked: afterwards it answers as before, and every file is as it was."""
    before, shown = content(folder), page(running)
    yield running
    assert content(folder) == before
    assert page(running) == shown
    assert reported(shown)["robots"][0]["spheres"]["upper"][0] == [0, 0, 0.1, 0.2]


def refused(site: Site, status: int, data: bytes) -> str:
    """Why a request was refused."""
    answer = send(site, data)
    assert answer.status == status, data[:200]
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert site.known.token not in answer.body.decode()
    return answer.words


# Who asks


def test_the_token_is_needed(site: Site) -> None:
    token = site.known.token
    wrong = ["", " ", token[:-1], token[1:], token + "A", token.swapcase(), token[::-1], "A" * 60_000]
    wrong += [token[:place] + ("B" if token[place] == "A" else "A") + token[place + 1 :] for place in range(43)]
    for each in wrong:
        assert "token" in refused(site, 403, request(site, "GET", f"/?token={each}"))
        assert "token" in refused(site, 403, request(site, body=GOOD, headers={"X-Robotfmt-Token": each}))
    for query in ("", "?", "?Token=" + token, f"?token={token}&a=1", f"?a=1&token={token}", "?" + token):
        refused(site, 403, request(site, "GET", "/" + query, headers={"X-Robotfmt-Token": token}))
    for path in ("/save", "/refit", "/fit"):
        refused(site, 403, request(site, path=path, body=GOOD, headers={"X-Robotfmt-Token": None}))
        twice = {"X-Robotfmt-Token": f"{token}\r\nX-Robotfmt-Token: {token}"}
        refused(site, 400, request(site, path=path, body=GOOD, headers=twice))
    assert len(set(wrong)) == len(wrong) == 51
    with Site(site.session) as other:
        assert other.known.token != token


def test_a_ticket_leads_to_the_page_once(site: Site) -> None:
    path = site.url_for_once().removeprefix(f"http://127.0.0.1:{site.port}")
    assert site.known.token not in path
    refused(site, 403, request(site, "GET", path[:-1]))
    refused(site, 403, request(site, "GET", path, headers={"Sec-Fetch-Site": "cross-site"}))
    refused(site, 403, request(site, body=GOOD, headers={"X-Robotfmt-Token": path.removeprefix("/?once=")}))
    answer = send(site, request(site, "GET", path))
    assert (answer.status, answer.headers["location"]) == (303, f"/?token={site.known.token}")
    assert answer.body == b""
    assert "token" in refused(site, 403, request(site, "GET", path))


def test_only_the_host_name_of_the_site_is_accepted(site: Site) -> None:
    port = site.port
    hosts = [
        None,
        "",
        "localhost",
        "127.0.0.1",
        f"127.0.0.1:{port + 1}",
        f"evil.example:{port}",
        f"[::1]:{port}",
    ]
    hosts += [
        f"127.0.0.1:{port}.evil.example",
        f"127.0.0.1:{port}@evil.example",
        f"0.0.0.0:{port}",
        "a" * 9000,
    ]
    hosts += [f"LOCALHOST.:{port}", f"127.1:{port}", f"2130706433:{port}", f"127.0.0.1:{port}, evil.example"]
    for host in hosts:
        path = f"/?token={site.known.token}"
        assert "name" in refused(site, 403, request(site, "GET", path, headers={"Host": host}))
        assert "name" in refused(site, 403, request(site, body=GOOD, headers={"Host": host}))
    double = {"Host": f"127.0.0.1:{port}\r\nHost: evil.example"}
    refused(site, 400, request(site, "GET", f"/?token={site.known.token}", headers=double))


def test_other_pages_are_not_answered(site: Site) -> None:
    port = site.port
    origins = ["null", "", "http://evil.example", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}"]
    origins += [
        f"http://127.0.0.1:{port}.evil.example",
        f"http://localhost:{port}",
        "file://",
        "http://127.0.0.1",
    ]
    for origin in origins:
        assert "other pages" in refused(site, 403, request(site, body=GOOD, headers={"Origin": origin}))
    for value in ("cross-site", "same-site", "none", "", "Same-Origin"):
        assert "other pages" in refused(site, 403, request(site, body=GOOD, headers={"Sec-Fetch-Site": value}))
    for name, value in (
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
        ("Origin", "null"),
    ):
        path = f"/?token={site.known.token}"
        assert "other pages" in refused(site, 403, request(site, "GET", path, headers={name: value}))


# What they ask for


def test_no_file_has_an_address(site: Site, folder: Path) -> None:
    ways = [
        "../",
        "..%2f",
        "%2e%2e/",
        "%2e%2e%2f",
        "..\\",
        "..%5c",
        "%252e%252e%252f",
        "..%c0%af",
        "....//",
        ".;/",
    ]
    files = ["etc/passwd", "arm.xrdf", "arm.urdf", "save", ""]
    paths = [f"/{way * count}{file}" for way in ways for file in files for count in (1, 9)]
    paths += [
        str(folder / "arm.xrdf"),
        f"file://{folder}/arm.xrdf",
        "http://evil.example/",
        "//evil.example/save",
    ]
    paths += [
        "http://127.0.0.1/save",
        "/save/",
        "/save/..",
        "/./save",
        "/Save",
        "/save%00",
        "/save;a",
        "/favicon.ico",
    ]
    paths += ["*", "save", "?token=", "#", "/%", "/%zz", "/\x01", "/caf\xe9", "/" + "a" * 60_000, "/arm.xrdf"]
    for path in paths:
        for method in ("GET", "POST"):
            text = request(site, method, path, GOOD if method == "POST" else b"")
            assert "this address does not exist" in refused(site, 404, text)
    refused(site, 404, request(site, path="/save?token=" + site.known.token, body=GOOD))


def test_other_http_methods_are_refused(site: Site) -> None:
    for path in ("/save", "/refit", "/fit", f"/save?token={site.known.token}"):
        refused(site, 405, request(site, "GET", path, headers={"X-Robotfmt-Token": site.known.token}))
    refused(site, 405, request(site, path="/", body=GOOD))
    for method in (
        "HEAD",
        "PUT",
        "DELETE",
        "OPTIONS",
        "PATCH",
        "TRACE",
        "CONNECT",
        "post",
        "get",
        "__init__",
        "X" * 99,
    ):
        for path in ("/", "/save", "/refit", "/fit", f"/?token={site.known.token}"):
            text = request(site, path=path, body=GOOD).replace(b"POST", method.encode(), 1)
            refused(site, 501, text)


def test_malformed_requests_are_refused(site: Site) -> None:
    token, host = site.known.token, f"Host: 127.0.0.1:{site.port}\r\n"
    refused(site, 414, b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n")
    refused(site, 431, request(site, body=GOOD, headers={f"X-{place}": "a" for place in range(200)}))
    refused(site, 431, request(site, body=GOOD, headers={"X-Long": "a" * 70_000}))
    refused(site, 505, f"GET /?token={token} HTTP/2.0\r\n{host}\r\n".encode())
    for version in ("HTTP/x", "HTTP/1.1.1", "FTP/1.1", "HTTP/1.1 x"):
        refused(site, 400, f"GET /?token={token} {version}\r\n{host}\r\n".encode())
    old = send(site, f"GET /?token={token}\r\n{host}\r\n".encode())  # HTTP 0.9 has no headers
    assert old == page(site)


def test_random_bytes_in_requests(site: Site) -> None:
    numbers = random.Random(0)
    good = request(site, body=GOOD)
    for _ in range(150):
        data = bytearray(good)
        for _ in range(numbers.randrange(1, 40)):
            data[numbers.randrange(4, good.index(b"\r\n\r\n"))] = numbers.randrange(256)
        assert send(site, bytes(data)).status != 200
        assert send(site, numbers.randbytes(numbers.randrange(2000))).status != 200
    odd = (
        b"",
        b"\0" * 9999,
        b"\r\n" * 9,
        b"\x16\x03\x01\x02\0\x01\0",
        b"GET",
        b"GET / HTTP/1.1\r\nHost",
    )
    for each in odd:
        assert send(site, each).status != 200


def test_bytes_after_a_request_are_not_read(site: Site) -> None:
    first = request(site, "GET", f"/?token={site.known.token}")
    answer = send(site, first + request(site, body=GOOD) * 3)
    assert reported(answer)["robots"]
    wrong = request(site, body=b"{}")
    assert refused(site, 400, wrong + request(site, body=GOOD) * 3)


# Bodies


def test_a_request_needs_a_content_type_and_length(site: Site) -> None:
    kinds = [
        None,
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonx",
    ]
    for kind in (*kinds, "text/plain; application/json"):
        refused(site, 415, request(site, body=GOOD, headers={"Content-Type": kind}))
    for length in ("", "x", "-1", "+5", "0x10", "1e2", "5 5", "5,5", "\xb2", "9" * 19, "9" * 5000):
        refused(site, 400, request(site, body=GOOD, headers={"Content-Length": length}))
    refused(site, 411, request(site, body=GOOD, headers={"Content-Length": None}))
    refused(site, 400, request(site, body=GOOD, headers={"Content-Length": "5\r\nContent-Length: 90"}))
    lies = [(413, each, str(server.BODY)) for each in (server.BODY + 1, 10**12, 10**17)]
    lies += [(400, each, "ends after") for each in (len(GOOD) + 1, server.BODY)]
    lies += [(400, each, "JSON") for each in (0, 1, len(GOOD) - 1)]
    for status, size, text in lies:
        assert text in refused(site, status, request(site, body=GOOD, headers={"Content-Length": str(size)}))


def test_bodies_in_pieces_are_refused(site: Site) -> None:
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(GOOD), GOOD)
    for length in (None, "0", str(len(GOOD))):
        for coding in ("chunked", "gzip, chunked", "identity", "xchunked", ""):
            text = request(site, headers={"Content-Length": length, "Transfer-Encoding": coding}) + chunks
            refused(site, 411, text)


def test_an_answer_arrives_though_the_body_was_not_read(site: Site) -> None:
    body = b" " * 6_000_000
    answer = send(site, request(site, body=body, headers={"X-Robotfmt-Token": "old"}), more=True)
    assert "token" in answer.words


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"nul", b"[]", b"0", b'"a"', b"null", b"\xff\xfe{\0}\0", b"\xef\xbb\xbf{}", b"{} {}", b"\0",
        b"[" * 100_000, b'{"a":' * 100_000, b'{"robot": 0, "spheres": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        b'{"robot": 0}', b'{"spheres": {}}', b'{"robot": 0, "spheres": {}, "path": "x"}',
        b'{"robot": 0, "spheres": []}', b'{"robot": 0, "spheres": null}', b'{"robot": 0, "spheres": "upper"}',
        b'{"robot": 0, "robot": 0, "spheres": {}}', b'{"robot": 0, "spheres": {"upper": [], "upper": []}}',
        *(b'{"robot": %s, "spheres": {}}' % each for each in (b"-1", b"0.0", b"true", b'"0"', b"null", b"[0]", b"{}")),
        *(
            b'{"robot": 0, "spheres": {"upper": %s}}' % each
            for each in (b"{}", b"null", b"1", b'"x"', b"[0,0,0,1]", b"[[]]", b"[[0,0,1]]", b"[[0,0,0,0,1]]", b"[null]")
        ),
        *(
            b'{"robot": 0, "spheres": {"upper": [[%s, 0, 0, 1]]}}' % each
            for each in (
                b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1e999", b"null", b'"0"', b"true", b"[]", b"1_0", b"0x1",
                b"9" * 400, b"9" * 5000,
            )
        ),
    ],
    ids=lambda each: each[:40].decode("latin-1") + f"({len(each)})",
)  # fmt: skip
def test_request_bodies_without_a_meaning(site: Site, body: bytes) -> None:
    assert refused(site, 400, request(site, body=body))


@pytest.mark.parametrize(
    ("spheres", "reported"),
    [
        ({"upper": [[0, 0, 0, 0]]}, "radius 0"),
        ({"upper": [[0, 0, 0, 1], [0, 0, 0, -1e-9]]}, "sphere 2 of 'upper'"),
        ({"upper": [[0, 0, 0, 1e300]]}, "out of range"),
        ({"upper": [[0, -1e300, 0, 1]]}, "out of range"),
        ({"uper": [[0, 0, 0, 1]]}, "did you mean 'upper'?"),
        ({"j1": []}, "no link 'j1'"),
        ({"": [[0, 0, 0, 1]]}, "no link ''"),
        ({"__proto__": [[0, 0, 0, 1]]}, "no link '__proto__'"),
        ({"../upper": [[0, 0, 0, 1]]}, "no link"),
        ({"\ud800\x1b[31m": [[0, 0, 0, 1]]}, "\\ud800\\x1b[31m"),
        ({"a" * 100_000: [[0, 0, 0, 1]]}, "aaa"),
        ({"upper": [[0, 0, 0, 1]] * 10_001}, "10001 spheres"),
    ],
    ids=lambda each: str(each)[:40],
)
def test_spheres_that_cannot_be(site: Site, spheres: object, reported: str) -> None:
    body = json.dumps({"robot": 0, "spheres": spheres}).encode()
    assert reported in refused(site, 422, request(site, body=body))


NOTHING: dict[str, list[object]] = {
    "pairs": [
        None,
        {},
        "ab",
        [1],
        [[]],
        [["base"]],
        [["base", "hand"]],
        [["base", 1, None]],
        [["a", "b", 1]],
        [{}],
    ],
    "defaults": [None, [], "j1", {"j1": None}, {"j1": "0"}, {"j1": True}, {"j1": [0]}],
    "tools": [None, {}, "hand", [1], [None], [["hand"]]],
    "limits": [
        None,
        [],
        {"j1": None},
        {"j1": []},
        {"j1": 1},
        {"j1": {"upper": None}},
        {"j1": {"upper": "1"}},
    ],
    "limits ": [{}],
    "path": ["/etc/passwd"],
}


@pytest.mark.parametrize("name", NOTHING)
def test_changes_without_a_meaning(site: Site, name: str) -> None:
    more: list[object] = [{"j1": {"upper": True}}, {"j1": {"Upper": 1}}, {"j1": {"deceleration": 1}}]
    for value in [*NOTHING[name], *(more if name == "limits" else [])]:
        body = json.dumps({"robot": 0, "spheres": SPHERES, name: value}).encode()
        assert refused(site, 400, request(site, body=body))


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1e999", b"9" * 400])
def test_limits_and_positions_that_are_no_numbers(site: Site, number: bytes) -> None:
    for part in (b'"limits": {"j1": {"upper": %s}}', b'"defaults": {"j1": %s}'):
        body = b'{"robot": 0, "spheres": {}, ' + part % number + b"}"
        assert refused(site, 400, request(site, body=body))


@pytest.mark.parametrize(
    ("members", "reported"),
    [
        ({"limits": {"j1": {"lower": 2}}}, "joint 'j1': the lower limit 2 is above the upper limit 1"),
        ({"limits": {"j1": {"lower": 3, "upper": 2}}}, "lower limit 3"),
        ({"limits": {"j1": {"velocity": -1}}}, "velocity limit of joint 'j1' is -1"),
        ({"limits": {"j1": {"effort": -1e-9}}}, "effort limit"),
        ({"limits": {"j1": {"acceleration": 0}}}, "must be positive"),
        ({"limits": {"j1": {"jerk": -5}}}, "must be positive"),
        ({"limits": {"j1": {"upper": 1e300}}}, "is 1e+300; expected at most"),
        ({"limits": {"j2": {"upper": 1}}}, "the joint 'j2' has no limits"),
        ({"limits": {"j3": {"upper": 1}}}, "no joint 'j3'; did you mean"),
        ({"limits": {"__proto__": {"upper": 1}}}, "no joint '__proto__'"),
        ({"limits": {"upper": {}}}, "no joint 'upper'"),
        ({"limits": {"../j1": {}}}, "no joint"),
        ({"defaults": {"j1": 1.5}}, "above the upper limit 1"),
        ({"defaults": {"j1": -1.5}}, "below the lower limit -1"),
        ({"defaults": {"j2": 0}}, "'j2' does not move by itself"),
        ({"defaults": {"j9": 0}}, "no joint 'j9'"),
        ({"tools": ["hand", "hand"]}, "twice"),
        ({"tools": ["hnad"]}, "no link or frame 'hnad'; did you mean 'hand'?"),
        ({"tools": ["\ud800\x1b[31m"]}, "\\ud800\\x1b[31m"),
        ({"pairs": [["base", "base", None]]}, "must have two links"),
        ({"pairs": [["base", "nobody", None]]}, "no link 'nobody'"),
        ({"pairs": [["base", "hand", "a"], ["hand", "base", "b"]]}, "twice"),
        ({"pairs": [["base", "hand", "a\nb: [c]"]]}, "one line"),
        ({"pairs": [["base", "hand", "a" * 201]]}, "200 characters"),
    ],
    ids=str,
)
def test_changes_that_cannot_be(site: Site, members: dict[str, object], reported: str) -> None:
    body = json.dumps({"robot": 0, "spheres": SPHERES, **members}).encode()
    assert reported in refused(site, 422, request(site, body=body))


def test_budgets_that_cannot_be(site: Site) -> None:
    for budget in (0, -1, 10_001, 1.5, True, "9", [9]):
        body = json.dumps({"robot": 0, "budget": budget}).encode()
        assert "the budget must be" in refused(site, 422, request(site, path="/fit", body=body))
    for body in (b"{}", b'{"robot": 0, "link": "upper"}', b'{"budget": 9}'):
        refused(site, 400, request(site, path="/fit", body=body))
    body = json.dumps({"robot": 1, "budget": 9}).encode()
    assert "robot 1 does not exist" in refused(site, 422, request(site, path="/fit", body=body))


def test_robots_and_links_that_are_not_there(site: Site) -> None:
    for index in (1, 2, 10**30):
        body = json.dumps({"robot": index, "spheres": SPHERES}).encode()
        assert "does not exist" in refused(site, 422, request(site, body=body))
        body = json.dumps({"robot": index, "link": "upper"}).encode()
        assert "does not exist" in refused(site, 422, request(site, path="/refit", body=body))
    counts: list[object] = [0, -1, 1001, 10**30, 1.0, True, "1", []]
    tolerances: list[object] = [0, -1, 1e-9, 11, True, "1", 10**400]
    wrong: list[tuple[int, dict[str, object], str]] = [
        (422, {"link": "uper"}, "no link 'uper'"),
        (422, {"link": "base"}, "no geometry"),
        (400, {"link": 1}, "name"),
        (400, {"link": None}, "name"),
        (400, {}, "link"),
        (400, {"link": "upper", "file": "x"}, "count, link, robot, tolerance"),
        (422, {"link": "upper", "count": 1, "tolerance": 0.1}, "either"),
    ]
    wrong += [(422, {"link": "upper", "count": count}, "1 to 1000") for count in counts]
    wrong += [(422, {"link": "upper", "tolerance": width}, "tolerance") for width in tolerances]
    for status, members, text in wrong:
        body = json.dumps({"robot": 0, **members}).encode()
        assert text in refused(site, status, request(site, path="/refit", body=body))


# Time


def test_whoever_is_slow_is_not_waited_for(session: Session, folder: Path) -> None:
    before = content(folder)
    with served(session, patience=0.15) as site:
        good = request(site, body=GOOD)
        late = send(site, good[:-1], more=True)
        assert (late.status, late.words) == (408, "the request took too long")
        for part in (b"", b"G", good[:30], good[: good.index(b"\r\n\r\n")]):
            assert send(site, part, more=True).status == 0
        assert _dripping(site, good) < 1.5
        idle = [socket.create_connection(("127.0.0.1", site.port)) for _ in range(60)]
        time.sleep(0.3)
        assert page(site).status == 200
        for each in idle:
            each.close()
    assert content(folder) == before


def _dripping(site: Site, data: bytes) -> float:
    """How long somebody is heard who sends a byte now and then."""
    start = time.monotonic()
    with socket.create_connection(("127.0.0.1", site.port), timeout=5) as connection:
        try:
            for each in data:
                connection.sendall(bytes([each]))
                time.sleep(0.02)
        except OSError:
            pass
    return time.monotonic() - start


def test_whoever_goes_away_is_not_missed(site: Site) -> None:
    for _ in range(10):
        for data in (request(site, body=GOOD)[:-1], request(site, "GET", f"/?token={site.known.token}")):
            with socket.create_connection(("127.0.0.1", site.port)) as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # reset
                connection.sendall(data)


# Good requests


def test_the_page_contains_the_robot_and_the_token(site: Site) -> None:
    answer = page(site)
    assert reported(answer) == {
        "title": "arm.urdf + arm.xrdf",
        "pose": [{}],
        "robots": [{"caption": "arm.urdf + arm.xrdf", "spheres": {"upper": [[0, 0, 0.1, 0.2], [0, 0, 0.3, -1]]}}],
        "server": {"token": site.known.token, "save": "arm.xrdf"},
    }
    nonce = site.known.nonce
    assert f'nonce="{nonce}"' in answer.body.decode()
    policy = dict(each.split(" ", 1) for each in answer.headers.pop("content-security-policy").split("; "))
    assert policy == {
        "default-src": "'none'",
        "script-src": f"blob: 'nonce-{nonce}'",
        "style-src": f"'nonce-{nonce}'",
        "connect-src": "'self'",
        "img-src": "data: blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    del answer.headers["content-length"]
    assert answer.headers == {
        "server": "robotfmt",
        "connection": "close",
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
    }
    for extra in (
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Host": f"localhost:{site.port}"},
    ):
        again = send(site, request(site, "GET", f"/?token={site.known.token}", headers=extra))
        assert again.body == answer.body


def test_a_link_is_fitted_again(site: Site) -> None:
    (sphere,) = post(site, "/refit", {"robot": 0, "link": "upper", "count": 1, "tolerance": None}).json["spheres"]
    assert sphere[:3] == [0, 0, 0]
    assert 0.1 <= sphere[3] <= 0.100002
    (sphere,) = post(site, "/refit", {"robot": 0, "link": "hand", "count": None, "tolerance": 0.01}).json["spheres"]
    assert 0.05 <= sphere[3] <= 0.050002


def test_the_server_prints_nothing(site: Site, capfd: pytest.CaptureFixture[str]) -> None:
    page(site)
    refused(site, 403, request(site, body=GOOD, headers={"Host": "evil.example"}))
    send(site, b"garbage\r\n\r\n")
    assert capfd.readouterr() == ("", "")


def test_an_internal_fault_is_a_message(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> str:
        raise RuntimeError("the page is <b>broken</b>")

    with served(open_session([[str(folder / "arm.urdf")]], broken)) as site:
        answer = page(site)
        assert (answer.status, answer.words) == (
            500,
            "robotfmt failed: RuntimeError: the page is <b>broken</b>",
        )


def test_the_server_listens_on_this_machine_only(site: Site) -> None:
    assert site.socket.getsockname()[0] == "127.0.0.1"
    with pytest.raises(OSError, match="in use"):
        Site(site.session, site.port)
