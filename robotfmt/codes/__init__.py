"""The catalogue of codes that do not belong to a format; formats have their own (``Format.codes``).

The Markdown file of each module explains what each code means, why it matters and how to fix it. Imports
``diagnostics``; every module that reports something uses it.
"""

from __future__ import annotations

from ..diagnostics import Code
from . import (
    collisions,
    configuration,
    conversion,
    documents,
    edits,
    kept,
    load,
    meshes,
    planning,
    robot,
    spheres,
    targets,
    worlds,
)
from .configuration import *  # noqa: F403
from .conversion import *  # noqa: F403
from .documents import *  # noqa: F403
from .edits import *  # noqa: F403
from .meshes import *  # noqa: F403
from .robot import *  # noqa: F403
from .worlds import *  # noqa: F403

_MODULES = (
    documents,
    meshes,
    robot,
    worlds,
    conversion,
    kept,
    load,
    targets,
    edits,
    spheres,
    collisions,
    planning,
    configuration,
)
CODES = tuple(code for module in _MODULES for code in vars(module).values() if isinstance(code, Code))
"""Every code of robotfmt that does not belong to a format."""
