"""Read cuRobo's robot configuration, in its versions 1 and 2. Each section is read next to where it is written."""

from __future__ import annotations

from robotfmt.codes import BAD_WORD
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.yaml.document import Document, Mapping, Scalar, parse_document
from robotfmt.errors import InputError
from robotfmt.formats.overlays import merge
from robotfmt.model import Extension, Layout, LayoutItem, Robot
from robotfmt.model.record import replace
from robotfmt.planning.yaml_terms import Mentions

from .codes import NO_KINEMATICS
from .document.files import spheres_of_file
from .parts.collision import read_collision
from .parts.control import POSITIONS, read_control, read_tool_frames
from .parts.links import defining, read_base, read_extra_links
from .parts.weights import read_weights

_MAY_BE_EMPTY = (
    "collision_link_names",
    "collision_spheres",
    "collision_sphere_buffer",
    "extra_collision_spheres",
    "self_collision_buffer",
    "ee_link",
    "link_names",
)


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot with the contents of a configuration.

    Args:
        source: The document.
        robot: The robot from earlier documents, usually a URDF; None to read the document alone.

    Raises:
        InputError: The document is not YAML, or has no 'kinematics'.
    """
    report = context.report
    document = parse_document(source.data, name=source.name, format="curobo", report=report, limits=context.limits)
    kinematics, names = _kinematics(document), Mentions()
    version = _version(kinematics)
    spheres, other = _spheres(kinematics, context)
    given = _robot(kinematics, spheres, version, names)
    whole = merge(robot, given, report) if robot is not None else given
    is_bare = kinematics.parent is document.root
    leftovers = [
        *read_weights(kinematics),
        *(
            _wrapped(each) if is_bare else each
            for each in (defining(it, kinematics) for it in document.leftovers(twice=False))
        ),
        *(_inside(each) for each in (other.leftovers(twice=False) if other is not None else ())),
    ]
    layout = document.layout(version)
    whole = replace(
        whole,
        extensions=(*whole.extensions, *(each for each in leftovers if each not in whole.extensions)),
        layouts=(*whole.layouts, _wrapped_layout(layout) if is_bare else layout),
    )
    names.check(whole)
    return whole


def _robot(kinematics: Mapping, spheres: Mapping | None, version: str, names: Mentions) -> Robot:
    """Return the contents of the document only."""
    frames = read_extra_links(kinematics, names)
    cspace, positions = read_control(kinematics, version, names)
    collision = read_collision(kinematics, spheres, version, names)
    robot = Robot(
        origin=kinematics.document.root.origin,
        modifiers=(*read_base(kinematics, names), *frames),
        default_positions=positions,
        cspace=cspace,
        tool_frames=read_tool_frames(kinematics, names),
        world_collision=collision.world,
        self_collision=collision.itself,
        ignored_pairs=collision.pairs,
        sphere_sets=collision.sets,
    )
    for key in _MAY_BE_EMPTY:
        value = kinematics.get(key)
        if value is not None and value.is_empty:
            value.take()
    return robot


def _kinematics(document: Document) -> Mapping:
    """Return the section about the robot: in ``robot_cfg``, or at the top level as cuRobo's own builder writes it."""
    root = document.root
    if isinstance(root, Mapping):
        root.take()
        top = root.get("robot_cfg")
        holder = top if isinstance(top, Mapping) else root
        holder.take()
        found = holder.get("kinematics")
        if isinstance(found, Mapping):
            found.take()
            return found
    raise InputError(NO_KINEMATICS, "the document has no mapping 'kinematics'", root.origin)


def _version(kinematics: Mapping) -> str:
    """Return the declared version, or the one that matches the keys: documents of the newer one have tool frames."""
    declared = kinematics.get("format_version")
    if isinstance(declared, Scalar) and declared.source in ("2.0", "2"):
        declared.take()
        return "2"
    cspace = kinematics.get("cspace")
    new = isinstance(cspace, Mapping) and cspace.get(POSITIONS["2"]) is not None
    return "2" if new or kinematics.get("tool_frames") is not None else "1"


def _spheres(kinematics: Mapping, context: Context) -> tuple[Mapping | None, Document | None]:
    """Return the mapping of spheres, and its document if it is a separate file."""
    value = kinematics.get("collision_spheres")
    if value is None or isinstance(value, Mapping):
        return value, None
    if isinstance(value, Scalar) and not value.is_null:
        return spheres_of_file(value, context)
    if value.is_null:
        value.take()
    else:
        value.report(BAD_WORD, f"'collision_spheres' must be a mapping, not {value.kind}")
    return None, None


def _wrapped(extension: Extension) -> Extension:
    """Return content next to or in a top-level ``kinematics``, at the place where it will be written."""
    place = extension.place if extension.place != "/" else ""
    return replace(extension, place=f"/robot_cfg{place}")


def _inside(extension: Extension) -> Extension:
    """Return content of a sphere file, at the place where it will be written."""
    place = extension.place if extension.place != "/" else ""
    return replace(extension, place=f"/robot_cfg/kinematics{place}")


def _wrapped_layout(layout: Layout) -> Layout:
    return replace(layout, items=(LayoutItem(kind="key", step="robot_cfg", items=layout.items),))
