"""What two programs have differently, and the types that all columns of the judge share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
Values: TypeAlias = Mapping[str, float]
"""The values of axes by their names, in radians or metres, from the pose in which the robot is drawn."""
Interval: TypeAlias = tuple[float, float]
"""The two ends of a range."""

SAME = 1e-6
"""Numbers are the same up to this, relative and absolute."""

NAMELESS = "#"
"""What the names of joints and of other parts begin with that have none: they get one in the output."""


@dataclass(frozen=True)
class Difference:
    """Something that two programs have differently: what it is of, and in words."""

    subject: str
    words: str
    by: tuple[str, ...]
    """What a line of the report that claims it speaks of, beside the subject: one of these."""
    place: str = ""
    """The place in its document of what has no name there: a line may speak of it instead of a name."""
    other: str = ""
    """The second part that it is of, which a line has to name too."""
    part: str = ""
    """A word that the line has to have in any case: ``visual`` for a shape that is seen."""
    of_one: str = ""
    """Words of a line that need to name only one of the two: a property that each has for itself."""
