"""Optional libraries: whether they are installed, checked before work begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec

from ..codes.conversion import NOT_INSTALLED
from ..errors import UsageError

FITTING = ("highspy", "joblib", "numba", "scipy")
"""The libraries for fitting collision spheres."""
MEASURING = ("numba", "scipy")
COLLISIONS = ("coal or numba", "scipy")
"""The libraries for checking which links can touch: without coal by functions that numba compiles."""
PLANNING = FITTING


def is_installed(names: str) -> bool:
    """Return True if a library, or one of several, is installed; it is not imported.

    Args:
        names: An import name, or several: ``coal or numba``.
    """
    return any(find_spec(name) is not None for name in names.split(" or "))


def require(libraries: tuple[str, ...], purpose: str, extra: str = "planning") -> None:
    """Raise an error unless libraries are installed.

    Args:
        libraries: As for :func:`is_installed`.
        purpose: The operation that needs them, as the subject of a sentence: ``robotfmt xrdf``.
        extra: The extra of robotfmt that has them.

    Raises:
        UsageError: One of them is not installed.
    """
    missing = [names for names in libraries if not is_installed(names)]
    if missing:
        names = " and ".join(filter(None, (", ".join(missing[:-1]), missing[-1])))
        verb = "is" if len(missing) == 1 else "are"
        message = f"{purpose} needs {names}, which {verb} not installed"
        install = f"pip install 'robotfmt[{extra}]', or run it with uvx --from 'robotfmt[{extra}]' robotfmt"
        install += f"; in a clone of the repository: pip install '.[{extra}]'"
        raise UsageError(NOT_INSTALLED, message, help=f"Install what is missing: {install}")


def needing(package: str, needs: Mapping[str, tuple[str, ...]]) -> Callable[[str], None]:
    """Return a function that calls :func:`require` for a name of a package, for :func:`robotfmt.lazy.export`.

    Args:
        package: The name of the package.
        needs: The libraries of names, which are separated by spaces.
    """
    libraries = {name: needed for names, needed in needs.items() for name in names.split()}

    def check(name: str) -> None:
        if name in libraries:
            require(libraries[name], f"{package}.{name}")

    return check
