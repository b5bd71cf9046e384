"""Robots with all that hangs on names: the blocks of Gazebo and ros2_control, an SRDF and an XRDF, made at random."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import robotfmt
from robotfmt.diagnostics import Report
from robotfmt.kinematics.tree import joints_above, links_below, roots
from robotfmt.model import Joint, JointType, Robot
from robotfmt.model.joint import leaders
from robotfmt.validation import validate

MOVING = (JointType.REVOLUTE, JointType.CONTINUOUS, JointType.PRISMATIC)


@dataclass(frozen=True)
class Documents:
    """The texts of a URDF, an SRDF and an XRDF of one robot."""

    urdf: str
    srdf: str
    xrdf: str

    def written(self, folder: Path) -> list[Path]:
        """Their files in a folder."""
        paths = [folder / f"robot.{suffix}" for suffix in ("urdf", "srdf", "xrdf")]
        for path, text in zip(paths, (self.urdf, self.srdf, self.xrdf), strict=True):
            path.write_text(text, encoding="utf-8")
        return paths


def driven(robot: Robot) -> list[Joint]:
    """The joints that move by themselves."""
    return [each for each in robot.joints if each.type in MOVING and not leaders(each)]


def enriched(path: Path, seed: int) -> Documents | None:
    """A URDF with blocks, and an SRDF and an XRDF for it; None where it has errors or hardly any joints."""
    report = Report()
    robot = robotfmt.read(path, report=report)
    if report.errors or validate(robot).errors or len(driven(robot)) < 2 or len(roots(robot)) != 1:
        return None
    random = Random(seed)
    text = path.read_text(encoding="utf-8")
    end = text.rindex("</robot>")
    return Documents(f"{text[:end]}{_blocks(robot, random)}</robot>\n", _srdf(robot, random), _xrdf(robot, random))


def _some(random: Random, names: list[str], most: int) -> list[str]:
    return sorted(random.sample(names, min(len(names), most)))


# URDF


def _blocks(robot: Robot, random: Random) -> str:
    links, joints = [each.name for each in robot.links], driven(robot)
    fixed = [each.name for each in robot.joints if each.type is JointType.FIXED]
    parts = [_of_link(name, random) for name in _some(random, links, 6)]
    parts += [_of_joint(name) for name in _some(random, [each.name for each in joints], 3)]
    parts += [_of_fixed(name, random) for name in _some(random, fixed, 2)]
    parts += [_sensor(name, number, random) for number, name in enumerate(_some(random, links, 3))]
    parts += [_transmission(each.name) for each in joints[:3]]
    parts.append(_control([each.name for each in joints[:4]]))
    parts.append("<gazebo><self_collide>true</self_collide><plugin name='all' filename='liball.so'/></gazebo>\n")
    return "".join(parts)


def _of_link(name: str, random: Random) -> str:
    friction = random.choice(["0.2", "0.5", "1"])
    return (
        f'<gazebo reference="{name}"><mu1>{friction}</mu1><kp>1e6</kp><material>Gazebo/Blue</material>'
        f"<selfCollide>true</selfCollide><unknown of='{name}'/></gazebo>\n"
    )


def _of_joint(name: str) -> str:
    return (
        f'<gazebo reference="{name}"><provideFeedback>true</provideFeedback><stopErp>0.2</stopErp>'
        f"<strange>1</strange></gazebo>\n"
    )


def _of_fixed(name: str, random: Random) -> str:
    tag = random.choice(["preserveFixedJoint", "provideFeedback", "stopErp"])
    value = "0.1" if tag == "stopErp" else "true"
    return f'<gazebo reference="{name}"><{tag}>{value}</{tag}></gazebo>\n'


def _sensor(link: str, number: int, random: Random) -> str:
    frame = random.choice([link, "elsewhere"])
    return (
        f'<gazebo reference="{link}"><sensor name="eye_{number}" type="camera"><pose>0.1 0 0.2 0 0.3 0</pose>'
        "<update_rate>30</update_rate><camera><horizontal_fov>1.2</horizontal_fov><image><width>64</width>"
        "<height>48</height></image><clip><near>0.1</near><far>10</far></clip></camera>"
        f'<plugin name="p" filename="libcamera.so"><frameName>{frame}</frameName></plugin></sensor></gazebo>\n'
    )


def _transmission(joint: str) -> str:
    return (
        f'<transmission name="{joint}_drive"><type>transmission_interface/SimpleTransmission</type>'
        f'<joint name="{joint}"><hardwareInterface>EffortJointInterface</hardwareInterface></joint>'
        f'<actuator name="{joint}_motor"><mechanicalReduction>50</mechanicalReduction><brand>x</brand>'
        "</actuator></transmission>\n"
    )


def _control(joints: list[str]) -> str:
    inside = "".join(
        f'<joint name="{each}"><command_interface name="position"/><state_interface name="position"/>'
        "<own>1</own></joint>"
        for each in joints
    )
    return (
        '<ros2_control name="system" type="system"><hardware><plugin>mock_components/GenericSystem</plugin>'
        f'</hardware>{inside}<sensor name="eye_0"><state_interface name="light"/></sensor>'
        '<gpio name="lamp"><command_interface name="on"/></gpio></ros2_control>\n'
    )


# SRDF


def _way(robot: Robot, tip: str) -> list[str]:
    """The links from the root to one of them."""
    above, way = joints_above(robot), [tip]
    while way[-1] in above and above[way[-1]].parent is not None:
        way.append(str(above[way[-1]].parent))
    return way[::-1]


def _srdf(robot: Robot, random: Random) -> str:
    tip = max((each.name for each in robot.links), key=lambda name: len(_way(robot, name)))
    way, joints = _way(robot, tip), [each.name for each in driven(robot)]
    links = [each.name for each in robot.links]
    single = [each for each in driven(robot) if len(each.axes) == 1]
    values = "".join(f'<joint name="{each.name}" value="0.1" extra="1"/>' for each in single[:4])
    members = "".join(f'<link name="{name}"/>' for name in _some(random, links, 3))
    members += "".join(f'<joint name="{name}"/>' for name in _some(random, joints, 3))
    pairs = {tuple(sorted(random.sample(links, 2))) for _ in range(12)}
    reported = ("Adjacent", "Never", "User")
    return (
        f'<?xml version="1.0"?>\n<robot name="{robot.name}">\n'
        f'<group name="arm"><chain base_link="{way[0]}" tip_link="{tip}"/><note>kept</note></group>\n'
        f'<group name="some">{members}</group>\n<group name="both"><group name="arm"/></group>\n'
        f'<group_state name="home" group="arm">{values}</group_state>\n'
        f'<end_effector name="hand" parent_link="{tip}" group="some"/>\n'
        f'<virtual_joint name="stand" type="fixed" parent_frame="world" child_link="{way[0]}"/>\n'
        f'<passive_joint name="{random.choice(joints)}"/>\n'
        f'<joint_property joint_name="{joints[0]}" property_name="weight" value="2"/>\n'
        f'<disable_default_collisions link="{random.choice(links)}"/>\n'
        + "".join(
            f'<disable_collisions link1="{one}" link2="{other}" reason="{reported[number % 3]}"/>\n'
            for number, (one, other) in enumerate(sorted(pairs))
        )
        + "</robot>\n"
    )


# XRDF


def _base(robot: Robot, random: Random) -> str:
    """A link that two joints that move hang on, not always the root."""
    names = _way(robot, max((each.name for each in robot.links), key=lambda name: len(_way(robot, name))))
    able = [name for name in names if len(_below(robot, name)[1]) >= 2]
    return random.choice(able[:3]) if random.random() < 0.5 else able[0]


def _below(robot: Robot, base: str) -> tuple[list[str], list[str]]:
    """The links and the joints that move by themselves, of what hangs on a link."""
    links = links_below(robot, base)
    joints = [each.name for each in driven(robot) if each.parent in links and each.child != base]
    return [each.name for each in robot.links if each.name in links], joints


def _xrdf(robot: Robot, random: Random) -> str:
    base = _base(robot, random)
    links, joints = _below(robot, base)
    names = joints[:6]
    tip, mount = random.choice(links), random.choice(links)
    balls = "".join(
        f'      "{name}":\n        - {{center: [0.0, 0.1, 0.0], radius: 0.05}}\n'
        "        - {center: [0.1, 0.0, 0.0], radius: 0.04}\n"
        for name in _some(random, links, 5)
    )
    buffers = "".join(f'    "{name}": 0.01\n' for name in _some(random, links, 3))
    ignored = "".join(
        f'    "{name}": ["{random.choice([each for each in links if each != name])}"]\n'
        for name in _some(random, links, 3)
    )
    positions = "".join(f'  "{name}": 0.1\n' for name in names)
    return (
        f'format: xrdf\nformat_version: 1.0\nmodifiers:\n  - set_base_frame: "{base}"\n'
        f'  - add_frame: {{frame_name: "added", parent_frame_name: "{mount}", joint_name: "added_joint", '
        "joint_type: FIXED, fixed_transform: {position: [0.0, 0.0, 0.1], "
        "orientation: {w: 1.0, xyz: [0.0, 0.0, 0.0]}}}\n"
        f"default_joint_positions:\n{positions}"
        f"cspace:\n  joint_names: {names!r}\n  acceleration_limits: {[10.0] * len(names)}\n"
        f"  jerk_limits: {[500.0] * len(names)}\n  note: kept\n"
        f'tool_frames: ["{tip}"]\n'
        f"collision:\n  geometry: balls\n  buffer_distance:\n{buffers}"
        f"self_collision:\n  geometry: balls\n  buffer_distance:\n{buffers}  ignore:\n{ignored}"
        f"geometry:\n  balls:\n    spheres:\n{balls}"
    ).replace("'", '"')
