"""The user's choices for reading and writing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .assets.resolver import Assets
from .context import Context
from .diagnostics import Report
from .formats import TARGET, Format
from .limits import Limits
from .model.record import Options, field

if TYPE_CHECKING:
    from .xacro import Xacro


class Settings(Options):
    """The user's choices for reading and writing."""

    limits: Limits = Limits()
    assets: Assets = field(default_factory=Assets)
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of formats, such as ``{"collada.speed_units": "radians"}``."""
    xacro: Xacro | None = None
    """The settings for xacro; documents that use it are expanded, which runs them, only if this is given."""
    target: str | None = None
    """The program that will read the documents, such as ``pinocchio``: findings have its reactions, and formats that
    have an option ``target`` for it use it."""
    given: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    """Documents that are not on disk, by the names that they are read under."""
    robot: str | None = None
    """The name of the robot to read from a document with several."""
    variants: Mapping[str, str] = field(default_factory=dict)
    """The variant to read of each variant set of a USD stage, such as ``{"Physics": "mujoco"}``."""
    source_format: str | None = None
    """The format of every input, whatever its suffix."""
    target_format: str | None = None
    """The format of every output, optionally with a version: ``urdf@1.0``."""

    def options_of(self, format: Format) -> dict[str, str]:
        """Return all options of a format, with the values given or their defaults.

        Raises:
            UsageError: The option does not exist, or does not have this value.
        """
        prefix = format.name + "."
        given = self.options.items()
        chosen = {name[len(prefix) :]: value for name, value in given if name.startswith(prefix)}
        if self.target is not None and any(it.name == TARGET and self.target in it.choices for it in format.options):
            chosen = {TARGET: self.target, **chosen}
        return format.check_options(chosen)


def context_of(report: Report | None = None, settings: Settings | None = None) -> Context:
    """Return the context for functions that load meshes and report, but belong to no format.

    Args:
        report: Where diagnostics go; by default a new report.
        settings: Limits, and where meshes are; by default those of :class:`Settings`.
    """
    report, settings = report if report is not None else Report(), settings or Settings()
    return Context(report=report, limits=settings.limits, assets=settings.assets)


def format_context(format: Format, settings: Settings, report: Report, output: str = "", version: str = "") -> Context:
    """Return the context for a function of a format.

    Args:
        format: The format.
        settings, report: The user's choices; where diagnostics go.
        output, version: The path and the version of the document that is written.

    Raises:
        UsageError: An option of the format does not exist, or does not have this value.
    """
    return Context(
        report=report,
        limits=settings.limits,
        assets=settings.assets,
        options=settings.options_of(format),
        robot=settings.robot,
        variants=settings.variants,
        output=output,
        version=version,
    )
