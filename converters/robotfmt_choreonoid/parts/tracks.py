"""Continuous tracks: one node for a chain of links (``ContinuousTrack``)."""

from __future__ import annotations

from robotfmt.codes import LIMIT
from robotfmt.documents.yaml.values import escape
from robotfmt.errors import InputError, LimitError
from robotfmt.model import Axis, Joint, JointType, JointValue, Motion, Pose
from robotfmt.model.record import replace

from ..codes import TRACK, TRACK_INCOMPLETE
from ..document.mappings import Part, number
from .elements import Elements
from .joints import Moved
from .links import Body, add, link_of
from .resources import Resources

_MOST = 10_000


def read_track(part: Part, body: Body, resources: Resources) -> None:
    """Add the links of a track: the first free, each further one turning on the one before.

    Raises:
        InputError: The node does not give what a track needs.
        LimitError: The track has too many links.
    """
    name, parent = part.text("name") or "", part.text("parent")
    count, offset = part.whole("num_joints"), part.vector("joint_offset")
    if parent is None or count is None or count < 3 or offset is None:
        message = f"track '{name}': expected a parent, at least three num_joints, and a joint_offset"
        raise InputError(TRACK_INCOMPLETE, message, part.origin)
    if count > _MOST:
        raise LimitError(LIMIT, f"track '{name}': {count} links; at most {_MOST} are read", part.origin)
    part.mapping.report(TRACK, f"the track '{name}' is written as {count} links, {name}0 to {name}{count - 1}")
    part.at_home(f"/links/{escape(name)}0")
    elements = Elements(f"{name}0", resources)
    elements.read(part)
    body.sensors += elements.content.sensors
    link = link_of(part, name, elements.content)
    angles = [part.scope.angle(number(each) or 0.0) for each in part.items("initial_joint_angles")]
    axis, pose = part.axis("joint_axis") or (0.0, 0.0, 1.0), part.pose()
    part.text("joint_type")
    for index in range(count):
        link_name = f"{name}{index}"
        first = index == 0
        turning = Axis(origin=part.origin, motion=Motion.TURN, direction=axis)
        joint = Joint(
            origin=part.origin,
            name=link_name,
            type=JointType.FLOATING if first else JointType.CONTINUOUS,
            parent=parent if first else f"{name}{index - 1}",
            child=link_name,
            axes=() if first else (turning,),
        )
        start = angles[index - 1] if 0 < index <= len(angles) else 0.0
        values = (JointValue(origin=part.origin, joint=link_name, values=(start,)),) if start else ()
        add(body, replace(link, name=link_name), Moved(joint, values), pose if first else Pose(offset))
