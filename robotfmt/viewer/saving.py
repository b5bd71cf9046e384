"""Where a robot goes that was changed on a page, and how it gets there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path

from ..assets.files import holds
from ..codes import OUTPUT_EXISTS, USAGE
from ..diagnostics import Report
from ..documents.source import Source, plain_name
from ..errors import OutputError, UsageError
from ..formats import Format
from ..hub.conversion import Conversion, Edit, convert
from ..hub.updating import update
from ..model import Origin
from ..settings import Settings
from .requests import Refused

_FORMAT, _SUFFIX = "xrdf", ".xrdf"


class Saving:
    """The XRDF of a robot: one that was read and is changed in place, or one that the first save makes."""

    def __init__(self, inputs: Sequence[str], path: Path, content: bytes | None, settings: Settings) -> None:
        self.inputs, self.settings = list(inputs), settings
        self.path = path
        self._content = content
        """What the XRDF was when it was read or saved last; None if there is none yet."""

    def save(self, edit: Edit) -> Conversion:
        """Write the robot with an edit, as ``convert`` does: proved, and whole or not at all.

        What others wrote in the document since it was read is never overwritten.

        Raises:
            Refused: Somebody else changed the document.
            RobotfmtError: As of ``convert`` and ``update``.
        """
        report = Report()
        if self._content is None:
            done = convert(self.inputs, [self.path], report=report, settings=self.settings, edit=edit)
        elif holds(self.path, self._content):
            done = update(
                self.path, *self.inputs, report=report, settings=self.settings, edit=edit, merge=False
            )
        else:
            words = f"'{self.path}' was changed by another program since it was read; nothing was written"
            raise Refused(409, f"{words}. Save your spheres to another file, and view the robot again.")
        self._content = self.path.read_bytes()
        return done


def saving_to(
    output: str | None, inputs: Sequence[str], documents: Sequence[tuple[Source, Format]], settings: Settings
) -> Saving:
    """Find the place: the output, or else the XRDF that was read last, or else a new file beside the robot.

    Args:
        output: The path of the XRDF, if one was given.
        inputs: The paths of the documents of the robot, as they were given.
        documents: What was read from them.
        settings: Limits, options, where meshes are, ...

    Raises:
        UsageError: The output has another suffix.
        OutputError: It is there, and was not read.
    """
    known = {each.name: each.data for each, format in documents if format.name == _FORMAT}
    chosen = _among(known, output) if output is not None else next(reversed(known), None)
    if chosen is not None:
        return Saving(inputs, Path(chosen), known[chosen], settings)
    path = _checked(output) if output is not None else _beside(inputs[0])
    return Saving(inputs, path, None, settings)


def _among(known: Iterable[str], output: str) -> str | None:
    """Return the one of some paths that is the same file as an output."""
    if not Path(output).exists():
        return None
    return next((each for each in known if Path(output).samefile(each)), None)


def _checked(output: str) -> Path:
    """Return the path of an output that is not there yet."""
    path = Path(output)
    if path.suffix.lower() != _SUFFIX:
        raise UsageError(USAGE, f"'{path}' must end with {_SUFFIX}: spheres can be saved in no other format")
    if path.exists():
        help = "Name it among the documents too, to change it in place; or choose another name."
        raise OutputError(OUTPUT_EXISTS, f"'{path}' already exists", Origin(str(path)), help=help)
    return path


def _beside(document: str) -> Path:
    """Return the first name for an XRDF beside a document that no file has."""
    stem = Path(plain_name(document)).with_suffix("")
    names = (
        stem.with_name(f"{stem.name}{f'-{number}' if number > 1 else ''}{_SUFFIX}") for number in count(1)
    )
    return next(each for each in names if not each.exists())
