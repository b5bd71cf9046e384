"""Ten robots of example-robot-data, with which converters to USD are compared."""

from __future__ import annotations

from pathlib import Path

from real import example_robots

TEN = {
    "panda": "panda_description/urdf/panda.urdf",
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "ur10": "ur_description/urdf/ur10_robot.urdf",
    "tiago": "tiago_description/robots/tiago.urdf",
    "talos": "talos_data/robots/talos_reduced.urdf",
    "solo12": "solo_description/robots/solo12.urdf",
    "anymal": "anymal_b_simple_description/robots/anymal.urdf",
    "kinova": "kinova_description/robots/kinova.urdf",
    "romeo": "romeo_description/urdf/romeo.urdf",
    "g1": "g1_description/urdf/g1_29dof_rev_1_0.urdf",
}
"""Their URDFs by name."""
FLOATING = ("talos", "solo12", "anymal", "romeo", "g1")
"""Those that stand on legs."""


def urdf_of(name: str) -> Path:
    """Return the URDF of a robot.

    Raises:
        LookupError: example-robot-data is not installed.
    """
    found = [each for each in example_robots() if str(each).endswith(f"/{TEN[name]}")]
    if not found:
        raise LookupError("example-robot-data is not installed")
    return found[0]
