"""Several robots in one document: ``<robot>`` elements in a root of any name, or in one of their own kind.

No standard says where they stand. A document whose links are not connected is one robot in several parts, as it is
for MuJoCo and Drake.
"""

from __future__ import annotations

from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element


def robots_in(document: Document) -> list[Document]:
    """Return the robots of a document, each as a document of its own. A ``<robot>`` is one unless it only holds
    others.
    """
    root = document.root
    inner = [each for each in root.findall("robot") if root.tag != "robot" or _has_links(each)]
    if root.tag == "robot" and not inner:
        return [document]
    parts = [document.part(each) for each in inner]
    return [document, *parts] if root.tag == "robot" and _has_links(root) else parts


def _has_links(element: Element) -> bool:
    return element.find("link") is not None
