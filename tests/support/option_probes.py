"""What each option of the command line is tried with, and the robot that it is tried on."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from robotfmt.mesh.shapes import tessellate
from robotfmt.mesh.stl import stl_bytes
from robotfmt.model import Ellipsoid


class Probe(NamedTuple):
    """How an option is tried: the same command with it and without it."""

    given: tuple[str, ...]
    """The option and its value, or more of the command line; ``CODES`` stands for the codes of the run without it."""
    beside: tuple[str, ...] = ()
    """What both command lines have besides."""
    files: tuple[str, ...] = ()
    """Other inputs than those of the verb."""
    exists: bool = False
    """True if the outputs exist before."""
    every: bool = False
    """True if outputs of every kind are tried: the option takes effect when they are written."""
    why_not: str = ""
    """Why this option is not tried here."""


CODES = "CODES"
_ARM = """\
<?xml version="1.0"?>
<robot name="rods">
  <link name="post">
    <inertial><mass value="2"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.01"/></inertial>
    <visual><geometry><mesh filename="package://rods/rod.stl"/></geometry></visual>
    <collision><origin xyz="0 0 0.2"/><geometry><box size="0.1 0.1 0.4"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="post"/><child link="upper"/>
    <origin xyz="0 0 0.42"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" effort="10" velocity="1"/>
    <dynamics damping="0.1" friction="0.2"/>
  </joint>
  <link name="upper">
    <inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>
    <collision><origin xyz="0.15 0 0"/><geometry><mesh filename="package://rods/rod.stl"/></geometry></collision>
  </link>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/>
    <origin xyz="0.32 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-2.5" upper="2.5" effort="10" velocity="1"/>
  </joint>
  <link name="lower">
    <inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>
    <collision><origin xyz="0.12 0 0"/><geometry><box size="0.2 0.05 0.05"/></geometry></collision>
  </link>
  <joint name="wrist" type="fixed"><parent link="lower"/><child link="tool"/><origin xyz="0.25 0 0"/></joint>
  <link name="tool"/>
  <unknown thing="1"/>
  <unknown thing="2"/>
</robot>
"""
_SRDF = """\
<robot name="rods">
  <group name="half"><chain base_link="post" tip_link="lower"/></group>
  <group_state name="ready" group="half">
    <joint name="shoulder" value="0.3"/><joint name="elbow" value="0.4"/>
  </group_state>
</robot>
"""
_XRDF = """\
format: xrdf
format_version: 1.0
default_joint_positions: {shoulder: 0.2, elbow: 0.1}
cspace: {joint_names: [shoulder, elbow], acceleration_limits: [5, 5], jerk_limits: [100, 100]}
tool_frames: [tool]
collision: {geometry: spheres, buffer_distance: {upper: 0.01}}
geometry:
  spheres:
    spheres:
      upper: [{center: [0.15, 0, 0], radius: 0.05}]
      lower: [{center: [0.12, 0, 0], radius: 0.05}]
"""
_MODIFIERS = """\
modifiers:
- add_frame: {frame_name: mark, parent_frame_name: lower, joint_name: marked, joint_type: fixed,
    fixed_transform: {position: [0, 0, 0.1], orientation: {w: 1, xyz: [0, 0, 0]}}}
"""
_SDF = """\
<sdf version="1.11"><model name="block"><link name="post"><inertial auto="true"><density>500</density></inertial>
<collision name="whole"><geometry><box><size>1 1 1</size></box></geometry></collision></link></model></sdf>
"""
_MANY = "".join(
    f'<link name="more_{number}"><inertial><mass value="0.5"/>'
    '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>'
    f'<joint name="held_{number}" type="fixed"><parent link="tool"/>'
    f'<child link="more_{number}"/></joint>'
    for number in range(12)
)
_FOUND = """\
<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="rods">
  <xacro:include filename="$(find rods)/arm.urdf"/>
