"""The process that makes the binary form of a stage."""

from __future__ import annotations

import os

from robotfmt.processes.child import Asker, limit

_FILES = 64


def main() -> None:
    """Export the requested text in binary form."""
    asker = Asker()
    request = asker.listen()
    os.environ["PXR_WORK_THREAD_LIMIT"] = "1"
    limit(request["seconds"], request["memory"], _FILES, request["bytes"])
    try:
        from .openusd import Sdf, UsdUtils

        Sdf.Layer.FindOrOpen(request["text"]).Export(request["binary"])
        if request["archive"]:
            UsdUtils.CreateNewUsdzPackage(request["binary"], request["archive"])
    except (ImportError, RuntimeError, MemoryError) as error:
        asker.send({"kind": "failed", "message": " ".join(str(error).split())[:300]})
    else:
        asker.send({})
