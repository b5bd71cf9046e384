"""A robot that is viewed, and requests to the server of its page, good ones and bad ones, over real sockets."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from robotfmt.viewer.server import Site
from robotfmt.viewer.session import Poses, Session
from robotfmt.viewer.shown import Server, Shown

URDF = """<robot name="arm" version="1.2"><link name="base"/>
<link name="upper"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="hand"><visual><geometry><sphere radius="0.05"/></geometry></visual></link>
<joint name="j1" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1" acceleration="12"/></joint>
<joint name="j2" type="fixed"><parent link="upper"/><child link="hand"/></joint></robot>
"""
XRDF = """\
# tuned by hand
format: xrdf
format_version: 1.0
default_joint_positions: {j1: 1e-1}  # home
cspace:
  joint_names: ['j1']
  acceleration_limits: [12]
  jerk_limits: [ 500 ]   # a guess
tool_frames: ["hand"]
collision:
  geometry: g
self_collision:
  geometry: "g"
  ignore:
    base: [upper]  # mine
geometry:
  g:
    spheres:
      upper:
      - {center: [0, 0, 0.1], radius: 0.2}  # big
      - {center: [0, 0, 0.3], radius: -1}  # only a place
my_own: {key: [1, 2]}
"""


class Answer(NamedTuple):
    """What a server said."""

    status: int
    """0 where it said nothing."""
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body of an answer to a program."""
        assert self.headers["content-type"] == "application/json"
        return json.loads(self.body)

    @property
    def words(self) -> str:
        """Why a request was refused: words in JSON, and no traceback."""
        found = self.json
        assert list(found) == ["error"]
        assert "Traceback" not in found["error"]
        assert found["error"]
        return str(found["error"])


def arm(folder: Path, *suffixes: str) -> list[str]:
    """An arm in documents with some of the suffixes ``.urdf`` and ``.xrdf``."""
    texts = {".urdf": URDF, ".xrdf": XRDF}
    for suffix in suffixes:
        (folder / f"arm{suffix}").write_text(texts[suffix], encoding="utf-8", newline="")
    return [str(folder / f"arm{suffix}") for suffix in suffixes]


def plain_page(robots: Sequence[Shown], *, title: str, pose: Poses = (), server: Server | None = None) -> str:
    """What the real page is told of robots, and nothing else."""
    assert server is not None
    reported = {
        "title": title,
        "pose": list(pose),
        "robots": [{"caption": each.caption, "spheres": spheres(each)} for each in robots],
        "server": {"token": server.token, "save": server.save},
    }
    return f'<!doctype html><script nonce="{server.nonce}" type="application/json">{json.dumps(reported)}</script>'


def reported(answer: Answer) -> Any:
    """What a page was told."""
    assert answer.status == 200
    return json.loads(answer.body.decode().split(">", 2)[2].removesuffix("</script>"))


def spheres(shown: Shown) -> dict[str, list[list[float]]]:
    """The spheres of the set that is shown."""
    return {
        frame.frame: [[*sphere.center, sphere.radius or 0] for sphere in frame.spheres if sphere.center]
        for each in shown.robot.sphere_sets
        if each.name == shown.spheres
        for frame in each.frames
    }


@contextmanager
def served(session: Session, patience: float = 5.0) -> Iterator[Site]:
    """The server of a session, while it answers."""
    with Site(session, patience=patience) as site:
        thread = Thread(target=site.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield site
        finally:
            site.shutdown()
            thread.join()


def send(site: Site, data: bytes, *, more: bool = False) -> Answer:
    """Send bytes, and nothing more unless more is to come; returns the answer."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as connection:
        connection.sendall(data)
        if not more:
            connection.shutdown(socket.SHUT_WR)
        return parsed(connection)


def parsed(connection: socket.socket) -> Answer:
    """The answer on a connection, up to its end."""
    parts: list[bytes] = []
    while part := connection.recv(65536):
        parts.append(part)
    head, _, body = b"".join(parts).partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/"):
        return Answer(0, {}, head)
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    assert int(headers["content-length"]) == len(body)
    del headers["date"]
    return Answer(int(first.split()[1]), headers, body)


def request(
    site: Site,
    method: str = "POST",
    path: str = "/save",
    body: bytes = b"",
    headers: Mapping[str, str | None] | None = None,
) -> bytes:
    """The bytes of a request as the page sends it, with other headers; None for one that is left out."""
    known: dict[str, str | None] = {"Host": f"127.0.0.1:{site.port}"}
    if method == "POST":
        known |= {
            "Origin": f"http://127.0.0.1:{site.port}",
            "Sec-Fetch-Site": "same-origin",
            "X-Robotfmt-Token": site.known.token,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
        }
    known |= headers or {}
    lines = [f"{name}: {value}" for name, value in known.items() if value is not None]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode("latin-1") + body


def page(site: Site) -> Answer:
    """The page, as its address gives it."""
    return send(site, request(site, "GET", f"/?token={site.known.token}"))


def post(site: Site, path: str, value: object) -> Answer:
    """What a button of the page asks."""
    return send(site, request(site, path=path, body=json.dumps(value).encode()))
