"""The files of Drake: an SDF with filters of collisions, and directives that weld the robot and set its home."""

from __future__ import annotations

from ..documents.yaml.compose import Tree
from ..kinematics.tree import base_of
from ..model.record import replace
from .description import Described
from .folder import Document, Folder, yaml
from .package import manifest

_OPTIONS = {"sdf.target": "drake"}
_README = """\
# {name} for Drake

```python
from pydrake.multibody.parsing import Parser

parser = Parser(plant)
parser.package_map().Add("{name}_drake", "/path/of/this/folder")
parser.AddModels("{name}.dmd.yaml")
```

Meshes are OBJ; Drake takes those of collisions as their convex hulls. Ignored pairs of links are groups of collision
filters.
"""


def drake(robot: Described) -> Folder:
    """Return the contents of a folder for Drake."""
    found, name = robot.hulls, robot.name
    package = f"{name}_drake"
    texts = {
        f"{name}.dmd.yaml": yaml(_directives(found, f"package://{package}/{name}.sdf")),
        "package.xml": manifest(package, "A robot for Drake", ()),
        "README.md": _README.format(name=name),
    }
    return Folder((Document(replace(found.robot, states=()), (f"{name}.sdf",), _OPTIONS),), texts)


def _directives(robot: Described, uri: str) -> Tree:
    model: Tree = {
        "name": robot.name,
        "file": uri,
        "default_joint_positions": {joint: [value] for joint, value in robot.home.items()},
    }
    directives: list[Tree] = [{"add_model": model}]
    if base_of(robot.robot) is None:  # else the SDF itself connects it to the world, or it floats
        directives.append({"add_weld": {"parent": "world", "child": f"{robot.name}::{robot.base}"}})
    return {"directives": directives}
