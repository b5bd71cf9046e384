"""cuRobo's own converter between XRDF and its configuration, without what it needs a graphics card for.

``curobo-metal`` has cuRobo's code under cuRobo's names. Its module about XRDF uses four others: to parse the URDF, for
which it wants the names of the joints and of the root, for paths, to log, and to load YAML. All of them come with
torch. They are replaced here by what they mean for the module, so that it runs with no more than is needed to read it:
``pip install --no-deps curobo-metal``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import pytest

from robotfmt.kinematics.tree import downward, roots
from robotfmt.model import JointType, Robot

_MODULE = "_src/util/xrdf_util.py"
_MOVING = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC)


class Converter:
    """The converter, for the URDF of a robot."""

    def __init__(self, robot: Robot) -> None:
        path = _path()
        names = [joint.name for joint in downward(robot) if joint.type in _MOVING and joint.coupling is None]
        with _replaced(names, roots(robot)[0]):
            spec = spec_from_file_location("curobo_xrdf_util", path)
            assert spec is not None
            assert spec.loader is not None
            self._module: Any = module_from_spec(spec)
            spec.loader.exec_module(self._module)

    def to_curobo(self, xrdf: dict[str, Any]) -> dict[str, Any]:
        """The configuration of version 2 for an XRDF."""
        found: dict[str, Any] = self._module.convert_xrdf_to_curobo(_Paths(), xrdf)
        kinematics: dict[str, Any] = found["robot_cfg"]["kinematics"]
        return kinematics

    def to_xrdf(self, configuration: dict[str, Any]) -> dict[str, Any]:
        """The XRDF for a configuration of version 2."""
        found: dict[str, Any] = self._module.convert_curobo_to_xrdf(configuration)
        return found


class _Paths:
    robot_urdf_absolute_path = "robot.urdf"
    robot_asset_absolute_path = ""


def _path() -> Path:
    spec = find_spec("curobo")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        path = Path(folder) / _MODULE
        if path.is_file():
            return path
    pytest.skip("curobo-metal is not installed (pip install --no-deps curobo-metal)")


@contextmanager
def _replaced(joints: list[str], root: str) -> Iterator[None]:
    """The modules that the converter imports, as long as it imports them."""

    class UrdfRobotParser:
        def __init__(self, *arguments: object, **options: object) -> None:
            self.root_link = root

        def get_actuated_joint_names(self) -> list[str]:
            return list(joints)

    def log_and_raise(message: str) -> NoReturn:
        raise ValueError(message)

    def log_warn(message: str) -> None:
        raise ValueError(message)

    def load_yaml(path: object) -> NoReturn:
        raise AssertionError("documents are given as they are")

    new: dict[str, dict[str, object]] = {
        "curobo._src.robot.parser.parser_urdf": {"UrdfRobotParser": UrdfRobotParser},
        "curobo._src.types.content_path": {"ContentPath": _Paths},
        "curobo._src.util.logging": {"log_and_raise": log_and_raise, "log_warn": log_warn},
        "curobo._src.util_file": {"load_yaml": load_yaml},
    }
    packages = {".".join(name.split(".")[:end]) for name in new for end in range(1, name.count(".") + 1)}
    before = {name: sys.modules.get(name) for name in (*packages, *new)}
    for name in before:
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__dict__.update(new.get(name, {}))
    try:
        yield
    finally:
        for name, module in before.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module
