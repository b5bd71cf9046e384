"""Messages for a file that was not found: everything that was tried, and possible remedies."""

from __future__ import annotations

import os
from pathlib import Path
from shlex import quote

from .files import is_folder
from .locations import Resolution, Tried, document_folders, is_asset
from .packages import ABOVE
from .resolver import Assets
from .uris import map_advice, parse


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
