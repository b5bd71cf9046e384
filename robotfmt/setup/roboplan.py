"""The files of roboplan: a URDF with meshes, an SRDF, and the limits of joints."""

from __future__ import annotations

from .description import Described
from .folder import Document, Folder

_README = """\
# {name} for roboplan

```python
from roboplan.core import Scene, loadUrdfSceneDescription, loadJointLimitsConfig, loadTextFile

description = loadUrdfSceneDescription("{name}.urdf", ["."])  # the folder of the meshes
```

`{name}_config.yaml` has the limits of velocity, acceleration and jerk; those that no document gives are marked.
"""


def roboplan(robot: Described) -> Folder:
    """Return the contents of a folder for roboplan."""
    name = robot.name
    limits = {"joint_limits.target": "roboplan"}
    return Folder(
        (Document(robot.robot, (f"{name}.urdf", f"{name}.srdf", f"{name}_config.yaml"), limits, "joint_limits"),),
        {"README.md": _README.format(name=name)},
    )
