"""Bodies as links, with their content."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from robotfmt.documents import tokens
from robotfmt.inertia.solids import Solid
from robotfmt.model import (
    Camera,
    Frame,
    Inertial,
    Light,
    Link,
    LinkSimulation,
    Pose,
    Purpose,
    Sensor,
    add,
    compose,
)
from robotfmt.model import (
    View as Looks,
)
from robotfmt.model.record import replace

from ..codes import MESH_MASS
from ..document.expansion import Body, Part
from ..document.poses import of_direction, read_pose
from ..document.views import ClassedElement
from . import masses
from .assets import Assets
from .geoms import Geom, for_purpose, read_geom
from .joints import JointReading, read_joints
from .lights import is_read, read_light
from .notation import ASPECT, FOVY, up_to_across


@dataclass
class BodyReading:
    """A body as it was read."""

    body: Body
    link: Link
    moves: list[JointReading] = field(default_factory=list)
    frames: list[tuple[Part, Frame]] = field(default_factory=list)
    cameras: list[tuple[Part, Sensor]] = field(default_factory=list)
    marks: str = ""
    """The purposes of its geoms, in order."""
    used: tuple[str, ...] = ()
    """The meshes of its geoms among the assets, in order; empty for a geom without one."""
    is_unknown: bool = False
    """True if its mass is that of a mesh that was not found."""


def read_body(body: Body, assets: Callable[[Part], Assets], of_mesh: Callable[[Geom], Solid | None]) -> BodyReading:
    """Read a body and its parts, without its child bodies."""
    assert body.view is not None
    geoms = [read_geom(part, assets(part)) for part in body.of("geom")]
    inertial, is_unknown = _inertial(body, geoms, of_mesh)
    link = Link(
        origin=body.view.origin,
        name=body.name,
        inertial=inertial,
        visuals=tuple(for_purpose(each, Purpose.VISUAL) for each in geoms if each.is_seen),
        collisions=tuple(for_purpose(each, Purpose.COLLISION) for each in geoms if each.touches),
        lights=read_lights(body),
        simulation=_simulation(body),
    )
    return BodyReading(
        body,
        link,
        [read_joints(part) for part in body.of("joint", "freejoint")],
        [(part, _frame(part, body.name)) for part in body.of("site")],
        [(part, _camera(part, body.name)) for part in body.of("camera")],
        "".join(each.mark for each in geoms),
        tuple(each.asset for each in geoms),
        is_unknown,
    )


def read_lights(body: Body) -> tuple[Light, ...]:
    """Take the lights of a body or of the world."""
    return tuple(read_light(part) for part in body.of("light") if is_read(part))


def read_ground(world: Body, assets: Callable[[Part], Assets]) -> BodyReading | None:
    """Take the geoms of the world body, as a link ``world``; None if there are none."""
    geoms = [read_geom(part, assets(part)) for part in world.of("geom")]
    if not geoms:
        return None
    link = Link(
        origin=geoms[0].part.view.origin,
        name=world.name,
        visuals=tuple(for_purpose(each, Purpose.VISUAL) for each in geoms if each.is_seen),
        collisions=tuple(for_purpose(each, Purpose.COLLISION) for each in geoms if each.touches),
    )
    marks, used = "".join(each.mark for each in geoms), tuple(each.asset for each in geoms)
    return BodyReading(world, link, marks=marks, used=used)


def _simulation(body: Body) -> LinkSimulation | None:
    """Take the gravity of a body if it is on or off; other values stay in the ledger."""
    assert body.view is not None
    if body.view.peek("gravcomp") not in ("0", "1"):
        return None
    return LinkSimulation(gravity=body.view.word("gravcomp") == "0")


def _inertial(body: Body, geoms: list[Geom], of_mesh: Callable[[Geom], Solid | None]) -> tuple[Inertial | None, bool]:
    """Return the mass of a body, given or that of its geoms, and True if a geom's mass is unknown."""
    assert body.view is not None
    settings = body.view.model.settings
    given = [masses.read_inertial(part) for part in body.of("inertial")]
    if settings.inertia == "false" or (given and settings.inertia == "auto"):
        return masses.bounded(given[0] if given else None, settings), False
    found = [masses.of_geom(each, of_mesh) for each in geoms]
    unknown = next((geom for geom, each in zip(geoms, found, strict=True) if each is None), None)
    if unknown is not None:
        is_shell = unknown.part.view.peek("shellinertia") == "true"
        why = "is a shell" if is_shell else "is a mesh that was not found, has no volume, or is a shell"
        geom = f"geom '{unknown.part.name}'" if unknown.part.name else "one of its geoms"
        message = f"the mass of body '{body.name}' is unknown: {geom} {why}"
        body.view.element.report(MESH_MASS, message, subject=f"link/{body.name}")
        return None, True
    weighed = masses.joined([each for each in found if each is not None])
    return masses.bounded(weighed if weighed is not None or not given else given[0], settings), False


