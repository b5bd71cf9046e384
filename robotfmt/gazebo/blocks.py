"""The blocks ``<gazebo>`` of a URDF: their content is SDF, and belongs to the model, to a link or to a joint.

Gazebo's import of URDF (sdformat's ``parser_urdf.cc``) converts some words, and copies everything else as it is.
"""

from __future__ import annotations

import re

from ..documents.xml.paths import in_quotes
from ..model import Extension, ExtensionKind
from ..model.record import Record

IMPORTED = frozenset(
    (
        *("material", "visual", "collision", "static", "turnGravityOff", "dampingFactor", "maxVel", "minDepth"),
        *("mu1", "mu2", "fdir1", "kp", "kd", "selfCollide", "maxContacts", "laserRetro", "fudgeFactor"),
        *("springReference", "springStiffness", "stopCfm", "stopErp", "stopKp", "stopKd", "provideFeedback"),
        *("initialJointPosition", "initial_joint_position", "implicitSpringDamper", "cfmDamping"),
        *("disableFixedJointLumping", "preserveFixedJoint"),
    )
)
"""The words that the import converts: they are not copied."""
_BLOCK = re.compile(r"""/robot/gazebo(?:\[@reference=(?:'([^']*)'|"([^"]*)")\])?(?:\[(\d+)\])?(?=/|$)""")


class Place(Record, kw_only=False):
    """A place in a block."""

    reference: str | None
    """The link or joint that the block is about; None for the model."""
    number: int
    """The number of the block among those about the same part, from 1."""
    inside: str
    """The path below the block; empty for the block itself."""


def place_in_block(path: str) -> Place | None:
    """Return the place of a path of a URDF in its block; None outside of blocks."""
    found = _BLOCK.match(path)
    if found is None:
        return None
    reference = found[1] if found[1] is not None else found[2]
    return Place(reference, int(found[3] or 1), path[found.end() :])


def is_of_shapes(extension: Extension, place: Place) -> bool:
    """Return True for an element whose content Gazebo's import copies into all visuals or collisions of a link."""
    is_element = extension.kind is ExtensionKind.ELEMENT and not place.inside and place.reference is not None
    return is_element and extension.name in ("visual", "collision")


def is_copied(extension: Extension, place: Place) -> bool:
    """Return True if Gazebo's import copies unrecognised content of a block to the SDF."""
    if place.inside:
        return not place.inside.startswith(("/visual", "/collision"))
    return extension.kind is ExtensionKind.ELEMENT and extension.name not in IMPORTED


def path_of_block(reference: str | None) -> str:
    """Return the path of the first block about a link or a joint, or about the model."""
    return "/robot/gazebo" if reference is None else f"/robot/gazebo[@reference={in_quotes(reference)}]"