</robot>
"""
_NAMED = """\
<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="$(env ROD_NAME)"><link name="post"/></robot>
"""
_CONFIGURATION = """\
[tool.robotfmt.packages]
rods = "../store/inner/rods"
"""


def lay(folder: Path) -> None:
    """Write the robot, its package ``rods``, and documents beside it, into a folder."""
    rods = folder / "store" / "inner" / "rods"
    rods.mkdir(parents=True)
    (rods / "package.xml").write_text("<package><name>rods</name></package>")
    rod = tessellate(Ellipsoid(radii=(0.15, 0.03, 0.03)), 0.002)
    assert rod is not None
    (rods / "rod.stl").write_bytes(stl_bytes(rod))
    for name, text in {
        ARM: _ARM,
        SRDF: _SRDF,
        XRDF: _XRDF,
        TWISTED: _ARM.replace('ixx="0.01"', 'ixx="0.9"'),
        AWAY: _ARM,
        "far/framed.xrdf": _XRDF + _MODIFIERS,
        "far/modified.xrdf": _XRDF + _MODIFIERS + "- set_base_frame: upper\n",
        "far/computed.sdf": _SDF,
        "far/known.json": "",
        "store/inner/rods/plain.urdf.xacro": _FOUND.replace("$(find rods)/", ""),
        MANY: _ARM.replace("</robot>", _MANY + "</robot>"),
        HEAVY: _ARM.replace("</robot>", _MANY.replace('"0.5"', '"0.6"') + "</robot>"),
        "far/found.urdf.xacro": _FOUND,
        "far/named.urdf.xacro": _NAMED,
        "far/other.toml": _CONFIGURATION.replace("tool.robotfmt.", ""),
        "set/found.urdf.xacro": _FOUND,
        "set/robotfmt.toml": _CONFIGURATION.replace("tool.robotfmt.", ""),
    }.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


PACKAGE = "rods=store/inner/rods"
ARM, SRDF, XRDF, TWISTED = (f"store/inner/rods/{name}" for name in ("arm.urdf", "arm.srdf", "arm.xrdf", "twisted.urdf"))
MANY, HEAVY, AWAY = "store/inner/rods/many.urdf", "store/inner/rods/heavy.urdf", "far/away.urdf"
_ALL, _MODIFIED, _COMPUTED = (ARM, SRDF, XRDF), (ARM, "far/modified.xrdf"), ("far/computed.sdf",)
_FAR, _NAME, _SET = ("far/found.urdf.xacro",), ("far/named.urdf.xacro",), ("set/found.urdf.xacro",)
_XACRO = ("--xacro",)
_WORLD = ("worlds/two_arms.sdf",)
_TROUBLE = ("--fail-on", "lost,assumed,warning")

READING = {
    "--from": Probe(("--from", "sdf")),
    "--robot": Probe(("--robot", "nobody")),
    "--variant": Probe(("--variant", "Physics=physx")),
    "--package": Probe(("--package", PACKAGE), _XACRO, _FAR),
    "--root": Probe(("--root", "store"), _XACRO, _FAR),
    "--map-path": Probe(("--map-path", "package://rods=store/inner/rods"), files=(AWAY,)),
    "--option": Probe(("-O", "collada.speed_units=degrees")),
    "--xacro": Probe(_XACRO, ("--package", PACKAGE), _FAR),
    "--xacro-env": Probe(("--xacro-env", "ROD_NAME=rods"), _XACRO, _NAME),
    "--limit": Probe(("--limit", "xml_bytes=100")),
    "--config": Probe(("--config", "far/other.toml"), _XACRO, _FAR),
    "--isolated": Probe(("--isolated",), _XACRO, _SET),
    "--json": Probe(("--json",)),
    "--verbose": Probe(("-v",)),
    "--quiet": Probe(("-q",)),
    "--debug": Probe((), why_not="it shows more of internal errors, of which there are none here"),
}
"""The options of every verb that reads documents."""

FITTING = {
    name: Probe(given, every=True)
    for name, given in {
        "--fit-spheres": ("--fit-spheres",),
        "--per-link": ("--per-link", "3"),
        "--tolerance": ("--tolerance", "10mm"),
        "--budget": ("--budget", "12"),
        "--share": ("--share", "protrusion"),
        "--depth": ("--depth", "1mm"),
        "--approximate": ("--approximate",),
        "--favour": ("--favour", "cover"),
        "--inside": ("--inside",),
        "--min-radius": ("--min-radius", "4mm"),
        "--fill": ("--fill", "3mm"),
        "--clip-plane": ("--clip-plane", "post", "z", "0.1"),
        "--no-clip-base": ("--no-clip-base",),
        "--pin": ("--pin", "post"),
        "--for": ("--for", "post:per-link=2"),
        "--twins": ("--twins",),
        "--effort": ("--effort", "0.1"),
    }.items()
} | {"--seed": Probe(("--seed", "7"), ("--budget", "12"), every=True)}
"""The options of a fit of spheres."""

WRITING = {
    "--output": Probe(("-o", "more.xrdf")),
    "--to": Probe(("--to", "joint_limits")),
    "--out-dir": Probe(("--out-dir", "elsewhere")),
    "--as-one": Probe(("--as-one",), files=_WORLD, every=True),
    "--update": Probe(("--update", SRDF)),
    "--overwrite": Probe(("--overwrite",), exists=True, every=True),
    "--keep": Probe(("--keep",), files=_ALL, every=True),
    "--meshes": Probe(("--meshes", "copy"), every=True),
    "--mesh-format": Probe(("--mesh-format", "obj"), every=True),
    "--repair": Probe(("--repair", "inertia"), files=(TWISTED,), every=True),
    "--fail-on": Probe(_TROUBLE, files=_ALL, every=True),
    "--allow": Probe(("--allow", CODES), _TROUBLE, _ALL, every=True),
    "--report": Probe(("--report", "report.json"), every=True),
    "--no-verify": Probe((), why_not="it leaves out a proof that holds; a test of its own has one that fails"),
    "--target": Probe(("--target", "drake"), every=True),
    "--option": Probe(("-O", "urdf.target=drake"), every=True),
}
"""The options of every verb that converts."""

ARMS = {
    "--tool": Probe(("--tool", "lower"), every=True),
    "--base": Probe(("--base", "upper"), every=True),
    "--pose": Probe(("--pose", "shoulder=0.5"), every=True),
    "--samples": Probe(("--samples", "1"), every=True),
    "--seed": Probe(("--seed", "7"), ("--samples", "1"), every=True),
}
"""The options of every verb that prepares for planning."""

OPERATIONS = {
    f"--{name}": Probe((f"--{name}", *values))
    for name, values in {
        "rename-link": ("lower=forearm",),
        "rename-joint": ("elbow=bend",),
        "prefix": ("left_",),
        "suffix": ("_left",),
        "extract": ("upper",),
        "remove": ("tool",),
        "lock": ("elbow=0.1",),
        "zero": ("elbow=0.1",),
        "split": ("elbow",),
        "merge-fixed": (),
        "reroot": ("tool",),
        "place": (),
        "base": ("planar",),
        "inertia": ("from-collisions",),
        "collisions": ("hull",),
        "rename-frame": ("nothing=something",),
        "rename-group": ("half=whole",),
        "replace": (f"tool={ARM}",),
        "attach": (ARM, "--at", "tool", "--part-prefix", "other_"),
    }.items()
}
_ATTACHED = ("--attach", ARM, "--at", "tool", "--part-prefix", "other_")
OPERATIONS["--apply-modifiers"] = Probe(("--apply-modifiers",), ("-o", "more.xrdf"), (ARM, "far/framed.xrdf"))
OPERATIONS["--compute-inertia"] = Probe(("--compute-inertia",), files=_COMPUTED)
MODIFIERS = {
    "--tip": Probe(("--tip", "lower"), ("--extract", "post")),
    "--with": Probe(("--with", SRDF), _ATTACHED),
    "--at": Probe(("--at", "lower"), ("--attach", ARM, "--part-prefix", "other_", "--at", "tool")),
    "--pose": Probe(("--pose", "0 0 1"), _ATTACHED),
    "--joint": Probe(("--joint", "held"), _ATTACHED),
    "--part-prefix": Probe(("--part-prefix", "third_"), _ATTACHED),
    "--except": Probe(("--except", "tool"), ("--merge-fixed",)),
    "--keep-frames": Probe(("--keep-frames",), ("--merge-fixed",)),
    "--move-frames": Probe(("--move-frames",), ("--reroot", "tool")),
    "--turn-upstream": Probe(("--turn-upstream",), ("--apply-modifiers",), _MODIFIED),
    "--as-joints": Probe(("--as-joints",), ("--base", "planar")),
    "--density": Probe(("--density", "1000"), ("--inertia", "from-collisions")),
    "--within": Probe(("--within", "20mm"), ("--collisions", "simplify")),
    "--faces": Probe(("--faces", "8"), ("--collisions", "hull")),
    "--outside": Probe(("--outside",), ("--collisions", "hull", "--faces", "20")),
}

CHECKING = {
    "--as-in-folder": Probe(("--as-in-folder",), files=(ARM, "far/known.json")),
    "--meshes": Probe(("--meshes",), files=(AWAY,)),
    "--load": Probe(("--load",)),
    "--collisions": Probe(("--collisions",), ("--samples", "100"), (ARM, SRDF)),
    "--samples": Probe(("--samples", "1"), ("--collisions",), (ARM, SRDF)),
    "--seed": Probe(("--seed", "7"), ("--collisions", "--samples", "1"), (ARM, SRDF)),
    "--output-format": Probe(("--output-format", "concise")),
    "--fix": Probe(("--fix",)),
    "--diff": Probe(("--diff",), ("--fix",)),
    "--target": Probe(("--target", "isaacsim"), files=(ARM, XRDF)),
    "--fail-on": Probe(("--fail-on", "note")),
    "--strict": Probe(("--strict",), files=_ALL),
    "--only": Probe(("--only", "xrdf")),
    "--baseline": Probe(("--baseline", "far/new.json")),
    "--write-baseline": Probe(("--write-baseline",), ("--baseline", "far/new.json")),
    "--allow": Probe(("--allow", "mesh.missing"), ("--meshes",), (AWAY,)),
    "--ignore": Probe(("--ignore", "robot")),
}
"""The options of ``check``."""

MEASURING = {
    "--set": Probe(("--set", "nothing")),
    "--poses": Probe(("--poses", "5")),
    "--bare": Probe(("--bare",)),
    "--samples": Probe(("--samples", "200")),
    "--fill": Probe(("--fill", "50mm")),
    "--seed": Probe(("--seed", "7")),
    "--allow": Probe(("--allow", "mesh.missing"), files=(AWAY, XRDF)),
}
PICTURE = {
    "--output": Probe(("--output", "other.png")),
    "--overwrite": Probe(("--overwrite",), exists=True),
    "--beside": Probe(("--beside", ARM)),
    "--size": Probe(("--size", "20x20")),
    "--show": Probe(("--show", "visual")),
    "--set": Probe(("--set", "nothing")),
    "--bare": Probe(("--bare",)),
    "--pose": Probe(("--pose", "elbow=1")),
    "--camera": Probe(("--camera", "90,0")),
    "--look-at": Probe(("--look-at", "0,0,1")),
    "--parallel": Probe(("--parallel",)),
    "--background": Probe(("--background", "black")),
}
VIEWING = {
    "--output": Probe(("--output", "other.xrdf")),
    "--beside": Probe(("--beside", ARM)),
    "--port": Probe(("--port", "8123")),
    "--no-browser": Probe(("--no-browser",)),
    "--pose": Probe(("--pose", "elbow=1")),
    "--set": Probe(("--set", "nothing")),
}
MISSING = Probe(("--allow", "mesh.missing"), files=(AWAY,))
PROBES: dict[str, dict[str, Probe]] = {
    "convert": READING
    | WRITING
    | FITTING
    | {"--base": Probe(("--base", "fixed"), every=True), "--load": Probe(("--load",), every=True)},
    "xrdf": READING
    | WRITING
    | FITTING
    | ARMS
    | {
        "--joints": Probe(("--joints", "elbow"), every=True),
        "--group": Probe(("--group", "half"), files=(ARM, SRDF), every=True),
        "--acceleration": Probe(("--acceleration", "3"), every=True),
        "--jerk": Probe(("--jerk", "30"), every=True),
        "--world-buffer": Probe(("--world-buffer", "3mm"), every=True),
        "--self-buffer": Probe(("--self-buffer", "3mm"), every=True),
    },
    "srdf": READING | WRITING | ARMS,
    "edit": READING | WRITING | FITTING | OPERATIONS | MODIFIERS,
    "spheres fit": READING | WRITING | FITTING,
    "spheres measure": READING | MEASURING,
    "spheres front": READING
    | {
        "--link": Probe(("--link", "post")),
        "--counts": Probe(("--counts", "3")),
        "--weights": Probe(("--weights", "2")),
        "--effort": Probe(("--effort", "0.02")),
        "--fill": Probe(("--fill", "50mm")),
        "--seed": Probe(("--seed", "7")),
        "--allow": MISSING,
    },
    "setup": READING
    | FITTING
    | ARMS
    | {
        "--for": Probe(("--for", "vamp,drake")),
        "--out-dir": Probe(("--out-dir", "elsewhere")),
        "--overwrite": Probe(("--overwrite",), exists=True, every=True),
        "--allow": MISSING,
    },
    "check": READING | CHECKING,
    "diff": READING
    | {
        "--with-a": Probe(("--with-a", XRDF)),
        "--with-b": Probe(("--with-b", XRDF)),
        "--tolerance": Probe(("--tolerance", "10"), files=(ARM, TWISTED)),
        "--only": Probe(("--only", "joints"), files=(ARM, TWISTED)),
        "--ignore": Probe(("--ignore", "inertia"), files=(ARM, TWISTED)),
    },
    "info": READING
    | {
        "--tree": Probe(("--tree",)),
        "--joints": Probe(("--joints",)),
        "--meshes": Probe(("--meshes",)),
        "--map-path": Probe(READING["--map-path"].given, ("--meshes",), (AWAY,)),
    },
    "expand": {name: each._replace(beside=()) for name, each in READING.items()}
    | {
        "--output": Probe(("--output", "more.urdf")),
        "--overwrite": Probe(("--overwrite",), ("-o", "more.urdf"), exists=True),
    },
    "render": READING | PICTURE,
    "resolve": READING | {"--in": Probe(("--in", AWAY))},
    "view": READING | VIEWING,
    "explain": {"--list": Probe(("--list",)), "--json": Probe(("--json",))},
    "formats": {name: Probe((name,)) for name in ("--matrix", "--options", "--json")},
    "new-format": {"--out": Probe(("--out", "elsewhere"))},
    "completion": {},
}
"""What is tried of each verb, by the names of its options: the first long one of each."""
