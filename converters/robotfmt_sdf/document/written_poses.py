"""Poses as they are written: the six numbers, their notation, and their frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from robotfmt.diagnostics import Severity
from robotfmt.documents.tokens import BadToken, degrees, radians, reals
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, make
from robotfmt.model import Layout, LayoutItem, Pose, Quaternion, Rpy, Vector3
from robotfmt.model.pose import scaled_to_unit
from robotfmt.model.record import Record, field, replace

Version = tuple[int, int]
NEWEST_OF_FRAME: Version = (1, 6)
"""The last version in which a pose names its frame by ``frame``."""


_FORMS = {"degrees": ("true", "false", "1", "0"), "rotation_format": ("euler_rpy", "quat_xyzw")}


class WrittenPose(Record):
    """A pose as a document gives it."""

    relative_to: str = ""
    """The name of the pose's frame; empty for the default frame."""
    pose: Pose | None = None
    """The numbers; None if there are none."""
    degrees: bool = False


class WrittenInclude(Record):
    """An include of a model, as a document gives it."""

    name: str
    """The name of the included model."""
    texts: Mapping[str, str]
    """``uri``, ``name``, ``static`` and ``placement_frame``, as far as they are given."""
    written: WrittenPose
    merged: bool
    path: str = ""
    """The path of its element, if it belongs to the document that is read."""
    scope: tuple[str, ...] = ()
    """The names of the nested models around it."""
    parts: frozenset[tuple[str, str]] = frozenset()
    """The elements in that scope that it stands for: tags and names."""
    documents: frozenset[str] = frozenset()
    """The documents that it leads to."""


class Gear(Record):
    """A gearbox, as a document gives it."""

    leader: str
    """The joint by which its parent turns on the reference body."""
    follower: str
    """The joint by which its child turns there."""
    ratio: float
    axis: Vector3
    """The direction in the reference body about which the angle of the parent counts."""
    axis2: Vector3


class Notation(Layout):
    """The order of the parts of a document, and values in another form than in the model.

    The writer uses a form only as long as it gives the value in the robot.
    """

    places: Mapping[str, WrittenPose] = field(default_factory=dict)
    """The forms of poses: of ``link/elbow``, ``joint/...``, ``frame/...``, ``model/...``, ``visual/elbow/0``, ..."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Frames that are named: ``parent/JOINT``, ``child/JOINT``, ``attached/FRAME``, ``expressed/JOINT/0``,
    ``placement/MODEL``; and ``ambient``, if ambient colours of visuals are marked as assumed."""
    axes: Mapping[str, Vector3] = field(default_factory=dict)
    """Directions in the frames that ``expressed`` names."""
    models: Mapping[str, tuple[str, Pose]] = field(default_factory=dict)
    """The link and the pose of the frame of each model, by its name; the model of the document has the name ``""``."""
    world: str | None = None
    """The name of the world that contains the model."""
    includes: tuple[WrittenInclude, ...] = ()
    """The includes of the model, and of nested models of its document."""
    gears: Mapping[str, Gear] = field(default_factory=dict)
    """The gearboxes whose couplings the model has, by their names."""


class SourceNotation(Notation, lazy=True):
    """The memory of a document whose order is computed only if the robot is written as SDF again."""

    source: Any = None
    """The layout of the document."""

    if not TYPE_CHECKING:

        @property
        def namespaces(self) -> tuple[tuple[str, str], ...]:
            return self.source.namespaces

        @property
        def items(self) -> tuple[LayoutItem, ...]:
            return self.source.items


class PlacedLayout(Layout, lazy=True, dict=True):
    """The layout of a document whose includes may be written as models, at the places of the includes."""

    source: Any = None
    """The layout of the document."""
    moved: Mapping[str, str] = field(default_factory=dict)
    """The places of the models, by the paths of their includes; that of the outer model for merged ones."""
    kept: frozenset[str] = frozenset()
    """The paths of merged includes that are written as includes."""

    if not TYPE_CHECKING:

        @property
        def namespaces(self) -> tuple[tuple[str, str], ...]:
            return self.source.namespaces

        @cached_property
        def items(self) -> tuple[LayoutItem, ...]:
            moved = {path: place for path, place in self.moved.items() if path not in self.kept}
            return tuple(_with_models(self.source.items, "", moved)) if moved else self.source.items


def with_includes(layouts: tuple[Layout, ...], includes: Iterable[WrittenInclude]) -> tuple[Layout, ...]:
    """Return the order of a document that is written with some of its includes, and the other layouts."""
    paths = frozenset(each.path for each in includes if each.merged)

    def kept(layout: Layout) -> Layout:
        if isinstance(layout, SourceNotation):
            return kept(layout.source)
        if not isinstance(layout, PlacedLayout):
            return layout
        return PlacedLayout(
            format=layout.format, version=layout.version, source=layout.source, moved=layout.moved, kept=paths
        )

    return tuple(map(kept, layouts)) if paths else layouts


