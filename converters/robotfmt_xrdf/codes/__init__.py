"""What there is to say about XRDF documents.

What each code means, why it matters and how to mend it is explained in ``CODES.md`` beside this package.
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
