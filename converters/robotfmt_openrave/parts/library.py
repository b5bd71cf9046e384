"""The documents that a document includes: found as OpenRAVE finds them, and opened under limits.

A path is relative to the folder of the document that names it, or else to a folder of ``$OPENRAVE_DATA``, or of
``--root``. Documents in other formats (COLLADA archives) are read by these, and become parts of a body.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from robotfmt.assets.documents import find_document
from robotfmt.assets.locations import document_folders
from robotfmt.assets.uris import Reference
from robotfmt.context import Context
from robotfmt.documents.xml.document import Document, parse_document
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.prolog import root_name
from robotfmt.errors import MeshError, RobotfmtError
from robotfmt.kinematics.tree import poses_at_zero
from robotfmt.model import Joint, JointType, Link, Pose, Robot, World, compose, inverse
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import CYCLE, NOT_FOUND
from ..document.keys import KEYS, ROOTS
from ..document.spelling import spell_alike
from .drafts import BodyDraft, JointDraft, LinkDraft

DATA = "openrave"
"""The scheme of files below the folders of ``$OPENRAVE_DATA``."""
_DEEPEST = 32


@dataclass(frozen=True, slots=True)
class Chain:
    """The paths of the documents that lead to one, and its own."""

    paths: tuple[str, ...]

    @property
    def ring(self) -> str:
        """The last ones, as text."""
        return " -> ".join(Path(each).name for each in self.paths[-4:])

    def to(self, path: str) -> Chain:
        """Return the chain of documents that led to a further one, which shows whether it includes itself."""
        return Chain((*self.paths, path))

    @property
    def is_closed(self) -> bool:
        """True if the last document is there twice, or too many are nested."""
        *before, last = (Path(each).resolve() for each in self.paths)
        return last in before or len(before) > _DEEPEST


class Library:
    """Opens the documents that a document includes.

    Args:
        context: The context of the reader.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self._count = 0
        self._size = 0
        self._is_full = False

    def parsed(self, data: bytes, name: str) -> Document:
        """Return a document with its words in one spelling."""
        context = self.context
        document = parse_document(
            data, name=name, format="openrave", report=context.report, limits=context.limits, keys=KEYS
        )
        spell_alike(document)
        return document

    def open(self, element: Element, uri: str, chain: Chain) -> tuple[Element | World, Chain] | None:
        """Return the root of an included document, or the world of one in another format; None, with a report."""
        found = self._found(element, uri)
        if found is None:
            return None
        name, spelling = found
        inner = chain.to(name)
        if not self._is_allowed(element, inner):
            return None
        try:
            data = self.context.assets.document(name)
            self._size += len(data)
            if (root_name(data) or "").lower() not in ROOTS:
                return self.context.read(spelling, element.origin), inner
            self.context.assets.keep(name, data)
            return self.parsed(data, name).root.take(), inner
        except (RobotfmtError, OSError) as error:
            element.report(NOT_FOUND, f"'{uri}' cannot be read: {error}")
            return None

    def mesh(self, element: Element, uri: str, folder: str) -> str:
        """Return the URI of a mesh: in a folder of models, next to the document, or in ``$OPENRAVE_DATA``.

        One that is found nowhere is returned as written.
        """
        candidates = [f"{folder}/{uri}", uri, f"{DATA}:/{uri}", f"{DATA}:/{folder}/{uri}"]
        for each in candidates if folder else candidates[1:3]:
            try:
                if self.context.assets.resolve(each, element.document.name).path is not None:
                    return each
            except MeshError:
                continue  # it leads out of the folders of the document, or no folder of data is known
        return uri

    def _found(self, element: Element, uri: str) -> tuple[str, str] | None:
        """Return the path of a document, and the URI that leads to it."""
        document, assets = element.document.name, self.context.assets
        for spelling in (uri, f"{DATA}:/{uri.lstrip('/')}"):
            name = find_document(spelling, document, assets)
            if name is not None:
                return name, spelling
        folders = [str(each) for each in document_folders(document)]
        folders += [str(each.folder) for each in assets.places(Reference(uri, scheme=DATA), ())]
        element.report(NOT_FOUND, f"'{uri}' was not found in {', '.join(dict.fromkeys(folders))}")
        return None

    def _is_allowed(self, element: Element, chain: Chain) -> bool:
        if chain.is_closed:
            element.report(CYCLE, f"documents include themselves, or too deep: {chain.ring}")
            return False
        limits = self.context.limits
        self._count += 1
        if self._count > limits.includes or self._size > limits.xml_bytes:
            if not self._is_full:
                element.report(CYCLE, f"more than {limits.includes} documents are included (includes)")
            self._is_full = True
            return False
        return True


def add_robot(body: BodyDraft, robot: Robot) -> list[str]:
    """Add the links and joints of a robot to a body, and everything else that it has.

    A link with the name of one of the body continues it, and the robot is moved to the place of that.

    Returns:
        The names of the links that were continued.
    """
    body.name = robot.name
    shared = [each.name for each in robot.links if body.link(each.name) is not None]
    links = _add_links(body, robot, shared)
    names = {each.name for each in body.joints}
    for joint in robot.all_joints:
        first, second = links.get(joint.parent or ""), links.get(joint.child or "")
        if first is not None and second is not None:
            body.joints.append(_draft(joint, first, second, free_name(joint.name, names)))
            names.add(body.joints[-1].name)
    _add_rest(body, robot)
    return shared


def _add_links(body: BodyDraft, robot: Robot, shared: list[str]) -> dict[str, LinkDraft]:
    poses = poses_at_zero(robot)
    place = _place(body, poses, shared[0]) if shared else robot.pose
    links: dict[str, LinkDraft] = {}
    for link in robot.links:
        known = body.link(link.name)
        if known is not None:
            known.link = _continued(known.link, link)
        links[link.name] = known or LinkDraft(link, compose(place, poses.get(link.name)))
        body.links += [links[link.name]] if known is None else []
    return links


def _draft(joint: Joint, first: LinkDraft, second: LinkDraft, name: str) -> JointDraft:
    return JointDraft(
        name=name,
        type=joint.type or JointType.FIXED,
        first=first,
        second=second,
        in_first=joint.pose_in_parent or Pose(),
        in_second=joint.pose_in_child or Pose(),
        axes=joint.axes,
        model=joint,
    )


def _add_rest(body: BodyDraft, robot: Robot) -> None:
    body.manipulators += robot.manipulators
    body.sensors += robot.sensors
    body.pairs += robot.ignored_pairs
    body.spheres += robot.sphere_sets
    interface = next((each for each in robot.interfaces if each.type in ("robot", "kinbody")), None)
    body.interface = body.interface or interface
    others = tuple(each for each in robot.interfaces if each.type not in ("robot", "kinbody"))
    empty = dict.fromkeys(("links", "joints", "loops", "manipulators", "sensors", "layouts"), ())
    empty |= dict.fromkeys(("ignored_pairs", "sphere_sets"), ())
    body.imported.append(replace(robot, pose=None, interfaces=others, **empty))


def _place(body: BodyDraft, poses: dict[str, Pose], name: str) -> Pose:
    """Return the place of a robot in which a link of it is where that of the body is."""
    known = body.link(name)
    return compose(known.pose if known is not None else None, inverse(poses.get(name, Pose())))


def _continued(link: Link, other: Link) -> Link:
    visuals, collisions = (*link.visuals, *other.visuals), (*link.collisions, *other.collisions)
    return replace(link, visuals=visuals, collisions=collisions, inertial=other.inertial or link.inertial)
