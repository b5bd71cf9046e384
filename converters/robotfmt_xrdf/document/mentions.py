"""The version of a document and the names that it uses, recorded while it is read.

The records are compared with the robot at the end, when it is known as a whole (``noted.py``).
"""

from __future__ import annotations

from dataclasses import dataclass

from robotfmt.diagnostics import Code
from robotfmt.documents.yaml.document import Scalar, Value
from robotfmt.model import Extension
from robotfmt.model.record import replace

from ..codes import BASE_UNKNOWN


@dataclass(frozen=True, slots=True)
class JointCodes:
    """The codes for a joint that does not exist, cannot move, or is a mimic joint."""

    unknown: Code
    fixed: Code
    mimic: Code


class Mentions:
    """The version of a document, and the names that it uses."""

    def __init__(self, version: str) -> None:
        self.version = version
        self.moved: dict[str, str] = {}
        """Paths of mappings that will be written elsewhere."""
        self.frames: list[tuple[Scalar, Code]] = []
        self.joints: list[tuple[Scalar, JointCodes]] = []
        self.positions: list[tuple[Scalar, float]] = []
        self.radii: list[tuple[Value, str, float]] = []
        self.new_frames: list[tuple[Scalar, Scalar]] = []
        self.new_joints: list[Scalar] = []
        self.bases: list[Scalar] = []
        self.freed_joints: list[Scalar] = []

    def frame(self, name: Scalar, code: Code) -> str:
        """Note the name of a link or of an added frame."""
        self.frames.append((name, code))
        return name.source

    def joint(self, name: Scalar, codes: JointCodes) -> str:
        """Note the name of a joint that must be able to move."""
        self.joints.append((name, codes))
        return name.source

    def position(self, name: Scalar, position: float) -> None:
        """Note the given position of a joint."""
        self.positions.append((name, position))

    def radius(self, value: Value, frame: str, radius: float) -> None:
        """Note a radius that is not positive, with the frame of its sphere."""
        self.radii.append((value, frame, radius))

    def base(self, name: Scalar) -> str:
        """Note the name of the new base."""
        self.bases.append(name)
        return self.frame(name, BASE_UNKNOWN)

    def freed(self, name: Scalar) -> str:
        """Note the name of a joint whose mimic is removed."""
        self.freed_joints.append(name)
        return name.source

    def new_frame(self, name: Scalar, parent: Scalar) -> str:
        """Note the name of an added frame, and of its parent."""
        self.new_frames.append((name, parent))
        return name.source

    def new_joint(self, name: Scalar) -> str:
        """Note the name of an added joint."""
        self.new_joints.append(name)
        return name.source

    def moved_with(self, extension: Extension) -> Extension:
        """Return unrecognised content, at the place where its parent will be written."""
        for old, new in self.moved.items():
            if f"{extension.place}/".startswith(f"{old}/"):
                return replace(extension, place=new + extension.place[len(old) :])
        return extension
