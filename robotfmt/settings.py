"""What a user may choose about reading and writing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .assets.resolver import Assets
from .context import Context
from .diagnostics import Report
from .formats import Format
from .limits import Limits
from .model.record import Options, field

if TYPE_CHECKING:
    from .xacro import Xacro


class Settings(Options):
    """What a user may choose about reading and writing."""

    limits: Limits = Limits()
    assets: Assets = field(default_factory=Assets)
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of formats, such as ``{"collada.speed_units": "radians"}``."""
    xacro: Xacro | None = None
    """Documents that use xacro are expanded, which runs them, only if this is given."""
    given: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    """Documents, by the names that they are read under, that are not on the disk."""
    robot: str | None = None
    """Which robot of a document that holds several."""
    source_format: str | None = None
    """The format of every input, whatever its name."""
    target_format: str | None = None
    """The format of every output, perhaps with a version: ``urdf@1.0``."""

    def context(self, format: Format, report: Report, output: str = "", version: str = "") -> Context:
        """Return what a function of a format is given."""
        return Context(
            report=report,
            limits=self.limits,
            assets=self.assets,
            options=self.options_of(format),
            robot=self.robot,
            output=output,
            version=version,
        )

    def options_of(self, format: Format) -> dict[str, str]:
        """Return all options of a format, with the values given or their defaults.

        Raises:
            UsageError: There is no such option, or it has no such value.
        """
        prefix = format.name + "."
        given = self.options.items()
        return format.check_options(
            {name[len(prefix) :]: value for name, value in given if name.startswith(prefix)}
        )
