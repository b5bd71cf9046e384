"""The files of MuJoCo: the robot with drives and a keyframe ``home``, and a scene with a floor and a light."""

from __future__ import annotations

import math

import numpy as np

from ..kinematics.forward import forward_kinematics, matrix
from ..kinematics.tree import base_of, fixed_to
from ..mesh.triangles import Floats
from ..model import Base, Motion
from ..planning.drives import GIVE, SAG, SLOWEST
from ..settings import context_of
from ..surfaces.loading import link_surface
from .description import Described
from .folder import Document, Folder

_OPTIONS = {"mjcf.actuators": "position", "mjcf.target": "mujoco"}
_CLEARANCE = 0.01
"""The distance of the floor below a robot that reaches down to zero, in metres."""
_SCENE = """\
<mujoco model="{name} scene">
  <include file="{name}.xml"/>
  <option integrator="implicitfast"/>

  <statistic center="{center}" extent="{extent:g}"/>

  <visual>
    <headlight diffuse="0.6 0.6 0.6" ambient="0.3 0.3 0.3" specular="0 0 0"/>
    <global azimuth="120" elevation="-20"/>
  </visual>

  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0.3 0.5 0.7" rgb2="0 0 0" width="512" height="3072"/>
    <texture type="2d" name="floor" builtin="checker" mark="edge" rgb1="0.2 0.3 0.4" rgb2="0.1 0.2 0.3"
      markrgb="0.8 0.8 0.8" width="300" height="300"/>
    <material name="floor" texture="floor" texuniform="true" texrepeat="5 5" reflectance="0.2"/>
  </asset>

  <worldbody>
    <light pos="0 0 {light:g}" dir="0 0 -1" directional="true"/>
    <geom name="floor" type="plane" size="0 0 0.05" pos="0 0 {floor:g}" material="floor"/>
  </worldbody>
</mujoco>
"""
_README = """\
# {name} for MuJoCo

```sh
python -m mujoco.viewer --mjcf=scene.xml
```

The robot starts at `home` with `mj_resetDataKeyframe(model, data, model.key("home").id)`. Each drive is so stiff that
gravity displaces its joint by at most {turn:g} rad or {slide:g} m (the largest torque over random poses), and so that
with all that it carries its natural frequency is at least {slowest:g} rad/s; it is critically damped. The controls of
the keyframe are ahead of `home` by what gravity displaces there, so the robot stands still; with a control equal to the
position a joint settles up to {turn:g} rad below it. The scene integrates the damping of drives implicitly: without it,
light fingers on a heavy arm become unstable. Pairs of links whose convex hulls, which MuJoCo uses for meshes, always
touch do not collide.

At `home` the feet of a robot with a floating base and legs share its weight as evenly as balance allows.
There an even share of the weight on a foot, in any direction, displaces the joints of its leg by at most {give:g} rad.
"""


def mujoco(robot: Described) -> Folder:
    """Return the contents of a folder for MuJoCo."""
    found, name = robot.hulls, robot.name
    texts = {
        "scene.xml": _scene(found),
        "README.md": _README.format(
            name=name, turn=SAG[Motion.TURN], slide=SAG[Motion.SLIDE], slowest=SLOWEST, give=GIVE
        ),
    }
    return Folder((Document(found.robot, (f"{name}.xml",), _OPTIONS),), texts)


def _scene(robot: Described) -> str:
    """Return a scene whose floor is at zero, or below the lowest point that moves in the state ``home``; right below a
    robot that floats.
    """
    points = _points(robot)
    every = np.concatenate(list(points.values()) or [np.zeros((1, 3))])
    lower, upper = every.min(axis=0), every.max(axis=0)
    middle, size = (lower + upper) / 2, float(np.linalg.norm(upper - lower))
    moving = points.keys() - fixed_to(robot.robot, robot.base)
    lowest = min((float(points[name][:, 2].min()) for name in moving), default=1.0)
    floor = 0.0 if lowest > _CLEARANCE else math.floor(100 * (lowest - _CLEARANCE)) / 100
    if base_of(robot.robot) is Base.FLOATING:
        floor = math.floor(1000 * lowest) / 1000  # which falls no further
    return _SCENE.format(
        name=robot.name,
        center=" ".join(f"{each:.3g}" for each in middle),
        extent=round(max(size, 0.1), 2),
        light=round(float(upper[2]) + 2.0, 1),
        floor=floor,
    )


def _points(robot: Described) -> dict[str, Floats]:
    """Return the corners of the surface of each link in the world, in the state ``home``: (n, 3)."""
    context, base = context_of(settings=robot.settings), matrix(robot.robot.pose)
    poses = forward_kinematics(robot.robot, {name: np.array(value) for name, value in robot.home.items()})
    found: dict[str, Floats] = {}
    for link in robot.robot.links:
        corners = link_surface(link, context).corners.reshape(-1, 3)
        if len(corners) and link.name in poses:
            pose = base @ poses[link.name]
            found[link.name] = corners @ pose[:3, :3].T + pose[:3, 3]
    return found
