"""The files of roboplan: a URDF with meshes, an SRDF, and the limits of joints."""

from __future__ import annotations

from collections.abc import Mapping

from ..adapting.grouping import with_group
from ..codes.planning import JOINT_RENAMED
from ..diagnostics import Report
from ..edit.naming import rename
from ..model import Group, JointValue, NamedState, Robot
from ..model.record import replace
from ..model.renaming import free_name
from ..planning.groups import HOME
from .description import Described
from .folder import Document, Folder

WHOLE = "whole_robot"
_README = """\
# {name} for roboplan

```python
from roboplan.core import Scene, loadUrdfSceneDescription, loadJointLimitsConfig, loadTextFile

description = loadUrdfSceneDescription("{name}.urdf", ["."])  # the folder of the meshes
```

`{name}_config.yaml` has the limits of velocity, acceleration and jerk; those that no document gives are marked.

The first state `home` in the SRDF is that of all joints: `loadReferenceConfigurations` of pinocchio takes the first
state of each name, and has all other joints at zero.
"""


def roboplan(robot: Described) -> Folder:
    """Return the contents of a folder for roboplan."""
    name = robot.name
    limits = {"joint_limits.target": "roboplan"}
    whole = with_joint_names(with_whole_home(robot.robot, robot.home, robot.driven), robot.report)
    return Folder(
        (Document(whole, (f"{name}.urdf", f"{name}.srdf", f"{name}_config.yaml"), limits, "joint_limits"),),
        {"README.md": _README.format(name=name)},
    )


def with_whole_home(robot: Robot, home: Mapping[str, float], driven: tuple[str, ...]) -> Robot:
    """Return the robot whose first state ``home`` is that of all joints, if it has such states of several groups.

    A state is that of all joints if the others are at zero at home. If there is none, it gets a group of all joints.
    """
    homes = [each for each in robot.states if each.name == HOME]
    if len(homes) < 2:
        return robot
    moved = {name for name in driven if home.get(name)}
    first = next((each for each in homes if moved <= {value.joint for value in each.values}), None)
    if first is None:
        joints = tuple(name for name in driven if name in home)
        robot, group = with_group(robot, Group(name=WHOLE, joints=joints))
        values = tuple(JointValue(joint=name, values=(home[name],)) for name in joints)
        first = NamedState(name=HOME, group=group, values=values)
    return replace(robot, states=(first, *(each for each in robot.states if each is not first)))


def with_joint_names(robot: Robot, report: Report) -> Robot:
    """Return the robot whose joints have other names than its links; roboplan refuses a name that both have."""
    links = {each.name for each in robot.links} | {each.name for each in robot.frames}
    taken = links | {each.name for each in robot.joints}
    names: dict[str, str] = {}
    for joint in robot.joints:
        if joint.name in links:
            names[joint.name] = free_name(f"{joint.name}_joint", taken)
            taken.add(names[joint.name])
            message = f"joint '{joint.name}' is called '{names[joint.name]}' for roboplan: a link has its name"
            report.add(JOINT_RENAMED, message, joint.origin)
    return rename(robot, joints=names, report=report) if names else robot
