"""Optional libraries: whether they are installed, checked before work begins."""

from __future__ import annotations

from importlib.util import find_spec

from ..codes.conversion import NOT_INSTALLED
from ..errors import UsageError

FITTING = ("highspy", "joblib", "numba", "scipy")
"""The libraries for fitting collision spheres."""
MEASURING = ("numba", "scipy")
COLLISIONS = ("coal", "scipy")
"""The libraries for checking which links can touch."""
PLANNING = ("coal", *FITTING)
INSTALL = "pip install 'robotfmt[planning]', or run it with uvx --from 'robotfmt[planning]' robotfmt"


def require(libraries: tuple[str, ...], purpose: str) -> None:
    """Raise an error unless libraries are installed.

    Args:
        libraries: Their import names; none of them is imported here.
        purpose: The operation that needs them, as the subject of a sentence: ``robotfmt xrdf``.

    Raises:
        UsageError: One of them is not installed.
    """
    missing = [name for name in libraries if find_spec(name) is None]
    if missing:
        names = " and ".join(filter(None, (", ".join(missing[:-1]), missing[-1])))
        verb = "is" if len(missing) == 1 else "are"
        message = f"{purpose} needs {names}, which {verb} not installed"
        raise UsageError(NOT_INSTALLED, message, help=f"Install what is missing: {INSTALL}")
