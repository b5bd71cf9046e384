"""Several robots in one document: ``<robot>`` elements in a root of any name, or in another ``<robot>``.

No standard defines this. A document whose links are not connected is one robot in several parts, as in MuJoCo and
Drake.
"""

from __future__ import annotations

from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element


def robots_in(document: Document) -> list[Document]:
    """Return each robot of a document as a separate document. A ``<robot>`` that only contains others is not one."""
    root = document.root
    inner = [each for each in root.findall("robot") if root.tag != "robot" or _has_links(each)]
    if root.tag == "robot" and not inner:
        return [document]
    parts = [document.part(each) for each in inner]
    return [document, *parts] if root.tag == "robot" and _has_links(root) else parts


def _has_links(element: Element) -> bool:
    return element.find("link") is not None
