"""Types for names of parts: the kind of part that a field names, and whether it defines the name or refers to it.

Renaming, removing and joining follow every name of a robot by these annotations (:mod:`.renaming`), so a new field
needs only the right annotation. A text that names no part of the robot is a plain ``str``. Links and frames share one
namespace, because some references may mean either.
"""

from __future__ import annotations

from typing import TypeAlias

LinkName: TypeAlias = str
"""The name of a link, or of a frame."""
JointName: TypeAlias = str
GroupName: TypeAlias = str
StateName: TypeAlias = str
EffectorName: TypeAlias = str
ManipulatorName: TypeAlias = str
SpheresName: TypeAlias = str
"""The name of a set of collision spheres."""
SensorName: TypeAlias = str
ActuatorName: TypeAlias = str
TransmissionName: TypeAlias = str
ControllerName: TypeAlias = str
GpioName: TypeAlias = str
"""The name of inputs and outputs of hardware."""
MaterialName: TypeAlias = str
RobotName: TypeAlias = str
"""The name of a robot in a world."""
