"""Read a body of Choreonoid. The module of each section reads it and writes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from robotfmt.codes import BAD_WORD
from robotfmt.context import Context
from robotfmt.diagnostics import quoted
from robotfmt.documents.source import Source
from robotfmt.documents.yaml.document import Mapping, Scalar, iterate
from robotfmt.errors import InputError
from robotfmt.model import Extension, Robot, VirtualJoint
from robotfmt.model.record import replace

from .codes import NO_LINKS, NOT_A_BODY, OTHER_MODEL, PROJECT, SECOND_ROOT, VERSION
from .document.layout import layout_of
from .document.mappings import Part, Scope
from .document.parsing import in_degrees, parse
from .document.places import placed
from .parts.groups import read_groups
from .parts.links import Body, read_link
from .parts.loops import read_loops
from .parts.pairs import read_pairs
from .parts.resources import Resources
from .parts.states import read_states
from .parts.subbodies import read_sub_body
from .parts.tracks import read_track

FORMAT = "ChoreonoidBody"
_BODIES = (".body", ".urdf", ".wrl", ".sdf")
_READERS = {"": read_link, "Link": read_link, "SubBody": read_sub_body, "ContinuousTrack": read_track}


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot of a body.

    Raises:
        InputError: The document is not YAML, or not a body, or a body that it contains cannot be read.
        UsageError: An earlier document describes a robot already.
    """
    document = parse(source.data, source.name, context.report, context.limits)
    root = document.root
    if not isinstance(root, Mapping):
        raise InputError(NOT_A_BODY, "the document is not a mapping", root.origin)
    root.take()
    top = Part(root, Scope(context, document, in_degrees(root)))
    if top.text_of("format") != FORMAT:
        return _other_model(top)
    return _robot(top)


def _other_model(top: Part) -> Robot:
    """Return the robot of a document of another format, to which a body only adds information."""
    uri = top.text("model_file")
    if uri is None and top.get("items") is not None:
        texts = (each.source for each in iterate(top.mapping) if isinstance(each, Scalar))
        bodies = ", ".join(dict.fromkeys(quoted(each) for each in texts if each.endswith(_BODIES)))
        message = f"the document is a project of Choreonoid; its bodies are {bodies or 'not named'}"
        raise InputError(PROJECT, message, top.origin)
    if uri is None:
        raise InputError(NOT_A_BODY, "the document has neither 'format: ChoreonoidBody' nor a 'model_file'", top.origin)
    robot = top.scope.context.read(uri, top.origin).robots[0].alone
    top.mapping.report(OTHER_MODEL, f"the robot is the one of {quoted(uri)}")
    return replace(robot, extensions=(*robot.extensions, *top.scope.document.leftovers(twice=False)))


def _robot(top: Part) -> Robot:
    """Return the robot of a body; an unknown kind of node is reported."""
    version = _header(top)
    body, resources = Body(), Resources()
    nodes = list(_nodes(top))
    for kind, node in nodes:
        reader = _READERS.get(kind)
        if reader is not None:
            node.mapping.take()
            node.text("type")
            reader(node, body, resources)
        elif kind != "Skip":
            node.mapping.report(BAD_WORD, f"{quoted(kind)} is not a node of 'links'")
    if not body.links:
        top.mapping.report(NO_LINKS, "the body has no links")
    robot = _assembled(top, body)
    degrees, document = top.scope.degrees, top.scope.document
    plain = all(kind in ("", "Link") for kind, _ in nodes)
    layout = layout_of(document, version, degrees, _is_camel(nodes), plain)
    return replace(robot, extensions=_extensions(top, body), layouts=(layout,))


def _header(top: Part) -> str:
    """Take the header, and return the version that is written again."""
    top.text("format")
    top.choice("angle_unit", {"degree": True, "radian": False})
    number = top.number("format_version")
    if number is not None and not 0 < number < 2.1:
        top.mapping.report(VERSION, f"version {number:g} is not known; it is read as version 2.0")
    if number is not None and number >= 2 and not top.scope.degrees:
        top.mapping.report(VERSION, "Choreonoid refuses radians in version 2.0; they are read as radians")
    return "2.0" if number is not None and number >= 2 else "1.0"


def _nodes(top: Part) -> Iterator[tuple[str, Part]]:
    """Yield the nodes of ``links`` with their types; the mapping form has one of each type."""
    links = top.get("links")
    if isinstance(links, Mapping):
        links.take()
        given = [(entry.key, entry.value) for entry in links.entries if links.get(entry.key) is entry.value]
    else:
        given = [("", each) for each in top.items("links")]
    for kind, each in given:
        if not isinstance(each, Mapping):
            each.refuse(BAD_WORD, f"{quoted(each.path)}: expected a link, got {each.kind}")
            continue
        part = Part(each, top.scope)
        yield part.text_of("type") or kind, part


def _assembled(top: Part, body: Body) -> Robot:
    """Return the robot of a body whose links have been read; the root link is the one named, else the first one."""
    name = top.text("name")
    root = top.text("root_link") or next(iter(body.roots), None)
    for each in body.roots:
        if each != root:
            message = f"link '{each}' has no parent, and is not the root link '{root}'"
            top.mapping.report(SECOND_ROOT, message)
    place = body.roots.get(root or "")
    pairs = read_pairs(top, body.links, body.joints)
    loops, groups = read_loops(top), read_groups(top)
    joints = tuple(body.joints)
    return Robot(
        origin=top.origin,
        name=name or PurePath(top.scope.document.name).stem or None,
        pose=place.pose if place is not None else None,
        base=place.base if place is not None else None,
        virtual_joints=tuple(_virtual_joints(body, root)),
        links=tuple(body.links),
        joints=joints,
        loops=(*body.loops, *loops),
        sensors=tuple(body.sensors),
        default_positions=tuple(body.positions),
        groups=groups or tuple(body.groups),
        states=read_states(top, joints),
        ignored_pairs=tuple(pairs.ignored.values()),
        unchecked_links=tuple(pairs.unchecked.values()),
        checked_pairs=tuple(pairs.checked.values()),
        neighbours_pass=pairs.by_default,
    )


def _virtual_joints(body: Body, root: str | None) -> Iterator[VirtualJoint]:
    """Yield the joints between roots and the world: of the root link only one with a name, of others all given ones."""
    for name, each in body.roots.items():
        if each.is_named(name) or (name != root and each.joint.type is not None):
            yield each.virtual


def _is_camel(nodes: list[tuple[str, Part]]) -> bool:
    """Return True if the keys of links are spelt as in version 1."""
    keys = [entry.key for _, node in nodes for entry in node.mapping.entries]
    return sum(key != key.lower() for key in keys) > sum("_" in key for key in keys)


def _extensions(top: Part, body: Body) -> tuple[Extension, ...]:
    document, homes = top.scope.document, top.scope.homes
    plain = (placed(each, homes) for each in document.leftovers(twice=False))
    return (*plain, *top.scope.kept)
