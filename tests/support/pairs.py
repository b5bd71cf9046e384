"""The conversions between all pairs of formats, with one small robot: what ``docs/pairs.md`` shows.

    PYTHONPATH=tests/support python tests/support/pairs.py

prints the table. The robot is written in each format first; formats that are only read have a document here.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import robotfmt
from robotfmt.diagnostics import Fate, Report
from robotfmt.errors import InternalError, RobotfmtError
from robotfmt.formats import find
from robotfmt.settings import Settings

URDF = """<?xml version="1.0"?>
<robot name="arm">
  <link name="base">
    <inertial><mass value="2"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.03"/></inertial>
    <visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual>
    <collision><geometry><box size="0.2 0.2 0.1"/></geometry></collision>
  </link>
  <link name="upper">
    <inertial>
      <origin xyz="0 0 0.1"/><mass value="1"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.002"/>
    </inertial>
    <collision><origin xyz="0 0 0.1"/><geometry><cylinder radius="0.03" length="0.2"/></geometry></collision>
  </link>
  <link name="hand">
    <inertial><mass value="0.5"/><inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/></inertial>
    <collision><geometry><sphere radius="0.04"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.05"/><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.25" velocity="2" effort="20"/>
  </joint>
  <joint name="lift" type="prismatic">
    <origin xyz="0 0 0.2"/><parent link="upper"/><child link="hand"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.3" velocity="0.5" effort="30"/>
  </joint>
</robot>
"""
SRDF = """<?xml version="1.0"?>
<robot name="arm">
  <group name="all"><joint name="shoulder"/><joint name="lift"/></group>
  <group_state name="up" group="all"><joint name="shoulder" value="0.5"/><joint name="lift" value="0.1"/></group_state>
  <disable_collisions link1="base" link2="upper" reason="Adjacent"/>
</robot>
"""
LULA = """api_version: 1.0
cspace: [shoulder, lift]
root_link: base
default_q: [0.5, 0.1]
cspace_to_urdf_rules: []
collision_spheres:
  - hand:
    - {center: [0.0, 0.0, 0.0], radius: 0.05}
"""
SCENE = """entities:
  - {name: left, type: urdf, file: arm.urdf, position: [0, 0.5, 0], anchor: world}
  - {name: right, type: urdf, file: arm.urdf, position: [0, -0.5, 0], rotation: [90]}
