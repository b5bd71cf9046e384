"""Read SMURF models, annotations of a robot, and SMURFS scenes.

The references are Phobos 2.1 (``io/smurfrobot.py``), MARS (``smurf.cpp``, ``SMURFLoader.cpp``) and hyrodyn.
"""

from __future__ import annotations

from robotfmt.adapting.pairs import with_pairs_of_masks
from robotfmt.codes import SECOND_ROBOT
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.yaml.document import Document, Mapping, Scalar, parse_document
from robotfmt.errors import InputError, UsageError
from robotfmt.formats.worlds import choose
from robotfmt.model import Robot, World
from robotfmt.model.record import replace
from robotfmt.model.world import world_of

from .codes import NO_MODEL, NOT_SMURF, SEVERAL_MODELS
from .document.sections import Sections, opened
from .parts.appearance import with_materials
from .parts.loops import with_loops
from .parts.motors import with_motors, with_poses
from .parts.pairs import with_masks
from .parts.sensors import with_sensors
from .parts.world_reader import KEYS, read_scene

_MODELS = (".urdf", ".sdf", ".xml")


def read(source: Source, robot: Robot | None, context: Context) -> Robot:
    """Return the robot of a model with its annotations, or an earlier robot with those of this document.

    Raises:
        InputError: The document is not YAML or JSON, or has neither files nor annotations.
        UsageError: A model follows another robot.
    """
    root = _parsed(source, context)
    if _is_scene(root):
        return choose(read_scene(root, context), context.robot, context.report)
    return _robot(root, robot, context)


def read_world(source: Source, context: Context) -> World:
    """Return the world of a scene, or of a single model.

    Raises:
        InputError: The document is not YAML or JSON, or a document that it names cannot be read.
    """
    root = _parsed(source, context)
    if _is_scene(root):
        return read_scene(root, context)
    return world_of(_robot(root, None, context))


def _parsed(source: Source, context: Context) -> Mapping:
    document: Document = parse_document(
        source.data, name=source.name, format="smurf", report=context.report, limits=context.limits
    )
    if not isinstance(document.root, Mapping):
        raise InputError(NOT_SMURF, "the document is not a mapping", document.root.origin)
    if _is_scene(document.root):
        document.format = "smurfs"
    return document.root


def _is_scene(root: Mapping) -> bool:
    return any(root.get(key) is not None for key in KEYS)


def _robot(root: Mapping, robot: Robot | None, context: Context) -> Robot:
    sections = Sections()
    sections.add(root)
    model = None
    files = root.sequence("files")
    for each in files.items if files is not None else ():
        if not isinstance(each, Scalar):
            continue
        each.take()
        if each.source.lower().endswith(_MODELS):
            if model is not None:
                each.report(SEVERAL_MODELS, f"'{model.source}' is ignored: '{each.source}' comes later in 'files'")
            model = each
        else:
            found = opened(each, context)
            if found is not None:
                sections.add(found)
    base = _base(root, model, robot, context)
    name = root.scalar("modelname")
    if name is not None and name.source == base.name:
        name.take()
    elif name is not None:
        sections.keep(name, "/", "modelname")
    return _annotated(base, sections, context)


def _base(root: Mapping, model: Scalar | None, robot: Robot | None, context: Context) -> Robot:
    """Return the robot that a document annotates."""
    if model is not None:
        if robot is not None and robot.links:
            message = f"'{root.document.name}' describes a second robot"
            raise UsageError(SECOND_ROBOT, message)
        return context.read(model.source, model.origin).robots[0].alone
    if robot is None:
        raise InputError(NO_MODEL, "the document names no URDF, and there is no robot before it", root.origin)
    return robot


def _annotated(robot: Robot, sections: Sections, context: Context) -> Robot:
    robot = with_motors(robot, sections)
    robot = with_poses(robot, sections)
    robot = with_loops(robot, sections)
    robot = with_sensors(robot, sections)
    robot = with_pairs_of_masks(with_masks(robot, sections), context.limits.instances)
    robot = with_materials(robot, sections)
    return replace(robot, extensions=(*robot.extensions, *sections.leftovers()), neighbours_pass=True)
