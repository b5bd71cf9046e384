"""Names of the parts of a robot, as types: what a field names, whether it gives the name or refers by it.

Renaming, leaving out and putting together follow every name of a robot by these annotations
(:mod:`.renaming`), so a new field needs no more than the right one. A text that names no part of the robot is a
plain ``str``. Links and frames share their names, since whatever refers to the one may refer to the other.
"""

from __future__ import annotations

from typing import TypeAlias

LinkName: TypeAlias = str
"""Of a link, or of a frame."""
JointName: TypeAlias = str
GroupName: TypeAlias = str
StateName: TypeAlias = str
EffectorName: TypeAlias = str
ManipulatorName: TypeAlias = str
SpheresName: TypeAlias = str
"""Of a set of collision spheres."""
SensorName: TypeAlias = str
ActuatorName: TypeAlias = str
TransmissionName: TypeAlias = str
ControllerName: TypeAlias = str
GpioName: TypeAlias = str
"""Of inputs and outputs that hardware serves."""
MaterialName: TypeAlias = str
