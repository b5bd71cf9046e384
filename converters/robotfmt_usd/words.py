"""USD's words for the numbers of axes: the attributes of each field, the one that counts first, and their quantities.

UsdPhysics has limits and drives; Newton's and PhysX's schemas the rest. Newton's words are read by Newton, PhysX and
MuJoCo; ``physxJointAxis`` by PhysX from 107, ``physxJoint`` by Isaac Sim up to 5; ``mjc`` by MuJoCo, in SI units;
``urdf`` by no engine: converters of URDF add them for its numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from robotfmt.model import (
    Dynamics,
    Geometry,
    IgnoredPair,
    JointSimulation,
    Limits,
    LinkSimulation,
    Material,
    NamedState,
    RobotSimulation,
    Surface,
)
from robotfmt.words.vocabulary import Known, Vocabulary, wordless

from .document.units import DEGREE, Units


class Quantity(NamedTuple):
    """The factors of a quantity to SI units, for an axis that turns and one that slides."""

    turning: str
    sliding: str

    def factor(self, units: Units, turns: bool) -> float:
        """Return the factor in a stage with these units."""
        return _FACTORS[self.turning if turns else self.sliding](units)


_FACTORS: dict[str, Callable[[Units], float]] = {
    "one": lambda units: 1.0,
    "degree": lambda units: DEGREE,
    "length": lambda units: units.length,
    "force": lambda units: units.force,
    "torque": lambda units: units.torque,
    "torque per degree": lambda units: units.torque / DEGREE,
    "force per length": lambda units: units.mass,
    "inertia": lambda units: units.inertia,
    "mass": lambda units: units.mass,
}
POSITION = Quantity("degree", "length")
"""Also for velocities: seconds are seconds."""
EFFORT = Quantity("torque", "force")
GAIN = Quantity("torque per degree", "force per length")
"""Of stiffness and damping."""
ARMATURE = Quantity("inertia", "mass")
SI = Quantity("one", "one")
ENDLESS = 1e6
"""A velocity or an effort, or an angle in degrees, from which on PhysX and Newton mean that there is no limit."""


class Word(NamedTuple):
    """An attribute of a joint. ``{}`` in its name is the axis: ``angular``, ``linear``, or ``rotX`` to ``transZ``."""

    attribute: str
    quantity: Quantity


WORDS: dict[str, tuple[Word, ...]] = {
    "velocity": (
        Word("newton:velocityLimit", POSITION),
        Word("physxJointAxis:{}:maxJointVelocity", POSITION),
        Word("physxJoint:maxJointVelocity", POSITION),
        Word("urdf:limit:velocity", SI),
    ),
    "effort": (
        Word("drive:{}:physics:maxForce", EFFORT),
        Word("mjc:actuatorfrcrange:max", SI),
        Word("urdf:limit:effort", SI),
    ),
    "damping": (
        Word("newton:damping", GAIN),
        Word("physxJointAxis:{}:viscousFrictionCoefficient", GAIN),
        Word("mjc:damping", SI),
        Word("urdf:dynamics:damping", SI),
    ),
    "friction": (
        Word("newton:friction", EFFORT),
        Word("physxJointAxis:{}:staticFrictionEffort", EFFORT),
        Word("mjc:frictionloss", SI),
        Word("urdf:dynamics:friction", SI),
    ),
    "armature": (
        Word("newton:armature", ARMATURE),
        Word("physxJointAxis:{}:armature", ARMATURE),
        Word("physxJoint:armature", ARMATURE),
        Word("mjc:armature", SI),
    ),
    "spring_stiffness": (Word("mjc:stiffness", SI),),
    "k_position": (Word("urdf:safety_controller:k_position", SI),),
    "k_velocity": (Word("urdf:safety_controller:k_velocity", SI),),
    "rising": (Word("urdf:calibration:rising", SI),),
    "falling": (Word("urdf:calibration:falling", SI),),
    "reference_position": (Word("urdf:calibration:reference_position", SI),),
}
"""The attributes of each field of ``Limits``, ``Dynamics``, ``SafetyController`` and ``Calibration``."""

VOCABULARY: Vocabulary = {
    Limits: (
        Known({"lower": "physics:lowerLimit", "upper": "physics:upperLimit"}),
        Known({"velocity": "newton:velocityLimit", "effort": "drive:*:physics:maxForce"}),
    ),
    Dynamics: (Known({name: f"newton:{name}" for name in ("damping", "friction", "armature")}),),
    Surface: (
        Known({"friction": "physics:staticFriction", "restitution": "physics:restitution"}),
        Known({"torsional_friction": "newton:torsionalFriction", "rolling_friction": "newton:rollingFriction"}),
    ),
    RobotSimulation: (Known({"self_collide": "newton:selfCollisionEnabled", "static": "no PhysicsRigidBodyAPI"}),),
    LinkSimulation: (Known({"kinematic": "physics:kinematicEnabled", "gravity": "physxRigidBody:disableGravity"}),),
    JointSimulation: (Known({}),),
    NamedState: (Known({"name": "the prim", "values": "isaac:robot:pose:jointValues"}),),
    IgnoredPair: (Known({"first": "the prim", "second": "physics:filteredPairs"}),),
    Geometry: (
        Known({"shape": "Cube, Sphere, Mesh, ...", "pose": "xformOp:*", "name": "the prim", "purpose": "purpose"}),
        Known({"material": "material:binding", "surface": "material:binding:physics"}),
        Known({"mass": "physics:mass", "density": "physics:density"}),
    ),
    Material: (
        Known({"name": "the prim", "color": "inputs:diffuseColor", "emission": "inputs:emissiveColor"}),
        Known({"metalness": "inputs:metallic", "roughness": "inputs:roughness", "texture": "inputs:file"}),
    ),
}
"""What is written: the fields of other records have features of their own, which a stage has whole or not at all."""
WORDLESS = wordless(VOCABULARY)
