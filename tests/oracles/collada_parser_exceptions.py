"""Where ROS's collada_parser reads something else than we wrote, and why. What is not needed has to be taken out."""

from __future__ import annotations

import numpy as np

from .facts import Exempt
from .oracle import Array

_KHRONOS = "khronos-cts/library_"
_LIMITS = ("prismatic__limit__limit.dae", "revolute__limit__limit.dae")
SEVERAL_AXES = (
    f"{_KHRONOS}joints__joint__compound_joint__compound_joint.dae",
    *(f"{_KHRONOS}joints__joint__{each}" for each in _LIMITS),
    *(f"{_KHRONOS}kinematics_model__kinematics_model__technique_common__joint__{each}" for each in _LIMITS),
)
LINKS_APART = (
    "davetcoleman+clam/clam_ik__clam_openrave__clammy.zae",
    "davetcoleman+clam/clam_ik__models__mitsubishi-pa10.zae",
    "rdiankov+openrave/mitsubishi-pa10.zae",
    "rdiankov+openrave/shadow-hand.zae",
    "rdiankov+openrave/testik0.zae",
)

_FORMULA = "It takes formulas of the shape a * x + b only, and aborts on any other (assertions on MathML)."
ABORTS = {
    "four_bar/four_bar.dae": _FORMULA,
    "zakharov+KDLCollada/examples__kr150.dae": _FORMULA,
    "zakharov+KDLCollada/examples__kr210L180.dae": _FORMULA,
}
"""What it goes down over."""

NOT_WRITTEN = {
    f"{_KHRONOS}kinematics_model__kinematics_model__technique_common__link__instance_formula"
    "__formula_in_kinematics__formula_in_kinematics.dae": "The file is not well-formed.",
    "urdf/alex_psyonic_hands.urdf": "Its joints mimic joints that do not exist.",
}
"""What there is nothing to read of."""


def same_at_zero(theirs: Array, ours: Array) -> bool:
    """Whether a link stands right as long as no joint has moved: the first of its poses."""
    return bool(np.allclose(theirs[0], ours[0], atol=1e-6))


EXCEPTIONS = (
    Exempt(
        LINKS_APART,
        "link/*/poses",
        "A link displaced in its attachment turns about its own origin: the parser has one frame for link and joint, "
        "as URDF has, and moves the axis there.",
        same_at_zero,
    ),
    Exempt(
        SEVERAL_AXES,
        "joint/j[123]/*",
        "A joint of several axes becomes several joints of one name, of which the last is left, with a link made up.",
    ),
    Exempt(SEVERAL_AXES, "link/*/poses", "What hangs on a joint of several axes hangs on nothing."),
    Exempt(
        ("zakharov+KDLCollada/examples__test.dae",),
        "joint/joint9/*",
        "An attachment without a link, by a joint that is not there, is passed through; the parser gives up its link.",
    ),
    Exempt(("zakharov+KDLCollada/examples__test.dae",), "link/*/poses", "The link that is given up has no name."),
    Exempt(("urdf/ur3.urdf",), "name", "The URDF has no name; the document is called after its file."),
)
