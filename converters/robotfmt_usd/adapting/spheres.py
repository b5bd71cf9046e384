"""Sets of collision spheres as a stage has them: each sphere on a link or a frame, none of them in use."""

from __future__ import annotations

from robotfmt.adapting.sphere_sets import flat
from robotfmt.model import FrameSpheres, Robot, SphereSet
from robotfmt.model.record import replace

from ..parts.places import is_static


def shown(robot: Robot) -> Robot:
    """Return the robot with all spheres that a stage can show, without placeholders, and how planners use them.

    A fixed part of the world has none.
    """
    if not robot.sphere_sets and robot.world_collision is None and robot.self_collision is None:
        return robot
    if is_static(robot):
        return replace(robot, sphere_sets=(), world_collision=None, self_collision=None)
    sets = (_shown(each, robot) for each in flat(robot).sphere_sets)
    kept = tuple(each for each in sets if each.frames)
    return replace(robot, sphere_sets=kept, world_collision=None, self_collision=None)


def _shown(spheres: SphereSet, robot: Robot) -> SphereSet:
    frames = (each for each in map(_on_frame, spheres.frames) if each.spheres and each.frame in robot.frame_names)
    return replace(spheres, frames=tuple(frames))


def _on_frame(frame: FrameSpheres) -> FrameSpheres:
    real = tuple(each for each in frame.spheres if not each.disabled and each.center is not None)
    return frame if len(real) == len(frame.spheres) else replace(frame, spheres=real)
