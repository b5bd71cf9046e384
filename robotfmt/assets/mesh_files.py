"""Check whether the mesh files of a robot exist, without opening them.

Missing files are reported in one warning with their number, or as an error if their shapes are needed.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path, PurePath
from shlex import quote

from ..codes import MESH_MISSING, MESH_UNSAFE, TEXTURE_MISSING
from ..diagnostics import Diagnostic, Report, Severity, diagnose
from ..errors import MeshError, ModelError
from ..model import Geometry, Heightmap, Mesh, Origin, Robot, Texture
from ..model.record import Record, replace
from .files import is_folder
from .locations import Resolution, Tried, document_folders, is_asset
from .packages import ABOVE
from .resolver import Assets
from .uris import map_advice, parse

# Messages for a file that was not found


def description(uri: str, resolution: Resolution, document: str | None) -> str:
    """Return a sentence with the places where a file was searched."""
    reference = parse(uri)
    there = [each for each in resolution.tried if is_folder(each.folder)]
    if reference.name is None:
        places = " and no ".join(dict.fromkeys(f"'{each.path}'" for each in resolution.tried))
        return f"'{uri}' was not found: there is no {places}"
    parts = [f"{_folders(there)} has no '{reference.path}'"] if there else []
    absent = [each for each in resolution.tried if each not in there]
    if absent:
        which = f"{'other ' if there else ''}package '{reference.name}'"
        parts.append(f"there is no {which} in {_searched(absent, document)}")
    return f"'{uri}' was not found: {'; '.join(parts)}"


def advice(uri: str, resolution: Resolution, document: str | None, assets: Assets) -> str | None:
    """Return a remedy: the name that was meant, or a flag to paste; None without one."""
    reference = parse(uri)
    for each in resolution.tried:
        meant = _alike(each.folder, reference.path)
        if meant is not None:
            return f"Did you mean '{meant}' in '{each.folder}'?"
    if reference.scheme is not None:
        return f"Name its package's folder: {package_option(reference.name or '')}"
    if reference.package is None:
        option = map_advice(reference, document_folders(document)) if reference.path.startswith("/") else None
        return f"A file of this name is here: {option}" if option is not None else None
    guess = assets.guess(uri, document)
    if guess is not None:
        return f"The file is in '{guess}': {package_option(reference.name or '', str(guess))}"
    option = map_advice(reference, document_folders(document))
    if option is not None:
        return f"A file of this name is here: {option}"
    return f"Name its package's folder: {package_option(reference.name or '')}"


def package_option(name: str, folder: str = "FOLDER") -> str:
    """Return the option that names the folder of a package, as it is pasted into a shell."""
    return f"--package {quote(f'{name}={folder}')}"


def _folders(tried: list[Tried]) -> str:
    return " and ".join(dict.fromkeys(f"'{each.folder}' ({each.why})" for each in tried))


def _searched(tried: list[Tried], document: str | None) -> str:
    """Return everything that was searched and does not exist, by reason."""
    groups: dict[str, dict[str, None]] = {}
    for each in tried:
        groups.setdefault(each.why, {})[f"'{each.folder}'"] = None
    around = groups.pop(ABOVE, None)
    parts = [f"{why} ({', '.join(folders)})" for why, folders in groups.items()]
    if around is not None:
        parts.append(f"the folders above '{document_folders(document)[0]}'")
    return " or ".join(parts)


def _alike(folder: Path, path: str) -> str | None:
    """Return the path of a file that differs only in upper and lower case or in the suffix."""
    found = ""
    *folders, name = path.split("/")
    for each in folders:
        same = _same_letters(folder / found, each)
        if each == ".." or same is None:
            return None
        found = f"{found}{same}/"
    here = folder / found
    stem = Path(name).stem.casefold()
    others = (each for each in _names(here) if Path(each).stem.casefold() == stem and is_asset(here / each))
    same = _same_letters(here, name) or min(others, default=None)
    return found + same if same is not None else None


def _same_letters(folder: Path, name: str) -> str | None:
    if os.path.lexists(folder / name):
        return name
    return next((each for each in _names(folder) if each.casefold() == name.casefold()), None)


def _names(folder: Path) -> list[str]:
    try:
        return sorted(each.name for each in folder.iterdir())
    except OSError:
        return []


UNFOUND = (MESH_MISSING, MESH_UNSAFE)
"""The codes of a mesh file that is missing, or that its document must not open."""
_MOST_ADVICE = 3


class _Unfound(Record, kw_only=False):
    """A missing mesh file, the first geometry that refers to it, and its diagnostic."""

    geometry: Geometry
    uri: str
    document: str | None
    diagnostic: Diagnostic


def report_later(robot: Robot, assets: Assets, report: Report) -> None:
    """Report the missing mesh files of a robot as warnings, when the report is read."""
    report.put_off(lambda: list(_grouped(_geometries(robot), assets, report)))


def report_now(robot: Robot, assets: Assets, report: Report) -> None:
    """Report the missing mesh files of a robot as warnings."""
    for each in _grouped(_geometries(robot), assets, report):
        if each not in report.diagnostics:
            report.diagnostics.append(each)


def report_textures(robot: Robot, assets: Assets, report: Report) -> None:
    """Report the missing textures of the materials of a robot in one warning; a note if no geometry has them."""
    uses = list(dict.fromkeys(_textures(robot)))
    unfound = [it for it in (_looked_for(Geometry(shape=None), *each, assets) for each in uses) if it is not None]
    missing = [each for each in unfound if each.diagnostic.code == MESH_MISSING.slug]
    if missing:
        which = f"{len(missing)} of {len(uses)} textures" if len(uses) > 1 else "a texture"
        are = "are" if len(missing) > 1 else "is"
        message = f"{which} {are} missing: {missing[0].diagnostic.message}"
        at = next((each.origin for _, each in _images(robot) if each.uri == missing[0].uri), None)
        materials = {name for name, each in _images(robot) if each.uri in {it.uri for it in missing}}
        is_seen = any(it.material is not None and it.material.name in materials for it in _geometries(robot))
        severity = None if is_seen else Severity.NOTE
        report.add(TEXTURE_MISSING, message, at, severity=severity, help=_help(missing, assets))


def _images(robot: Robot) -> Iterator[tuple[str, Texture]]:
    """Yield each texture, with the name of its material."""
    for name, material in robot.material_by_name.items():
        yield from ((name, each) for each in material.images.values())


def _textures(robot: Robot) -> Iterator[tuple[str, str | None]]:
    """Yield the URI of each texture, and the document that names it; not content of its own document."""
    for _, each in _images(robot):
        if each.uri and not each.uri.startswith("#"):
            yield each.uri, each.origin.document if each.origin is not None else None


def report_needed(robot: Robot, assets: Assets, report: Report, what: str) -> None:
    """Report the missing mesh files of a robot: as errors if an operation on its collision geometry needs them.

    The visual geometry of a link is used if it has no collision geometry.

    Args:
        what: The operation, for the message.
    """
    used = [each for link in robot.links for each in link.geometries]
    needed = list(_grouped(used, assets, report, f" that {what} needs"))
    report.diagnostics += [replace(each, severity=Severity.ERROR) for each in needed]
    if not needed:
        report_now(robot, assets, report)


def supersede(report: Report) -> None:
    """Drop warnings about missing mesh files if an error reports that some are needed."""
    slugs = {code.slug for code in UNFOUND}
    if any(each.code in slugs for each in report.errors):
        kept = (each for each in report if each.code not in slugs or each.severity is Severity.ERROR)
        report.diagnostics = list(kept)


def require_files(robot: Robot, assets: Assets, report: Report, what: str, allowed: Collection[str] = ()) -> None:
    """Refuse a robot without mesh files that an operation on its collision geometry needs.

    Args:
        what: The operation, for the message.
        allowed: Codes that ``fail_on`` ignores.

    Raises:
        ModelError: Files are missing; errors replace the warnings in the report.
    """
    found = Report()
    report_needed(robot, assets, found, what)
    errors = [each for each in found.errors if each.code not in allowed]
    if not errors:
        return
    codes = {code.slug: code for code in UNFOUND}
    report.diagnostics = [*(each for each in report if each.code not in codes), *errors]
    error = ModelError(codes[errors[0].code], errors[0].message, findings=errors[1:])
    error.diagnostic = errors[0]
    raise error


def _geometries(robot: Robot) -> list[Geometry]:
    return [each for link in robot.links for each in (*link.visuals, *link.collisions)]


def _grouped(geometries: Iterable[Geometry], assets: Assets, report: Report, needed: str = "") -> Iterator[Diagnostic]:
    """Yield one warning for each code, which replaces those about single files in the report."""
    files = list(_files(geometries))
    total, unfound = len(files), [each for it in files if (each := _looked_for(*it, assets)) is not None]
    report.group(each.diagnostic for each in unfound)
    for code in UNFOUND:
        affected = [each for each in unfound if each.diagnostic.code == code.slug]
        if affected:
            which = f"{len(affected)} of {total} mesh files{needed}" if total > 1 else f"a mesh file{needed}"
            are = "are" if len(affected) > 1 else "is"
            how = "missing" if code is MESH_MISSING else "not opened"
            message = f"{which} {are} {how}: {affected[0].diagnostic.message}"
            yield diagnose(code, message, affected[0].geometry.origin, help=_help(affected, assets))


def _files(geometries: Iterable[Geometry]) -> Iterator[tuple[Geometry, str, str | None]]:
    """Yield each file that geometries refer to, once, with the first of them; not content of their own document."""
    seen: set[tuple[str | None, str]] = set()
    for geometry in geometries:
        shape = geometry.shape
        file = shape.image if isinstance(shape, Heightmap) else shape
        uri = (file.uri or "").partition("#")[0] if isinstance(file, Texture | Mesh) else ""
        document = geometry.origin.document if geometry.origin is not None else None
        if uri and (document, uri) not in seen:
            seen.add((document, uri))
            yield geometry, uri, document


def _looked_for(geometry: Geometry, uri: str, document: str | None, assets: Assets) -> _Unfound | None:
    beside = str(PurePath(document).parent / uri) if document is not None else uri
    if assets.knows(beside):
        return None
    try:
        resolution = assets.resolve(uri, document)
    except MeshError as error:
        return _Unfound(geometry, uri, document, error.diagnostic)
    if resolution.path is not None:
        return None
    at = Origin(document) if document is not None else None
    return _Unfound(geometry, uri, document, diagnose(MESH_MISSING, description(uri, resolution, document), at))


def _help(unfound: list[_Unfound], assets: Assets) -> str | None:
    """Return the help for each of the packages that contain the files."""
    firsts: dict[str | None, _Unfound] = {}
    for each in unfound:
        firsts.setdefault(parse(each.uri).name, each)
    advice = [_advice(each, assets) for each in list(firsts.values())[:_MOST_ADVICE]]
    return " ".join(dict.fromkeys(filter(None, advice))) or None


def _advice(it: _Unfound, assets: Assets) -> str | None:
    if it.diagnostic.code != MESH_MISSING.slug:
        return it.diagnostic.help
    return advice(it.uri, assets.resolve(it.uri, it.document), it.document, assets)
