"""The files of NVIDIA's planners: a URDF with meshes, and cuRobo's configuration or an XRDF."""

from __future__ import annotations

from ..documents.yaml.lines import flow
from ..model import Extension, ExtensionKind
from ..model.record import replace
from .description import Described, without_semantics
from .folder import Document, Folder

_KINEMATICS = "/robot_cfg/kinematics"


def curobo(robot: Described) -> Folder:
    """Return the contents of a folder for cuRobo: a URDF, and a configuration that names it."""
    urdf = f"{robot.name}.urdf"
    path = Extension(format="curobo", place=_KINEMATICS, kind=ExtensionKind.ENTRY, name="urdf_path", content=flow(urdf))
    whole = without_semantics(robot.spheres)
    named = replace(whole, extensions=(*(each for each in whole.extensions if not _is_path(each)), path))
    return Folder((Document(named, (urdf, f"{robot.name}.yml"), format="curobo"),))


def _is_path(extension: Extension) -> bool:
    return (extension.format, extension.place, extension.name) == ("curobo", _KINEMATICS, "urdf_path")


def cumotion(robot: Described) -> Folder:
    """Return the contents of a folder for cuMotion."""
    return _with_xrdf(robot, "cumotion")


def isaacsim(robot: Described) -> Folder:
    """Return the contents of a folder for Isaac Sim."""
    return _with_xrdf(robot, "isaacsim")


def _with_xrdf(robot: Described, target: str) -> Folder:
    names = (f"{robot.name}.urdf", f"{robot.name}.xrdf")
    return Folder((Document(without_semantics(robot.spheres), names, {"xrdf.target": target}),))
