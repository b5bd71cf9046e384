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


def require(libraries: tuple[str, ...], purpose: str, extra: str = "planning") -> None:
    """Raise an error unless libraries are installed.

    Args:
        libraries: Their import names; none of them is imported here.
        purpose: The operation that needs them, as the subject of a sentence: ``robotfmt xrdf``.
        extra: The extra of robotfmt that has them.

    Raises:
        UsageError: One of them is not installed.
    """
    missing = [name for name in libraries if find_spec(name) is None]
    if missing:
        names = " and ".join(filter(None, (", ".join(missing[:-1]), missing[-1])))
        verb = "is" if len(missing) == 1 else "are"
        message = f"{purpose} needs {names}, which {verb} not installed"
        install = f"pip install 'robotfmt[{extra}]', or run it with uvx --from 'robotfmt[{extra}]' robotfmt"
        raise UsageError(NOT_INSTALLED, message, help=f"Install what is missing: {install}")
