"""How reading grows with a robot, beside ElementTree: a tree of 100,000 links, chains of 1,000 and 10,000.

    python tests/benchmarks/scaling.py

Each is read by a process of its own, so that the memory is its own too; the limits are raised as a user would.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

LINK = """  <link name="link_{0}">
    <inertial>
      <origin xyz="0 0 0.{0}" rpy="0 0 0"/>
      <mass value="1.{0}"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/>
    </inertial>
    <visual>
      <geometry>
        <box size="0.1 0.1 0.1{0}"/>
      </geometry>
    </visual>
  </link>
"""
JOINT = """  <joint name="joint_{0}" type="revolute">
    <origin xyz="0 0 0.1" rpy="0 0 0"/>
    <parent link="link_{1}"/>
    <child link="link_{0}"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="10" velocity="1"/>
  </joint>
"""
ELEMENT_TREE = "from xml.etree import ElementTree\nElementTree.parse(path)"
ROBOTFMT = (
    "import robotfmt\n"
    "settings = robotfmt.Settings(limits=robotfmt.Limits(xml_elements=10_000_000))\n"
    "robotfmt.read(path, settings=settings)"
)
TIMED = (
    "import resource, sys, time\npath = sys.argv[1]\n"
    "begin = time.process_time()\n{}\nspent = time.process_time() - begin\n"
    "print(spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
)


def robot(count: int, branches: int) -> str:
    """A robot of so many links; of each hang as many as there are branches."""
    links = "".join(LINK.format(number) for number in range(count))
    joints = "".join(JOINT.format(number, (number - 1) // branches) for number in range(1, count))
    return f'<robot name="grown">\n{links}{joints}</robot>\n'


def measured(code: str, path: Path) -> tuple[float, float]:
    """Seconds of processor time and megabytes."""
    command = [sys.executable, "-c", TIMED.format(code), str(path)]
    reported = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return float(reported[0]), float(reported[1])


def main() -> None:
    """Print the table."""
    print(f"{'':24}{'ElementTree':>20}{'robotfmt':>20}{'ratio':>8}")
    for name, count, branches in (
        ("chain of 1,000", 1_000, 1),
        ("chain of 10,000", 10_000, 1),
        ("tree of 10,000", 10_000, 3),
        ("tree of 100,000", 100_000, 3),
    ):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "robot.urdf")
            path.write_text(robot(count, branches))
            peer, own = measured(ELEMENT_TREE, path), measured(ROBOTFMT, path)
        sizes = "".join(f"{seconds:10.2f} s {megabytes:5.0f} MB" for seconds, megabytes in (peer, own))
        print(f"{name:24}{sizes}{own[0] / peer[0]:8.2f}")


if __name__ == "__main__":
    main()
