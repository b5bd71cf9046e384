"""The table of ``robotfmt info --meshes``, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from ..surfaces.listing import ListedMesh
from .console import counted


def table(meshes: list[ListedMesh]) -> Iterator[str]:
    """Yield a row for each mesh, followed by lines with its path and its oddities; then the totals."""
    if meshes:
        yield f"{'triangles':>9}  {'size in m':22} {'kB':>7}  mesh"
    for each in meshes:
        triangles = each.triangles if each.triangles is not None else "-"
        size = " x ".join(f"{side:.3g}" for side in each.size) if each.size is not None else "-"
        yield f"{triangles:>9}  {size:22} {_kilobytes(each.bytes):>7}  {each.uri or '(without a URI)'}"
        yield from (f"{' ' * 42}{line}" for line in _remarks(each))
    yield _totals(meshes)


def _remarks(it: ListedMesh) -> Iterator[str]:
    yield "; ".join(f"{' and '.join(kinds)} of {link}" for link, kinds in it.uses.items())
    if it.path is not None:
        yield f"-> {it.path}"
    if it.scale not in (None, (1.0, 1.0, 1.0)):
        yield f"scaled by {' '.join(f'{each:g}' for each in it.scale)}"
    if it.conventions is not None:
        yield str(it.conventions)
    if it.is_huge:
        yield 'probably in millimetres: give it scale="0.001 0.001 0.001"'
    for each in it.diagnostics:
        yield each.message
        if it.triangles is None and each.help is not None:
            yield f"help: {each.help}"


def _totals(meshes: list[ListedMesh]) -> str:
    files = {each.path: each.bytes for each in meshes if each.path is not None}
    size = sum(each for each in files.values() if each is not None)
    uses = sum((each.triangles or 0) * sum(map(len, each.uses.values())) for each in meshes)
    number = f"{len(meshes)} mesh{'es' if len(meshes) != 1 else ''}"
    summary = f"{number} in {counted(len(files), 'file')} of {_kilobytes(size)} kB; {uses} triangles in all uses"
    absent = sum(each.triangles is None for each in meshes)
    return f"{summary}; {absent} without a surface" if absent else summary


def _kilobytes(size: int | None) -> str:
    return f"{size / 1000:.0f}" if size is not None else "-"


def record(it: ListedMesh) -> dict[str, object]:
    """Return a mesh as a JSON object."""
    conventions = it.conventions
    return {
        "uri": it.uri,
        "uses": it.uses,
        "path": str(it.path) if it.path is not None else None,
        "format": it.path.suffix[1:].lower() if it.path is not None else None,
        "bytes": it.bytes,
        "triangles": it.triangles,
        "size": it.size,
        "scale": it.scale,
        "unit": conventions.unit if conventions is not None else None,
        "up": conventions.up if conventions is not None else None,
        "diagnostics": [each.record() for each in it.diagnostics],
    }
