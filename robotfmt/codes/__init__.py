"""The catalogue of the codes that belong to no format; a format brings its own (``Format.codes``).

What each means, why it matters and how to mend it is explained in the Markdown file of each module. Imports
``diagnostics``; whatever reports something uses it.
"""

from __future__ import annotations

from ..diagnostics import Code
from . import collisions, configuration, conversion, documents, edits, meshes, planning, robot, spheres
from .configuration import *  # noqa: F403
from .conversion import *  # noqa: F403
from .documents import *  # noqa: F403
from .edits import *  # noqa: F403
from .meshes import *  # noqa: F403
from .robot import *  # noqa: F403

_MODULES = (documents, meshes, robot, conversion, edits, spheres, collisions, planning, configuration)
CODES = tuple(code for module in _MODULES for code in vars(module).values() if isinstance(code, Code))
"""Every code of robotfmt that belongs to no format."""
