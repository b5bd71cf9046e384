"""Names that a package imports from its modules on first use, so that importing the package is fast.

Imports nothing of robotfmt; the packages with many public names use it. Type checkers cannot follow it: they read
``__init__.pyi``, which a test compares with the table.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # as in typing, which need not be imported for this
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def export(
    package: str,
    names: Mapping[str, str],
    also: str = "",
    check: Callable[[str], None] | None = None,
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return the functions ``__getattr__`` and ``__dir__`` of a package, and its ``__all__``.

    Args:
        package: The name of the package.
        names: For each of its modules the public names in it, separated by spaces.
        also: What ``dir`` shows in addition: modules, which are imported on first use too, and attributes.
        check: Called with a name whenever it is looked up; it raises an error if a library for it is not installed.
    """
    homes = {name: module for module, group in names.items() for name in group.split()}
    shown = sorted([*homes, *also.split()])

    def get(name: str) -> object:
        if name not in shown:
            raise AttributeError(f"module '{package}' has no attribute '{name}'", name=name, obj=sys.modules[package])
        if check is not None:
            check(name)
        found = import_module(f".{homes.get(name, name)}", package)
        value = getattr(found, name) if name in homes else found
        if check is None:  # a name that was found is not looked up again
            setattr(sys.modules[package], name, value)
        return value

    return get, lambda: shown, sorted(homes)
