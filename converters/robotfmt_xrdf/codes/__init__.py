"""The diagnostics of XRDF documents.

``CODES.md`` next to this package explains what each code means, why it matters and how to fix it.
"""

from __future__ import annotations

from robotfmt.diagnostics import Code

from . import checking, collision, consumers, control, document, modifiers, writing
from .checking import *  # noqa: F403
from .collision import *  # noqa: F403
from .consumers import *  # noqa: F403
from .control import *  # noqa: F403
from .document import *  # noqa: F403
from .modifiers import *  # noqa: F403
from .writing import *  # noqa: F403

_MODULES = (document, modifiers, control, collision, checking, writing, consumers)
CODES = tuple(code for module in _MODULES for code in vars(module).values() if isinstance(code, Code))
"""Every code of XRDF, in the order of a document."""