physics: {gravity: {x: 0, y: 0, z: -9.81}}
"""
WRL = """#VRML V2.0 utf8
DEF arm Humanoid { humanoidBody DEF base Joint { jointType "fixed" children [
  Segment { mass 2 momentsOfInertia [0.02 0 0 0 0.02 0 0 0 0.03] children Shape { geometry Box { size 0.2 0.2 0.1 } } }
  DEF shoulder Joint { jointType "rotate" jointId 0 jointAxis "Y" translation 0 0 0.05
    llimit [-1.5] ulimit [1.25] lvlimit [-2] uvlimit [2] children [
    Segment { mass 1 centerOfMass 0 0 0.1 momentsOfInertia [0.01 0 0 0 0.01 0 0 0 0.002]
      children Shape { geometry Cylinder { radius 0.03 height 0.2 } } }
    DEF lift Joint { jointType "slide" jointId 1 jointAxis "Z" translation 0 0 0.2
      llimit [0] ulimit [0.3] lvlimit [-0.5] uvlimit [0.5] children
      Segment { mass 0.5 momentsOfInertia [0.001 0 0 0 0.001 0 0 0 0.001]
        children Shape { geometry Sphere { radius 0.04 } } }
    }
  ] }
] } }
"""
XACRO = URDF.replace('<robot name="arm">', '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="arm">')
SOURCES = {
    "URDF": ("arm.urdf",),
    "xacro": ("arm.urdf.xacro",),
    "SDF": ("arm.sdf",),
    "SDF world": ("cell.sdf",),
    "MJCF": ("arm.xml",),
    "COLLADA": ("arm.dae",),
    "OpenRAVE XML": ("arm.robot.xml",),
    "Choreonoid": ("arm.body",),
    "OpenHRP": ("arm.wrl",),
    "SMURF": ("arm.smurf",),
    "SMURFS": ("cell.smurfs",),
    "JSON world": ("cell.world.json",),
    "URDF + SRDF": ("arm.urdf", "arm.srdf"),
    "URDF + XRDF": ("arm.urdf", "arm.xrdf"),
    "URDF + cuRobo": ("arm.urdf", "arm.curobo.yml"),
    "URDF + Lula": ("arm.urdf", "arm.lula.yaml"),
}
"""The documents of each row."""
TARGETS = {
    "URDF": ("out.urdf", "urdf"),
    "xacro": ("out.xacro", None),
    "SDF": ("out.sdf", "sdf"),
    "MJCF": ("out.xml", "mjcf"),
    "COLLADA": ("out.dae", "collada"),
    "OpenRAVE XML": ("out.robot.xml", "openrave"),
    "Choreonoid": ("out.body", "choreonoid"),
    "SMURF": ("out.smurf", "smurf"),
    "SMURFS": ("out.smurfs", "smurfs"),
    "JSON world": ("out.world.json", "world"),
    "SRDF": ("out.srdf", "srdf"),
    "XRDF": ("out.xrdf", "xrdf"),
    "cuRobo": ("out.yml", "curobo"),
    "Lula": ("out.yaml", "lula"),
}
"""The document and the format of each column."""
_PART = (Fate.LOST, Fate.APPROXIMATED)


def lay(folder: Path) -> None:
    """Write the documents of all rows."""
    texts = {"arm.urdf": URDF, "arm.urdf.xacro": XACRO, "arm.srdf": SRDF, "arm.wrl": WRL}
    for name, text in {**texts, "arm.lula.yaml": LULA, "cell.smurfs": SCENE}.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name in ("arm.sdf", "arm.xml", "arm.dae", "arm.robot.xml", "arm.body", "arm.smurf"):
        robotfmt.convert(folder / "arm.urdf", folder / name)
    for name in ("cell.sdf", "cell.world.json"):
        robotfmt.convert(folder / "cell.smurfs", folder / name)
    lula = [folder / "arm.urdf", folder / "arm.lula.yaml"]
    robotfmt.convert(lula, folder / "arm.xrdf")
    robotfmt.convert(lula, folder / "arm.curobo.yml", settings=Settings(target_format="curobo"))


def cell(paths: list[Path], target: str, folder: Path) -> str:
    """Convert documents with proof.

    Returns:
        ``yes`` if everything of the robot is in the output, ``part`` if losses were reported, or the code of the error.
    """
    name, format = TARGETS[target]
    several = paths[0].name.startswith("cell.") and (format is None or find(format).write_world is None)
    settings = Settings(target_format=format, robot="left" if several else None)
    report = Report()
    try:
        robotfmt.convert(paths, folder / name, report=report, settings=settings)
    except InternalError:
        raise
    except RobotfmtError as error:
        return f"`{error.code.slug}`"
    return "part" if any(each.fate in _PART for each in report) else "yes"


def rows(folder: Path) -> dict[str, list[str]]:
    """Return the cells of each row; the documents are written into a folder."""
    lay(folder)
    found: dict[str, list[str]] = {}
    for row, (source, names) in enumerate(SOURCES.items()):
        paths = [folder / name for name in names]
        found[source] = [cell(paths, target, folder / f"{row}-{column}") for column, target in enumerate(TARGETS)]
    return found


def main() -> None:
    """Print the table."""
    sys.stdout.write(f"| from \\ to | {' | '.join(TARGETS)} |\n")
    sys.stdout.write("|---" * (len(TARGETS) + 1) + "|\n")
    with TemporaryDirectory() as made:
        for source, cells in rows(Path(made)).items():
            sys.stdout.write(f"| {source} | {' | '.join(cells)} |\n")


if __name__ == "__main__":
    main()