def _with_models(items: Iterable[LayoutItem], path: str, moved: Mapping[str, str]) -> Iterator[LayoutItem]:
    """Yield items, and after each include the same for its model; an element has only one of the two.

    An include that is merged is followed by its content, which becomes part of the model around it.
    """
    items = tuple(items)
    steps = {each.step for each in items}
    for item in items:
        here = f"{path}/{item.step}"
        inside = any(each.startswith(f"{here}/") for each in moved) if item.kind == "element" else False
        item = replace(item, items=tuple(_with_models(item.items, here, moved))) if inside else item
        place = moved.get(here) if item.kind == "element" else None
        if place == path:
            yield from (each for each in item.items if each.kind != "element" or each.step not in steps)
            continue
        yield item
        if place is not None and place.startswith(f"{path}/"):
            yield replace(item, step=place.removeprefix(f"{path}/"))


def read_pose(element: Element, version: tuple[int, int]) -> WrittenPose:
    """Take the ``<pose>`` of an element (``<origin pose="...">`` in SDF 1.0); invalid numbers stay in the ledger."""
    place = element.find("pose")
    if place is None:
        return _read_origin(element)
    place.take()
    named = place.attribute("relative_to") if "relative_to" in place.attributes else None
    if named is None and version <= NEWEST_OF_FRAME:
        named = place.attribute("frame")
    in_degrees = (place.peek("degrees") or "").strip().lower() in ("true", "1")
    try:
        pose = _pose(place.text, place.peek("rotation_format") == "quat_xyzw", in_degrees)
    except BadToken as error:
        place.report_token(error, None, Severity.ERROR)
        return WrittenPose(relative_to=(named or "").strip())
    for attribute, words in _FORMS.items():
        if (place.peek(attribute) or "").strip().lower() in words:
            place.attribute(attribute)
    if pose is not None:
        place.take_text()
    return WrittenPose(relative_to=(named or "").strip(), pose=pose, degrees=in_degrees)


def _read_origin(element: Element) -> WrittenPose:
    origin = element.find("origin")
    text = origin.peek("pose") if origin is not None else None
    if origin is None or text is None:
        return WrittenPose()
    try:
        pose = _pose(text, quaternion=False, in_degrees=False)
    except BadToken as error:
        origin.report_token(error, "pose", Severity.ERROR)
        return WrittenPose()
    origin.take().attribute("pose")
    return WrittenPose(pose=pose)


def _pose(text: str, quaternion: bool, in_degrees: bool) -> Pose | None:
    """Return the pose in a text; commas are treated as blanks, as in Gazebo. None for an empty text."""
    text = text.replace(",", " ").strip()
    if not text:
        return None
    if quaternion and not in_degrees:
        px, py, pz, x, y, z, w = reals(text, 7)
        none = x == y == z == w == 0
        return Pose((px, py, pz), None if none else scaled_to_unit(Quaternion(w, x, y, z)))
    px, py, pz, roll, pitch, yaw = reals(text, 6)
    if in_degrees:
        roll, pitch, yaw = radians(roll), radians(pitch), radians(yaw)
    return Pose((px, py, pz), Rpy(roll, pitch, yaw))


def supported_pose(pose: Pose | None) -> Pose | None:
    """Return a pose as it reads back."""
    node = write_pose(WrittenPose(pose=pose))
    if node is None:
        return None
    return _pose(node.text or "", node.get("rotation_format") == "quat_xyzw", in_degrees=False)


def put_pose(node: Node, written: WrittenPose) -> Node:
    """Return an element with its ``<pose>`` as the first child."""
    pose = write_pose(written)
    if pose is not None:
        node.insert(0, pose)
    return node


def write_pose(written: WrittenPose) -> Node | None:
    """Return the ``<pose>``; None if it is empty."""
    if written.pose is None and not written.relative_to:
        return None
    node = make("pose", {"relative_to": written.relative_to or None})
    if written.pose is None:
        return node
    numbers: tuple[float, ...]
    match written.pose.rotation:
        case Quaternion() as given:
            node.set("rotation_format", "quat_xyzw")
            q = scaled_to_unit(given)  # libsdformat does not scale it
            numbers = (q.x, q.y, q.z, q.w)
        case _:
            numbers = written.pose.rpy or (0.0, 0.0, 0.0)
    if written.degrees and len(numbers) == 3:
        node.set("degrees", "true")
        numbers = tuple(map(degrees, numbers))
    node.text = make("pose", text=(*written.pose.xyz, *numbers)).text
    return node