def _frame(part: Part, link: str) -> Frame:
    view = part.view
    view.element.take().attribute("name")
    ends = view.numbers("fromto", 6, 6) if view.has("fromto") else None
    if ends is not None:
        a, b = (ends[0], ends[1], ends[2]), (ends[3], ends[4], ends[5])
        middle = add(a, b)
        along = (a[0] - b[0], a[1] - b[1], a[2] - b[2])
        pose: Pose | None = Pose((middle[0] / 2, middle[1] / 2, middle[2] / 2), of_direction(along))
    else:
        pose = read_pose(view)
    pose = compose(part.frame, pose) if part.frame is not None else pose
    return Frame(origin=view.origin, name=part.name, parent=link, pose=pose)


def _camera(part: Part, link: str) -> Sensor:
    view = part.view
    view.element.take().attribute("name")
    pose = read_pose(view)
    pose = compose(part.frame, pose) if part.frame is not None else pose
    camera = _sight(view, Camera(origin=view.origin, view=Looks.GRAPHICS))
    return Sensor(origin=view.origin, name=part.name, link=link, pose=pose, data=camera)


def _sight(view: ClassedElement, camera: Camera) -> Camera:
    """Return a camera with its image size and its horizontal field of view.

    Without a resolution, the width is to the height as in :data:`ASPECT`.
    """
    size = view.peek("resolution")
    words = size.split() if size is not None else []
    if size is None and not any(map(view.has, _OTHER_LENSES)):
        return replace(camera, horizontal_fov=up_to_across(view.number("fovy") or FOVY, *ASPECT))
    if size is None or not all(word.isdigit() for word in words):
        view.numbers("resolution", 2, 2)
        return camera
    if len(words) != 2 or not all(int(word) > 1 for word in words):
        return camera
    view.numbers("resolution", 2, 2)
    width, height = map(int, words)
    across = _across_lens(view, width) if view.has("sensorsize") else None
    if across is None and not view.has("sensorsize"):
        across = up_to_across(view.number("fovy") or FOVY, width, height)
    return replace(camera, width=width, height=height, horizontal_fov=across)


_OTHER_LENSES = ("sensorsize", "orthographic", "projection")
"""The attributes of cameras whose image ``fovy`` does not describe."""


def _across_lens(view: ClassedElement, width: int) -> float | None:
    """Return the horizontal field of view in radians of a lens with a focal length; the attributes stay in the ledger.

    Args:
        view: The camera, with the size of its sensor in metres.
        width: The width of the image in pixels.
    """
    for name, across in (("focalpixel", float(width)), ("focal", _first(view, "sensorsize"))):
        focal = _first(view, name)
        if focal and across:
            return 2 * math.atan(across / (2 * focal))
    return None


def _first(view: ClassedElement, name: str) -> float | None:
    """Return the first number of an attribute, without taking it."""
    try:
        return tokens.reals(view.peek(name) or "")[0] if view.has(name) else None
    except (tokens.BadToken, IndexError):
        return None
