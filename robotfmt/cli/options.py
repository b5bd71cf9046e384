"""Options that several verbs share."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .. import codes, formats
from ..assets.resolver import Assets
from ..diagnostics import nearest_or_all
from ..errors import UsageError
from ..limits import Limits
from ..model.record import replace
from ..settings import Settings
from ..spheres.lengths import parsed
from .console import StandardInput
from .format_needs import Written, idle_format_option, idle_target, idle_variant, nothing_written
from .needs import Idle, needing, option

if TYPE_CHECKING:
    from ..xacro import Xacro
    from .configuration import Configuration, Configurations


def add_common(parser: argparse.ArgumentParser, written: Written = nothing_written, only: str | None = None) -> None:
    """Add the options of every verb that reads documents.

    Args:
        parser: The parser of the verb.
        written: Return the formats of the documents that the command writes or checks.
        only: The only option of these formats that matters, if not all do.
    """
    group = parser.add_argument_group("reading")
    _add_robot(group)
    add_folders(group)
    _add_format_options(group, written, only)
    add_reading(group)
    add_configuration(group)
    add_output(parser.add_argument_group("output"))


def _add_robot(group: argparse._ArgumentGroup) -> None:
    """Add the options that select the robot and the input format."""
    group.add_argument(
        "--from",
        dest="source_format",
        metavar="FORMAT",
        help="input format, where the file name does not determine it",
    )
    group.add_argument("--robot", metavar="NAME", help="name of the robot to read from a document with several")
    variant = group.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="SET=NAME",
        help="variant of a USD stage to read, such as Physics=mujoco",
    )
    needing(variant, idle_variant)


def add_folders(group: argparse._ArgumentGroup, *, meshes: bool = True) -> None:
    """Add the options for folders of packages and, unless only packages are read, of meshes."""
    group.add_argument("--package", action="append", default=[], metavar="NAME=FOLDER", help="folder of a package")
    group.add_argument("--root", action="append", default=[], metavar="FOLDER", help="folder to search for packages")
    if not meshes:
        return
    group.add_argument(
        "--map-path",
        action="append",
        default=[],
        metavar="OLD=NEW",
        help="replace OLD at the start of mesh paths with NEW (OLD may be a folder on another machine, "
        "or package://NAME)",
    )


def _add_format_options(group: argparse._ArgumentGroup, written: Written, only: str | None) -> None:
    """Add the option for options of formats."""
    action = group.add_argument(
        "-O",
        "--option",
        action="append",
        default=[],
        metavar="FORMAT.NAME=VALUE",
        help="set a format option (listed by robotfmt formats --options)",
    )
    needing(action, partial(idle_format_option, written, only))


def add_reading(group: argparse._ArgumentGroup, *, xacro: bool = True) -> None:
    """Add the options of xacro and of input limits; a verb that always expands refuses to be asked for it."""
    text = "expand xacro files, with the arguments NAME:=VALUE; this runs code in them"
    expand = group.add_argument("--xacro", action="store_true", help=text if xacro else argparse.SUPPRESS)
    if not xacro:
        needing(expand, lambda options: Idle("this verb always expands", "Leave it out."))
    environment = group.add_argument(
        "--xacro-env",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="environment variable that $(env NAME) may read (with --xacro)",
    )
    needing(environment, option("--xacro"))
    group.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="change an input limit, for example mesh_bytes=2000000000",
    )


def add_output(group: argparse._ArgumentGroup) -> None:
    """Add the options for output and verbosity."""
    group.add_argument("--json", action="store_true", help="print JSON to standard output")
    group.add_argument("-v", "--verbose", action="store_true", help="show every diagnostic")
    group.add_argument("-q", "--quiet", action="store_true", help="show errors only")
    group.add_argument("--debug", action="store_true", help="show a traceback for internal errors")


def add_configuration(group: argparse._ArgumentGroup) -> None:
    """Add the options that select the configuration."""
    only = group.add_mutually_exclusive_group()
    only.add_argument(
        "--config",
        metavar="FILE",
        help="configuration file (default: the nearest robotfmt.toml, or pyproject.toml with [tool.robotfmt], upward"
        " from the first input)",
    )
    only.add_argument("--isolated", action="store_true", help="ignore all configuration files")


def add_allow(parser: argparse._ActionsContainer, help: str) -> None:
    """Add the option for codes that do not cause a failure."""
    parser.add_argument("--allow", default="", metavar="CODES", help=help)


def allowed(text: str) -> list[str]:
    """Return the codes in a comma-separated text that do not cause a failure.

    Raises:
        UsageError: The code does not exist.
    """
    from ..formats.catalogue import find_code

    return [find_code(each.strip()).slug for each in filter(None, text.split(","))]


def add_target(parser: argparse._ActionsContainer, written: Written) -> None:
    """Add the option for the program that will read the documents that are written."""
    action = parser.add_argument(
        "--target", metavar="PROGRAM", help="program that will read the documents, such as curobo"
    )
    needing(action, partial(idle_target, written))


def configurations(options: argparse.Namespace) -> Configurations:
    """Return the configurations of files."""
    from .configuration import Configurations

    return Configurations(options.config, options.isolated)


def settings(
    options: argparse.Namespace, configuration: Configuration | None = None, target: str | None = None
) -> Settings:
    """Return the settings that the options form.

    Args:
        options: The parsed options.
        configuration: The configuration to use; by default that of the first input.
        target: The program that will read the documents; by default that of the options.

    Raises:
        UsageError: An option is invalid.
    """
    limits, target = _limits(options.limit), target or getattr(options, "target", None)
    if configuration is None:
        configuration = configurations(options).of(_first(options))
    given = {name: Path(folder) for name, folder in map(pair, options.package)}
    packages = {**configuration.packages, **given}
    return Settings(
        limits=limits,
        given=StandardInput(limits),
        assets=Assets(
            packages=packages,
            roots=tuple(map(Path, options.root)),
            limits=limits,
            path_map={old: Path(new) for old, new in map(pair, getattr(options, "map_path", ()))},
        ),
        xacro=_xacro(options) if options.xacro else None,
        options={**_for_target(target), **_format_options(getattr(options, "option", ()))},
        target=target or None,
        robot=getattr(options, "robot", None),
        variants=dict(map(pair, getattr(options, "variant", ()))),
        source_format=getattr(options, "source_format", None),
        target_format=getattr(options, "target_format", None),
    )


def _first(options: argparse.Namespace) -> Path:
    """Return the first input, or a path in the current folder."""
    every = (vars(options).get(name) for name in ("files", "what", "file", "a"))
    given = next(filter(None, every), "input")
    return Path(given if isinstance(given, str) else given[0])


def _xacro(options: argparse.Namespace) -> Xacro:
    from ..xacro import Xacro

    environment = dict(map(_variable, options.xacro_env))
    return Xacro(arguments=options.xacro_arguments, environment=environment)


def _variable(text: str) -> tuple[str, str]:
    """Return an environment variable with the given value, or else with its current value."""
    name, equals, value = text.partition("=")
    if not equals and name not in os.environ:
        raise UsageError(codes.USAGE, f"the variable '{name}' is not set; use --xacro-env {name}=VALUE")
    return name, value if equals else os.environ[name]


def _format_options(given: Sequence[str]) -> dict[str, str]:
    """Return the format options."""
    found = dict(map(pair, given))
    for name, value in found.items():
        format_name, _, option = name.partition(".")
        formats.find(format_name).check_options({option: value})
    return found


def _for_target(target: str | None) -> dict[str, str]:
    if not target:
        return {}
    from ..targets import options_for  # the tables, which most commands do not need

    return options_for(target)


def length(text: str) -> float:
    """Return a length in metres, given with or without a unit; one with a unit is never questioned."""
    value = parsed(text)
    if value is None or not 0 < value < 1000:
        raise argparse.ArgumentTypeError(f"'{text}' is not a length; write 10mm or 0.01")
    return value


def _limits(given: list[str]) -> Limits:
    limits = Limits()
    known = list(Limits.field_types)
    for name, value in map(pair, given):
        if name not in known:
            raise UsageError(codes.USAGE, f"the limit '{name}' does not exist{nearest_or_all(name, known)}")
        if not value.isdecimal():
            raise UsageError(codes.USAGE, f"the limit '{name}' must be a whole number, not '{value}'")
        limits = replace(limits, **{name: int(value)})
    return limits


def pair(text: str) -> tuple[str, str]:
    """Return the name and the value of ``NAME=VALUE``.

    Raises:
        UsageError: The text does not have this form.
    """
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise UsageError(codes.USAGE, f"'{text}' must be of the form NAME=VALUE")
    return name, value
