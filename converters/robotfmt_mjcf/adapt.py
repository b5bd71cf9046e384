"""Adapt a robot to what MJCF can store: a list of steps, each with the code that reports its changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from robotfmt import adapting
from robotfmt.adapting.appearance import with_lights, without_ambient
from robotfmt.adapting.wordless import without_fields
from robotfmt.codes.conversion import ASSUMED_BASE, ASSUMED_GRAVITY, ASSUMED_LIGHT, OTHER_FORM
from robotfmt.compare.adaptation import Change, Step, adapted, report_changes
from robotfmt.context import Context
from robotfmt.inertia.values import with_computed_values, with_tensors
from robotfmt.model import Base, Extension, PlacedRobot, Robot, World
from robotfmt.model.light import Lights
from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name, renamed

from .adapting import joints, naming, sensing, shapes, weights, whole, worlds
from .adapting.refusals import report_refusals, report_reversed
from .adapting.urdf_block import with_block
from .adapting.worlds import with_scene
from .codes import (
    ACTUATOR,
    ASSUMED_GAIN,
    ASSUMED_GROUND,
    ASSUMED_INERTIA,
    ASSUMED_NAME,
    ASSUMED_RANGE,
    ASSUMED_VIEW,
    BASE,
    COMPUTED_INERTIA,
    FILTERED_PAIR,
    FRAME,
    JOINT_TYPE,
    LOOP,
    MOVING_PLANE,
    NO_BODY,
    NO_FILE,
    NO_FORCE_LIMIT,
    NO_GEOM,
    NO_IMAGE,
    NO_WORDS,
    NOT_COUPLED,
    OPEN_LOOP,
    RENAMED_PART,
    SEVERAL_ROOTS,
    SPLIT_JOINT,
    STATE,
    TURNED_PLANE,
    UNIT,
    UNWRITABLE_RANGE,
    WELD_NAME,
)
from .parts import lights
from .parts.actuators import POSITION, with_actuators
from .parts.drives import with_given
from .parts.joint_rows import is_ground
from .parts.leftovers import materials_in
from .parts.pairs import open_to_all, with_filtered_pairs
from .words import WORDLESS

_LIGHTS = (
    (without_ambient, NO_WORDS),
    (lights.placed, OTHER_FORM),
    (lights.whole, ASSUMED_LIGHT),
    (lights.plain, NO_WORDS),
)
"""The steps about the lights of a body or of the world."""


def adapt(robot: Robot, context: Context) -> Robot:
    """Convert what MJCF has other words for, and leave out what it has none for; every change is reported."""
    steps, since = (*_bodies(context), *_joints(context), *_parts(context)), len(context.report.diagnostics)
    made = with_scene(with_block(adapted(robot, steps, context.report), context), context)
    report_refusals(made, context)
    adapting.hint_base(robot, context.report, since)
    kind = context.option("actuators")
    code = ASSUMED_GAIN if kind == POSITION else ACTUATOR
    made = report_changes(made, with_given(made), ACTUATOR, context.report)
    return report_changes(made, with_actuators(made, kind, _more(context)), code, context.report)


def _more(context: Context) -> tuple[Extension, ...]:
    """Return the unrecognised content of the world of a robot."""
    return context.scene.extensions if context.scene is not None else ()


def _bodies(context: Context) -> tuple[Step, ...]:
    """Return the steps about bodies, their shapes and masses, and the base."""
    return (
        (adapting.with_unique_names, RENAMED_PART),
        (_with_named_materials, ASSUMED_NAME),
        (adapting.without_lumping, OTHER_FORM),
        (adapting.on_links, FRAME),
        (adapting.with_frames_on_links, FRAME),
        (partial(whole.driven, more=_more(context), kind=context.option("actuators")), NO_WORDS),
        (shapes.turned, TURNED_PLANE),
        (shapes.supported, NO_GEOM),
        (partial(shapes.found, context=context), NO_FILE),
        (partial(shapes.textured, context=context), NO_IMAGE),
        (shapes.whitened, OTHER_FORM),
        (shapes.with_named_textures, ASSUMED_NAME),
        (shapes.grounded, ASSUMED_GROUND),
        (partial(with_computed_values, context=context), COMPUTED_INERTIA),
        (partial(with_tensors, context=context), ASSUMED_INERTIA),
        (weights.weightless, NO_WORDS),
        (partial(adapting.assume_base, base=Base.FIXED), ASSUMED_BASE),
        (whole.based, BASE),
        (whole.simulated, NO_WORDS),
        (whole.called_world, RENAMED_PART),
        (naming.called_between, RENAMED_PART),
        (naming.called_apart, RENAMED_PART),
    )


def _joints(context: Context) -> tuple[Step, ...]:
    """Return the steps about joints, and the masses of what they move."""
    return (
        (adapting.with_one_root, SEVERAL_ROOTS),
        (joints.split, SPLIT_JOINT),
        (joints.bounded, ASSUMED_RANGE),
        (joints.without_range, UNWRITABLE_RANGE),
        (joints.without_zero_effort, NO_FORCE_LIMIT),
        (joints.typed, JOINT_TYPE),
        (joints.coupled, NOT_COUPLED),
        (whole.without_open_loops, OPEN_LOOP),
        (whole.bare_loops, NO_WORDS),
        (whole.closed, LOOP),
        (joints.named_welds, WELD_NAME),
        (shapes.still, MOVING_PLANE),
        (partial(weights.assumed, context=context), ASSUMED_INERTIA),
        (weights.unweighed, NO_WORDS),
    )


def _parts(context: Context) -> tuple[Step, ...]:
    """Return the steps about sensors, states, pairs and the looks of shapes, and about what has no words at all."""
    more = _more(context)
    return (
        (sensing.plain, NO_WORDS),
        (naming.called_after_elements, RENAMED_PART),
        (sensing.with_new_units, UNIT),
        (sensing.without_gone_units, NO_WORDS),
        (partial(report_reversed, report=context.report), UNIT),
        (partial(sensing.measured, more=more), UNIT),
        (sensing.with_cameras_placed, OTHER_FORM),
        (sensing.with_nameless_lenses, NO_WORDS),
        (partial(sensing.sensed, more=more), NO_WORDS),
        (sensing.with_views, ASSUMED_VIEW),
        (whole.stated, STATE),
        (whole.on_bodies, NO_WORDS),
        (partial(open_to_all, scene=context.scene), OTHER_FORM),
        (shapes.in_contact, NO_WORDS),
        (shapes.for_all, NO_WORDS),
        (whole.apart_from_base, OTHER_FORM),
        (whole.self_colliding, OTHER_FORM),
        (whole.unmasked, OTHER_FORM),
        (with_filtered_pairs, FILTERED_PAIR),
        (shapes.shaded, NO_WORDS),
        (shapes.unshared, RENAMED_PART),
        (shapes.coloured, NO_WORDS),
        (shapes.named, RENAMED_PART),
        *((partial(with_lights, change=change), code) for change, code in _LIGHTS),
        (worlds.lights_of_links_apart, RENAMED_PART),
        (partial(without_fields, wordless=WORDLESS), NO_WORDS),
    )


def adapt_world(world: World, context: Context) -> World:
    """Leave out robots without links, and joints between robots except welds; make the names of parts unique."""
    steps: tuple[Change[World], ...] = (
        (_with_links, NO_BODY),
        (_robots_alone, NO_WORDS),
        *((partial(_with_lights, change=change), code) for change, code in _LIGHTS),
        (_materials_once, NO_WORDS),
        (whole.excluded_of_many, OTHER_FORM),
        (whole.masked_alike, OTHER_FORM),
        (worlds.apart, RENAMED_PART),
        (worlds.welds, NO_WORDS),
        (worlds.held, LOOP),
        (worlds.with_lights_apart, RENAMED_PART),
        (worlds.called_as_read, RENAMED_PART),
        (whole.stated_alike, STATE),
        (whole.weighted, ASSUMED_GRAVITY),
        (worlds.with_sections, UNIT),
    )
    return adapted(world, steps, context.report)


def _with_links(world: World) -> World:
    """Leave out robots without links, and the ground without shapes, which is no body."""
    kept = tuple(each for each in world.robots if each.robot.links and not _is_bare_ground(each.robot))
    return world if kept == world.robots else replace(world, robots=kept)


def _is_bare_ground(robot: Robot) -> bool:
    return is_ground(robot) and not any(link.visuals or link.collisions for link in robot.links)


def _materials_once(world: World) -> World:
    """Give each material to the robots that use it, and those that no visual has to the first one, as they are read."""
    robots = [each.robot for each in world.robots]
    by_any = frozenset[str | None]().union(*map(_materials, robots))

    def kept(robot: Robot) -> Robot:
        its = _materials(robot) | materials_in(robot.extensions)
        is_first = robot is robots[0]
        wanted = [each for each in robot.materials if each.name in its or (is_first and each.name not in by_any)]
        return robot if len(wanted) == len(robot.materials) else replace(robot, materials=tuple(wanted))

    return world.with_robots(map(kept, robots))


def _materials(robot: Robot) -> frozenset[str | None]:
    return frozenset(each.material.name for link in robot.links for each in link.visuals if each.material is not None)


def _with_named_materials(robot: Robot) -> Robot:
    """Name the material whose name is empty, as URDFs have it: in MJCF an empty name is none."""
    if all(each.name != "" for each in robot.materials):
        return robot
    name = free_name("material", robot.material_by_name)
    return renamed(robot, lambda kind, given: name if kind == "material" and not given else given)


def _robots_alone(world: World) -> World:
    """Drop frames of the world, and the states in which robots start."""

    def alone(placed: PlacedRobot) -> PlacedRobot:
        return replace(placed, state=None) if placed.state is not None else placed

    return replace(world, frames=(), robots=tuple(map(alone, world.robots)))


def _with_lights(world: World, change: Callable[[Lights], Lights]) -> World:
    made = change(world.lights)
    return world if made == world.lights else replace(world, lights=made)
