"""Save a robot that was changed on a page."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import cast

from ..assets.files import holds, write_files
from ..codes import OUTPUT_EXISTS, USAGE
from ..diagnostics import Report
from ..documents.source import Source, plain_name
from ..errors import OutputError, UsageError
from ..formats import Format
from ..hub.conversion import convert
from ..hub.editing import Edit
from ..hub.updating import Revision, revised
from ..model import Origin
from ..model.record import replace
from ..settings import Settings
from .requests import Refused

_FORMAT, _SUFFIX = "xrdf", ".xrdf"


@dataclass(slots=True, eq=False)
class Place:
    """A document that can be changed in place, or one that the first save creates."""

    path: Path
    format: str
    content: bytes | None
    """The bytes when the document was read or saved last; None if it does not exist yet."""
    overlay: bool = True
    """True if the document only adds to a robot, as XRDF and SRDF do."""

    def check(self) -> None:
        """Refuse to overwrite later changes by others.

        Raises:
            Refused: The document has changed since it was read.
        """
        if self.content is not None and not holds(self.path, self.content):
            words = f"'{self.path}' was changed by another program since it was read; nothing was written"
            raise Refused(409, f"{words}. Save your spheres to another file, and view the robot again.")


class Saving:
    """The documents that a page changes: the XRDF of a robot, read or created by the first save, and others."""

    def __init__(self, inputs: Sequence[str], xrdf: Place, others: Sequence[Place], settings: Settings) -> None:
        self.inputs, self.settings = list(inputs), settings
        self.xrdf = xrdf
        self.places = [*others, xrdf]
        """All documents that can be changed; those of whole robots come first."""

    @property
    def path(self) -> Path:
        """The XRDF."""
        return self.xrdf.path

    def place_of(self, document: str | None) -> Place | None:
        """Return the place of a document that was read."""
        return next((each for each in self.places if str(each.path) == document), None)

    def save(self, edits: Mapping[Place, Edit]) -> tuple[list[Path], Report]:
        """Write documents with an edit each, as ``convert`` does: proved, and all of them or none; return their names.

        Changes by others since a document was read are never overwritten.

        Raises:
            Refused: Another program changed a document.
            RobotfmtError: As for ``convert`` and ``update``.
        """
        report, written, revisions = Report(), dict[Path, bytes](), list[Revision]()
        changed = dict[str, bytes]()
        given = cast("MutableMapping[str, bytes]", self.settings.given)  # ChainMap writes to its first map only
        # The documents given as bytes are read on demand only: stdin might wait for someone to type.
        settings = replace(self.settings, given=ChainMap(changed, given))
        chosen = [each for each in self.places if each in edits]
        for place in chosen:
            place.check()
            if place.content is None:
                edit, put = edits[place], written.update
                convert(self.inputs, place.path, report=report, settings=settings, edit=edit, put=put)
                continue
            found = revised(place.path, self.inputs, report, settings, edits[place], merge=False)
            revisions.append(found)
            written.update(found.files)
            changed |= {str(path): data for path, data in found.files}
        write_files(list(written.items()))
        for each in revisions:
            each.adopt()
        for place in chosen:
            place.content = written.get(place.path, place.content)
        return list(written), report


def saving_to(
    output: str | None, inputs: Sequence[str], documents: Sequence[tuple[Source, Format]], settings: Settings
) -> Saving:
    """Return the documents to save: the output, or else the last XRDF that was read, or else a new file next to the
    robot.

    Args:
        output: The path of the XRDF, if one was given.
        inputs: The given paths of the documents of the robot.
        documents: The documents that were read from them.
        settings: Limits, options, where meshes are, ...

    Raises:
        UsageError: The output has another suffix.
        OutputError: The output exists, and was not read.
    """
    known = {each.name: each.data for each, format in documents if format.name == _FORMAT}
    others = list(_others(documents, inputs))
    chosen = _among(known, output) if output is not None else next(reversed(known), None)
    if chosen is not None:
        return Saving(inputs, Place(Path(chosen), _FORMAT, known[chosen]), others, settings)
    path = _checked(output) if output is not None else _beside(inputs[0])
    return Saving(inputs, Place(path, _FORMAT, None), others, settings)


def _others(documents: Sequence[tuple[Source, Format]], inputs: Sequence[str]) -> Iterator[Place]:
    """Yield the documents except XRDF that can be changed in place: files that were not expanded."""
    for source, format in documents:
        path = Path(source.name)
        if format.revise is not None and format.name != _FORMAT and source.name in inputs and holds(path, source.data):
            yield Place(path, format.name, source.data, format.overlay)


def _among(known: Iterable[str], output: str) -> str | None:
    """Return the path that is the same file as an output."""
    if not Path(output).exists():
        return None
    return next((each for each in known if Path(output).samefile(each)), None)


def _checked(output: str) -> Path:
    """Return the path of an output that does not exist yet."""
    path = Path(output)
    if path.suffix.lower() != _SUFFIX:
        raise UsageError(USAGE, f"'{path}' must end with {_SUFFIX}: spheres can be saved in no other format")
    if path.exists():
        help = "Name it among the documents too, to change it in place; or choose another name."
        raise OutputError(OUTPUT_EXISTS, f"'{path}' already exists", Origin(str(path)), help=help)
    return path


def _beside(document: str) -> Path:
    """Return the first free name for an XRDF next to a document."""
    stem = Path(plain_name(document)).with_suffix("")
    names = (stem.with_name(f"{stem.name}{f'-{number}' if number > 1 else ''}{_SUFFIX}") for number in count(1))
    return next(each for each in names if not each.exists())
