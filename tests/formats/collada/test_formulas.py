"""Formulas that are called and instanced, with parameters and derivatives, in numbers worked out by hand."""

from __future__ import annotations

import pytest
from extras import chain, document
from reading import read_text, write_bytes

from robotfmt.diagnostics import Report
from robotfmt.model import FormulaCoupling, Number, Operation, Partial, Robot, Variable

MATH = '<math xmlns="http://www.w3.org/1998/Math/MathML">{}</math>'


def _math(inside: str) -> str:
    return MATH.format(inside)


def _apply(operator: str, *operands: str) -> str:
    return f"<apply><{operator}/>{''.join(operands)}</apply>"


def _name(text: str, url: str = "") -> str:
    at = f' definitionURL="{url}"' if url else ""
    return f'<csymbol encoding="COLLADA"{at}>{text}</csymbol>'


def _formula(inside: str, target: str = "kmodel0/j1") -> str:
    return f"<formula><target><param>{target}</param></target>{inside}</formula>"


def _common(expression: str) -> str:
    return f"<technique_common>{_math(expression)}</technique_common>"


def _read(formulas: str, library: str = "", report: Report | None = None, axes: int = 1) -> Robot:
    model = chain("l0", "j0", "l1", "j1", "l2", axes=axes)
    model = model.replace("</technique_common></kinematics_model>", f"{formulas}</technique_common></kinematics_model>")
    root = f"<library_formulas id='lib'>{library}</library_formulas>" if library else ""
    return read_text(document(model, root=root), "collada", report)


def _driven(robot: Robot) -> FormulaCoupling:
    coupling = robot.joints[1].coupling
    assert isinstance(coupling, FormulaCoupling)
    return coupling


PRODUCT = f"""<formula id="product"><newparam sid="a"/><newparam sid="b"/>{
    _common(_apply("plus", _apply("times", _name("a"), _name("b")), "<cn>1</cn>"))
}</formula>"""


LOOP = PRODUCT.replace("<cn>1</cn>", f"<apply>{_name('f', '#product')}{_name('a')}{_name('b')}</apply>")


def test_a_formula_of_the_library_is_written_out_where_it_is_called() -> None:
    call = f"<apply>{_name('product', '#product')}{_name('kmodel0/j0')}<cn>3</cn></apply>"
    robot = _read(_formula(_common(call)), PRODUCT)
    product = Operation("times", (Variable("J0"), Number(3.0)))
    assert _driven(robot).expression == Operation("plus", (product, Number(1.0)))
    assert robot.extensions == ()
    assert "definitionURL" not in write_bytes(robot, "collada").decode()


def test_calls_within_calls() -> None:
    inner = f"<apply>{_name('f', '#product')}<cn>2</cn>{_name('kmodel0/j0')}</apply>"
    call = f"<apply>{_name('f', '#product')}{inner}<cn>10</cn></apply>"
    robot = _read(_formula(_common(call)), PRODUCT)
    product = Operation("times", (Number(2.0), Variable("J0")))
    assert _driven(robot).expression == Operation(
        "plus",
        (
            Operation("times", (Operation("plus", (product, Number(1.0))), Number(10.0))),
            Number(1.0),
        ),
    )


@pytest.mark.parametrize(
    ("library", "call"),
    [
        (PRODUCT, f"<apply>{_name('f', '#product')}<cn>2</cn></apply>"),
        (PRODUCT, f"<apply>{_name('f', '#nil')}<cn>2</cn></apply>"),
        (
            LOOP,
            f"<apply>{_name('f', '#product')}<cn>2</cn><cn>3</cn></apply>",
        ),
    ],
    ids=["too few values", "no such formula", "refers to itself"],
)
def test_calls_that_mean_nothing_are_kept(library: str, call: str) -> None:
    report = Report()
    robot = _read(_formula(_common(call)), library, report)
    assert robot.joints[1].coupling is None
    assert report.having("collada.bad-formula")
    assert {"formula", "library_formulas"} >= {each.name for each in robot.extensions} >= {"formula"}


def test_a_formula_that_grows_with_every_call_is_refused_at_once() -> None:
    twice = f'<formula id="f"><newparam sid="a"/>{_common(_apply("plus", _name("a"), _name("a")))}</formula>'
    call = _name("kmodel0/j0")
    for _ in range(60):
        call = f"<apply>{_name('f', '#f')}{call}</apply>"
    report = Report()
    assert _read(_formula(_common(call)), twice, report).joints[1].coupling is None
    assert "too large" in report.having("collada.bad-formula")[0].message


SCREW = f"""<formula id="screw" sid="screw"><newparam sid="driven"><SIDREF>kmodel0/j1</SIDREF></newparam>
<newparam sid="value"><float>0</float></newparam><newparam sid="pitch"><float>0.5</float></newparam>
<target><param>driven</param></target>{_common(_apply("times", _name("value"), _name("pitch")))}</formula>"""


def test_a_formula_with_values_of_its_own() -> None:
    robot = _read(SCREW)
    assert _driven(robot).expression == Operation("times", (Number(0.0), Number(0.5)))
    assert robot.extensions == ()


def test_an_instance_sets_the_parameters() -> None:
    instance = """<instance_formula url="#screw" sid="mine"><setparam ref="value"><SIDREF>kmodel0/j0</SIDREF></setparam>
    <setparam ref="pitch"><int>2</int></setparam></instance_formula>"""
    robot = _read(SCREW + instance)
    assert _driven(robot).expression == Operation("times", (Variable("J0"), Number(2.0)))
    assert robot.extensions == ()


def test_an_instance_of_nothing_is_kept() -> None:
    report = Report()
    robot = _read('<instance_formula url="#nil"/>', report=report)
    assert [each.name for each in robot.extensions] == ["instance_formula"]
    assert report.having("collada.unresolved")


def test_derivatives_by_any_axis_read_and_written() -> None:
    position = f'<equation type="position">{_math(_name("kmodel0/j0/axis1"))}</equation>'
    first = f'<equation type="first_partial" target="kmodel0/j0/axis1">{_math("<cn>1</cn>")}</equation>'
    second = f'<equation type="second_partial" target="kmodel0/j0">{_math("<cn>0</cn>")}</equation>'
    other = f'<equation type="third_partial" target="kmodel0/j0">{_math("<cn>7</cn>")}</equation>'
    technique = f'<technique profile="OpenRAVE">{position}{first}{second}{other}</technique>'
    robot = _read(_formula(technique), axes=2)
    coupling = _driven(robot)
    assert coupling.expression == Variable("J0", 1)
    assert coupling.first_partials == (Partial(joint="J0", axis=1, expression=Number(1.0)),)
    assert coupling.second_partials == (Partial(joint="J0", axis=0, expression=Number(0.0)),)
    assert ["third_partial" in each.content for each in robot.extensions] == [True]
    assert _driven(read_text(write_bytes(robot, "collada"), "collada")) == coupling
