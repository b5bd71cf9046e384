"""Documents around OpenRAVE's extras, for the tests of the extras."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from robotfmt.codes import FOR_ANOTHER_PROGRAM, NOT_UNDERSTOOD
from robotfmt.context import Context
from robotfmt.documents.source import Source
from robotfmt.documents.xml.document import Document
from robotfmt.documents.xml.element import Element
from robotfmt.documents.xml.nodes import Node, local_name
from robotfmt.model import Axis, Joint, JointType, Limits, Link, Pose, Robot
from robotfmt_collada.document.addresses import Index
from robotfmt_collada.document.others import Others
from robotfmt_collada.document.producer import ROBOTFMT, Producers
from robotfmt_collada.parts.body import Body, Ids
from robotfmt_collada.parts.formulas import read_formulas
from robotfmt_collada.parts.links import read_model, write_model

NAMESPACE = "http://www.collada.org/2008/03/COLLADASchema"
SPOT = "zz_unknown"
"""What is injected into elements, to see whether it survives."""


def chain(*sids: str, axes: int = 1, inside: str = "") -> str:
    """A kinematics model of links and joints by turns; each is called by its sid in capitals."""
    joints = "".join(_joint(sid, axes) for sid in sids[1::2])
    links = f'<link sid="{sids[-1]}" name="{sids[-1].upper()}"/>'
    for joint, link in zip(reversed(sids[1::2]), reversed(sids[:-1:2]), strict=True):
        attached = f'<attachment_full joint="kmodel0/{joint}">{links}</attachment_full>'
        links = f'<link sid="{link}" name="{link.upper()}">{attached}</link>'
    common = f"<technique_common>{joints}{links}</technique_common>"
    return f'<kinematics_model id="kmodel0" name="robot">{common}{inside}</kinematics_model>'


def _joint(sid: str, axes: int) -> str:
    limits = "<limits><min>-90</min><max>90</max></limits>"
    each = (f'<revolute sid="axis{n}"><axis>0 0 1</axis>{limits}</revolute>' for n in range(axes))
    return f'<joint sid="{sid}" name="{sid.upper()}">{"".join(each)}</joint>'


def document(model: str, *, system: str = "", instance: str = "", root: str = "", tool: str = ROBOTFMT) -> str:
    """A document of a model, with extras at an articulated system, at its instance, and at the end."""
    return f"""<COLLADA xmlns="{NAMESPACE}" version="1.5.0">
<asset><contributor><authoring_tool>{tool}</authoring_tool></contributor><unit meter="1"/></asset>
<library_kinematics_models>{model}</library_kinematics_models>
<library_articulated_systems><articulated_system id="body0"><kinematics>
<instance_kinematics_model url="#kmodel0" sid="kmodel0_inst"/></kinematics>{system}</articulated_system>
</library_articulated_systems><library_kinematics_scenes><kinematics_scene id="kscene">
<instance_articulated_system url="#body0" sid="body0_inst">{instance}</instance_articulated_system>
</kinematics_scene></library_kinematics_scenes>{root}</COLLADA>"""


@dataclass
class Loaded:
    """A document whose links and joints were read, and its extras in all places."""

    document: Document
    body: Body
    extras: list[Element]

    def of(self, kind: str) -> list[Element]:
        """The extras of a type."""
        return [extra for extra in self.extras if extra.peek("type") == kind]

    @property
    def codes(self) -> list[str]:
        """What was said, other than that something stays in the ledger."""
        passed = (NOT_UNDERSTOOD.slug, FOR_ANOTHER_PROGRAM.slug)
        return [each.code for each in self.document.report if each.code not in passed]

    def left(self) -> list[tuple[str, str, str]]:
        """Kind, name and content of what stays in the ledger."""
        return [(each.kind.value, each.name, each.content) for each in self.document.leftovers()]


def load(text: str | bytes) -> Loaded:
    """Read the links and joints of a document; all but its extras counts as read."""
    context = Context(options={"speed_units": "auto", "write_speeds": "degrees", "mass_frame": "auto"})
    data = text.encode() if isinstance(text, str) else text
    others = Others(Source("robot.dae", data), context)
    read = others.main
    index = Index(read, others)
    body = Body(index, Producers(context), context)
    for model in index.all("kinematics_model"):
        read_model(body, model, Pose())
        read_formulas(body, model)
    _take_rest(read.root)
    owners = ("kinematics_model", "articulated_system", "instance_articulated_system")
    extras = [each for tag in owners for owner in index.all(tag) for each in owner.children]
    return Loaded(read, body, [each for each in extras if each.tag == "extra"])


def _take_rest(top: Element) -> None:
    pending = [top]
    while pending:
        element = pending.pop()
        element.take_text()
        for name in element.attributes:
            element.attribute(name)
        pending.extend(child for child in element.children if child.tag not in ("extra", "newparam"))


def robot(links: int = 4, **axis: Limits | bool | None) -> Robot:
    """Links l0, l1, ... in a row, with the joints j0, j1, ... between them."""
    return Robot(
        name="robot",
        links=tuple(Link(name=f"l{number}") for number in range(links)),
        joints=tuple(
            Joint(
                name=f"j{number}",
                type=JointType.REVOLUTE,
                parent=f"l{number}",
                child=f"l{number + 1}",
                axes=(Axis(direction=(0.0, 0.0, 1.0), **axis),),  # type: ignore[arg-type]
            )
            for number in range(links - 1)
        ),
    )


def written(
    robot: Robot,
    ids: Ids,
    *,
    model: list[Node] | None = None,
    system: list[Node] | None = None,
    root: list[Node | None] | None = None,
) -> bytes:
    """The document of a robot, with what was written of its extras."""
    kinematics = etree.tostring(write_model(robot, ids, [], model or [])).decode()
    extras = "".join(etree.tostring(node).decode() for node in system or [])
    end = "".join(etree.tostring(node).decode() for node in root or [] if node is not None)
    return document(kinematics, system=extras, root=end).encode()


def plain(node: Node | None) -> str:
    """A written element as text, for comparison with what was expected."""
    assert node is not None
    return etree.tostring(node).decode()


def compact(text: str) -> str:
    """An expectation without the white space between its elements."""
    parser = etree.XMLParser(remove_blank_text=True)
    return etree.tostring(etree.fromstring(text, parser)).decode()


def injected(text: str) -> Iterator[tuple[str, str]]:
    """The document with an unknown attribute, then an unknown child, in each element of its extras."""
    count = sum(1 for _ in _inside_extras(etree.fromstring(text)))
    for number in range(count):
        for child in (False, True):
            root = etree.fromstring(text)
            element = list(_inside_extras(root))[number]
            if child:
                element.append(etree.SubElement(element, f"{{{NAMESPACE}}}{SPOT}"))
            else:
                element.set(SPOT, "1")
            yield (
                f"{'child' if child else 'attribute'} in {local_name(element)}",
                etree.tostring(root).decode(),
            )


def _inside_extras(root: Node) -> Iterator[Node]:
    extra = f"{{{NAMESPACE}}}extra"
    for element in root.iter(f"{{{NAMESPACE}}}*"):
        if element.tag == extra or next(element.iterancestors(extra), None) is not None:
            yield element
