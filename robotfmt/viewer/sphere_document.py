"""The sphere sets of a robot, for the page, and the document that they can be saved in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..adapting.sphere_sets import union, with_set
from ..diagnostics import Report
from ..documents.yaml import lines
from ..documents.yaml.splice import marks as yaml_marks
from ..errors import RobotfmtError
from ..hub.outputs import outputs_of, settled
from ..kinematics.forward import matrix
from ..model import AddFrame, CollisionSphere, FrameSpheres, Pose, Robot, SphereSet
from ..model.pose import compose
from ..model.record import replace
from ..planning.yaml_terms import as_comment
from ..settings import Settings, format_context
from ..spheres.arrays import buffers_for, buffers_of, sphere_set, with_clones
from .shown import Described

_NAME = "collision_spheres"
"""The name of the set of a robot without any."""


def chosen_set(robot: Robot, name: str | None) -> SphereSet:
    """Return the set that is shown and edited; an empty one if the robot has none of that name.

    Raises:
        UsageError: The choice is ambiguous.
    """
    if name is None and not robot.sphere_sets:
        return SphereSet(name=_NAME)
    if name is not None and name not in {each.name for each in robot.sphere_sets}:
        return SphereSet(name=name)
    return union(sphere_set(robot, name), ())


def spheres_of(robot: Robot, name: str | None) -> Described:
    """Return the spheres, their frames, and their buffers.

    Raises:
        UsageError: As for :func:`chosen_set`.
    """
    chosen = chosen_set(robot, name)
    clones = [union(each, ()) for each in with_clones(robot, chosen)[1:]]
    return {
        "set": chosen.name,
        "frames": _rows([chosen]),
        "clones": _rows(clones),
        "holders": list(_holders(robot)),
        "buffers": _entries(buffers_of(robot.self_collision)),
        "worldBuffers": _entries(buffers_for(robot, chosen.name) if robot.sphere_sets else {}),
    }


def _entries(buffers: Mapping[str, float]) -> list[object]:
    return [[frame, distance] for frame, distance in buffers.items() if distance]


def _rows(sets: list[SphereSet]) -> list[object]:
    """Return the x, y, z and radius of each sphere, by frame; None for missing values."""
    return [
        [frame.frame, [[*(each.center or (None,) * 3), each.radius] for each in frame.spheres]]
        for one in sets
        for frame in one.frames
    ]


def _holders(robot: Robot) -> Iterator[Described]:
    """Yield the possible frames of spheres: links, and frames that are fixed to links."""
    places = {link.name: (link.name, Pose()) for link in robot.links}
    for name in places:
        yield {"name": name, "link": name, "pose": None, "own": True}
    added = [(each.frame, each.parent, each.pose, False) for each in robot.modifiers if isinstance(each, AddFrame)]
    waiting = [*((each.name, each.parent, each.pose, True) for each in robot.frames), *added]
    while ready := [each for each in waiting if each[1] in places and each[0] not in places]:
        for name, parent, pose, own in ready:
            link, above = places[parent]
            places[name] = link, compose(above, pose)
            place = matrix(places[name][1]).ravel().tolist()
            yield {"name": name, "link": link, "pose": place, "own": own}


def document_of(robot: Robot, name: str | None) -> Described:
    """Return the XRDF of a robot, divided at the spheres of the chosen set; or the reason why it cannot be written.

    ``text`` is the document without changes; ``head`` and ``tail`` enclose the spheres of a changed one, and ``keys``
    are the quoted names of frames that need quotes.
    """
    if not any(joint.axes for joint in robot.joints):
        return {"reason": "A robot without moving joints cannot be written as XRDF."}
    chosen = chosen_set(robot, name)
    try:
        text = _written(robot)
        has_spheres = any(frame.spheres for frame in chosen.frames)
        template = text if has_spheres else _written(_with_one(robot, chosen))
    except RobotfmtError as error:
        return {"reason": f"It cannot be written as XRDF: {error.diagnostic.message}"}
    place = _place(template, chosen)
    if place is None:
        return {"reason": f"The document does not contain the set '{chosen.name}' unchanged."}
    begin, end = place
    names = [*robot.link_by_name, *sorted(robot.frame_names)]
    keys = [[each, lines.plain(each)] for each in dict.fromkeys(names) if lines.plain(each) != each]
    remarks = [[each.frame, as_comment(each.remark)] for each in chosen.frames if as_comment(each.remark)]
    return {
        "text": text,
        "head": template[:begin],
        "tail": template[end:],
        "keys": keys,
        "remarks": remarks,
    }


def _with_one(robot: Robot, chosen: SphereSet) -> Robot:
    """Return the robot with one sphere, if it has none."""
    one = CollisionSphere(center=(0.0, 0.0, 0.0), radius=0.1)
    frames = (FrameSpheres(frame=robot.links[0].name, spheres=(one,)),)
    return with_set(robot, replace(chosen, frames=frames))


def _written(robot: Robot) -> str:
    """Return the document of a robot, in the version that it needs.

    Raises:
        RobotfmtError: The robot cannot be written.
    """
    settings, report = Settings(target_format="xrdf"), Report()
    (wanted,) = settled(outputs_of(["robot.xrdf"], settings), robot)
    context = format_context(wanted.format, settings, report, str(wanted.path), wanted.version)
    adapted = wanted.format.adapt(robot, context) if wanted.format.adapt is not None else robot
    assert wanted.format.write is not None
    return wanted.format.write(adapted, context)[context.output].decode()


def _place(text: str, chosen: SphereSet) -> tuple[int, int] | None:
    """Return the first and last line of the entry with the spheres of a set; None if it contains other lines."""
    geometry = yaml_marks.marked(text).find("geometry")
    group = geometry.find(chosen.name) if geometry is not None else None
    if group is None or "spheres" not in group.names or (chosen.clones and "clone" not in group.names):
        return None
    index = group.names.index("spheres")
    begin = text.rfind("\n", 0, group.places[index]) + 1
    last = group.items[index].end
    return begin, text.find("\n", last) + 1
