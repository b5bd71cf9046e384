"""The file references of an output: to the original files, or to copies of them."""

from __future__ import annotations

import os
from pathlib import Path

from ..assets.locations import document_root, located
from ..assets.output_folder import MeshFolder, keeps_name
from ..codes import FILE_LEFT_BEHIND, FILE_OUTSIDE
from ..context import Context
from ..errors import MeshError
from ..model import Mesh, Origin


class References:
    """The references of a document to write.

    Args:
        document: The document.
        folder: The folder of copies.
        copies: True to copy files instead of referring to the originals.
        context: Finds the files, and has the report.
    """

    def __init__(self, document: Path, folder: MeshFolder, copies: bool, context: Context) -> None:
        self._home = document.absolute().parent
        self._folder, self._copies, self._context = folder, copies, context
        self._is_outside_reported = False

    def kept(self, mesh: Mesh, origin: Origin | None) -> str | None:
        """Return the file that an embedded mesh came from, if it still exists, or is in a package that may be
        elsewhere.
        """
        if self._copies or mesh.source is None or origin is None:
            return None
        path = located(mesh.source, origin.document)
        return mesh.source if path is None or path.is_file() else None

    def moved(self, uri: str, origin: Origin | None) -> str:
        """Return the URI of the same file relative to the new document."""
        path = located(uri, origin.document) if origin is not None else None
        if origin is None or path is None or Path(origin.document).absolute().parent == self._home:
            return uri.replace("\\", "/")
        if not path.is_relative_to(document_root(self._home)) and not self._is_outside_reported:
            self._is_outside_reported = True
            self._context.report.add(FILE_OUTSIDE, f"'{path}' stays where it is", origin)
        return self._relative(path)

    def copied(self, uri: str, origin: Origin | None) -> str | None:
        """Return the URI of a copy; None, with a report, if the file does not exist."""
        try:
            path, data = self._context.assets.load(uri, origin.document if origin is not None else None)
        except MeshError as error:
            self._context.report.extend_with(error.diagnostic)
            return None
        return self._folder.add(path.name, data, self._companions(path, data, origin), path.parent)

    def _companions(self, path: Path, data: bytes, origin: Origin | None) -> dict[str, bytes]:
        """Return the companions of a file; those that cannot be copied are reported."""
        from ..mesh.companions import companions

        def missed(owner: str, name: str) -> None:
            what = f"'{owner}' refers to '{name}', which does not exist, or is outside the permitted folders"
            self._context.report.add(FILE_LEFT_BEHIND, what, origin)

        found = companions(path, data, self._context.assets, missed)
        for name in [each for each in found if not keeps_name(each)]:
            del found[name]
            what = f"'{path.name}' refers to '{name}', a file name that some systems do not allow"
            self._context.report.add(FILE_LEFT_BEHIND, what, origin)
        return found

    def _relative(self, path: Path) -> str:
        return Path(os.path.relpath(path, self._home)).as_posix()
