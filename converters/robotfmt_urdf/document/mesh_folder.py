"""``<mujoco>``: the folder in which MuJoCo's reader of URDF searches meshes.

With ``strippath``, which was the default for URDF before MuJoCo 3.7, it searches them by their names only.
"""

from __future__ import annotations

from robotfmt.context import Context
from robotfmt.documents.xml.element import Element


def search_meshes(root: Element, context: Context) -> None:
    """Let meshes that are nowhere else be found where MuJoCo's reader finds them."""
    block = root.find("mujoco")
    compiler = block.find("compiler") if block is not None else None
    if compiler is not None:
        folder = compiler.peek("meshdir") or compiler.peek("assetdir") or ""
        given = compiler.peek("strippath")
        context.assets.search(root.document.name, folder, by_name=given == "true" if given is not None else None)
