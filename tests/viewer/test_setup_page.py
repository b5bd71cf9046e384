"""What is set up of a robot in the real page, and saved by its server; and the page on a narrow screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pages import Open, Page, shown
from real import FIXTURES
from visits import URDF, XRDF, arm, served

from robotfmt import check, read
from robotfmt.cli import main
from robotfmt.codes import NO_LIMITS, NO_PLACE
from robotfmt.diagnostics import Report
from robotfmt.formats.libraries import require
from robotfmt.model import Buffer, IgnoredPair
from robotfmt.model.record import replace
from robotfmt.viewer.page import make_page
from robotfmt.viewer.session import Session, open_session

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

UR10E = [FIXTURES / f"ur10e/ur10e{suffix}" for suffix in (".urdf", ".xrdf")]
SAID = "return app.header.words.textContent"
pytestmark = pytest.mark.slow


@contextmanager
def opened(browser: Chrome, session: Session) -> Iterator[Page]:
    """The page of a session, from its server."""
    with served(session) as site:
        browser.get(site.url)
        page = Page(browser)
        wait(page, "return Boolean(window.robotfmt?.tabs)")
        yield page


def wait(page: Page, script: str, seconds: float = 60) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    around = f"const app = window.robotfmt; {script}"
    WebDriverWait(page.driver, seconds, 0.05).until(lambda driver: driver.execute_script(around))


def save(page: Page) -> str:
    """What the page says when it has saved."""
    page.run("app.header.say(''); app.header.save.click()")
    wait(page, f"{SAID} !== ''")
    return str(page.run(SAID))


FILL = """
const [joint, name, value] = given;
const details = [...app.setup.element.querySelectorAll("details")].find((each) => each.dataset.joint === joint);
details.open = true;
const input = [...details.querySelectorAll("input")].find((each) => each.getAttribute("aria-label").startsWith(name));
input.value = value;
input.dispatchEvent(new Event("change"));
"""


def test_limits_default_positions_tool_frames_and_pairs_are_saved(browser: Chrome, tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    with opened(browser, open_session([documents], make_page)) as page:
        page.run("app.tabs.open('Setup')")
        for name, value in (("lower", "-0.5"), ("jerk", "90"), ("default", "0.25")):
            page.run(FILL, "j1", name, value)
        page.run(FILL, "j1", "upper", "-0.75")
        assert "above the upper limit" in page.run(SAID)
        assert page.run("return app.robot.setup.state.limits.get('j1').upper") == 1
        ends = "return [...app.element.querySelectorAll('[data-joint=j1] .ends span')].map((each) => each.textContent)"
        assert page.run(ends) == ["-0.5", "", "1"]
        page.run(
            "const [add] = app.setup.element.querySelectorAll('select'); add.value = 'upper'; add.onchange?.();"
            "add.dispatchEvent(new Event('change'))"
        )
        page.run(
            "[...app.setup.element.querySelectorAll('.tools button')].find((it) => it.textContent === 'First').click()"
        )
        page.run("app.tabs.open('Pairs'); app.pairs.element.querySelector('input[type=checkbox]').click()")
        assert "checked again (mine)" in page.run("return app.pairs.element.textContent")
        assert page.run("return app.robot.ignored.size") == 0
        page.run("app.choose({ robot: 0, link: 'upper' });")
        page.run(
            "const it = app.pairs.element.querySelector('select'); it.value = 'hand';"
            "it.dispatchEvent(new Event('change'))"
        )
        assert save(page).startswith("Saved arm.urdf, arm.xrdf.")
        assert save(page).startswith("Nothing has changed")
        page.run("for (let i = 0; i < 9; i++) app.robot.history.undo()")
        assert not page.run("return app.robot.history.canUndo")
        assert page.run("return [...app.robot.ignored.values()].map((each) => each.reason)") == ["mine"]
        written = [(tmp_path / f"arm{each}").read_text(encoding="utf-8") for each in (".urdf", ".xrdf")]
        assert save(page).startswith("Saved arm.urdf, arm.xrdf.")
        assert page.complaints == []
    assert written[0] == URDF.replace('lower="-1"', 'lower="-0.5"')
    expected = XRDF.replace("1e-1", "0.25").replace("[ 500 ]", "[ 90.0 ]").replace('["hand"]', '["upper", "hand"]')
    assert written[1] == expected.replace("base: [upper]  # mine", "upper: [hand]  # User")
    assert (tmp_path / "arm.urdf").read_text(encoding="utf-8") == URDF
    again = read(*documents)
    assert [(each.first, each.second, each.reason) for each in again.ignored_pairs] == [("base", "upper", "mine")]
    assert again.tool_frames == ("hand",)


def test_the_pose_of_the_sliders_becomes_the_default_one(browser: Chrome, tmp_path: Path) -> None:
    documents = arm(tmp_path, ".urdf", ".xrdf")
    with opened(browser, open_session([documents], make_page)) as page:
        page.run(
            "app.slide('j1', 0, 0.75); app.tabs.open('Setup');"
            "app.setup.element.querySelector('.buttons button').click()"
        )
        assert page.run("return [...app.robot.setup.state.defaults]") == [["j1", 0.75]]
        page.run("app.zero(); app.pose(app.robot.defaultPose)")
        assert page.run("return app.robot.motion.values.get('j1')") == [0.75]
        assert save(page).startswith("Saved arm.xrdf.")
    assert (tmp_path / "arm.xrdf").read_text(encoding="utf-8") == XRDF.replace("1e-1", "0.75")


def test_all_links_are_fitted_in_one_step(browser: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the page says what is missing."""
    session = open_session([arm(tmp_path, ".urdf", ".xrdf")], make_page)
    with opened(browser, session) as page:
        page.run("document.querySelector('.fits input').value = 9; app.editor.buttons.fit.click()")
        wait(page, f"{SAID}.includes('spheres on')", 120)
        assert page.run(SAID).endswith("spheres on 2 links")
        frames = page.run("return [...app.robot.spheres.frames].map(([name, each]) => [name, each.length])")
        assert {name for name, _ in frames} == {"upper", "hand"}
        assert 2 <= sum(number for _, number in frames) <= 10  # the one that only keeps a place is among them
        page.run("app.robot.history.undo()")
        assert page.run("return app.robot.spheres.isChanged") is False

        def missing(*_: object, **__: object) -> None:
            require(("no_such_library",), "fitting spheres")

        monkeypatch.setattr("robotfmt.spheres.fit", missing)
        page.run("app.header.say(''); app.editor.buttons.fit.click()")
        wait(page, f"{SAID}.includes('robotfmt[planning]')")
        assert len(page.complaints) == 1  # of the browser, that the server refused


ROWS = (
    "return [...app.editor.comparison.element.querySelectorAll('tbody tr')]"
    ".map((row) => [...row.cells].map((it) => it.textContent))"
)
SEEN = "return [app.view.showsOther, app.view.showsOwn]"


def test_the_spheres_before_and_after_a_fit_are_compared(browser: Chrome, tmp_path: Path) -> None:
    with opened(browser, open_session([arm(tmp_path, ".urdf", ".xrdf")], make_page)) as page:
        before = page.run("return app.robot.allSpheres()")
        page.run("document.querySelector('.fits input').value = 9; app.editor.buttons.fit.click()")
        wait(page, f"{SAID}.includes('spheres on')", 120)
        wait(page, f"{ROWS.replace('return ', 'const rows = ')}; return !rows.flat().includes('...')")
        rows = page.run(ROWS)
        now = page.run("return app.robot.allSpheres()")
        assert [row[:2] for row in rows] == [
            ["before", str(sum(map(len, before.values())))],
            ["now", str(sum(map(len, now.values())))],
        ]
        assert all(float(cell) >= 0 for row in rows for cell in row[1:]), rows
        assert rows[1][1:] == page.run(
            "const cells = app.links.element.querySelector('tr.total').cells;"
            "return [cells[1].textContent, ...[2, 4, 6].map((i) => Number(cells[i].textContent).toFixed(1))]"
        )
        for number, seen in enumerate(([False, True], [False, False])):
            page.run("app.editor.comparison.element.querySelectorAll('input')[given[0]].click()", number)
            assert page.run(SEEN) == seen
        page.run("app.editor.comparison.element.querySelector('button').click()")
        assert page.run("return app.robot.allSpheres()") == before
        assert page.run("return app.editor.comparison.element.hidden && app.view.otherView === null")
        page.run("app.robot.history.undo()")
        assert page.run("return app.robot.allSpheres()") == now
        assert page.complaints == []


def test_the_mounting_plane_is_shown(open_page: Open) -> None:
    robot = read(FIXTURES / "arm6" / "arm6.urdf")
    page = open_page(shown(robot))
    assert page.run("return app.robot.mount") == {"link": "base_link", "height": 0}
    assert "z = 0 mm" in page.run("return app.element.querySelector('.mount').textContent")
    page.run("app.element.querySelector('.mount input').click()")
    assert page.run("return app.view.plane.visible") is False
    page = open_page(shown(replace(robot, links=robot.links[:1], joints=())))  # of which nothing moves
    assert page.run("return [app.robot.mount, app.element.querySelector('.mount')]") == [None, None]


def test_pairs_of_one_reason_are_listed_and_drawn(open_page: Open) -> None:
    pairs = (
        IgnoredPair(first="base_link", second="shoulder", reason="Adjacent"),
        IgnoredPair(first="base_link", second="hand", reason="Never: free in 100 poses"),
        IgnoredPair(first="base_link", second="wrist", reason="Never: free in 200 poses"),
        IgnoredPair(first="shoulder", second="forearm"),
    )
    robot = replace(read(FIXTURES / "arm6" / "arm6.urdf"), ignored_pairs=pairs)
    page = open_page(shown(robot))
    page.run("app.tabs.open('Pairs')")
    chips = "[...app.pairs.element.querySelectorAll('.reasons button')]"
    assert page.run(f"return {chips}.map((it) => it.textContent)") == ["Never 2", "Adjacent 1", "no reason given 1"]
    for place, count in ((0, 2), (0, 4), (2, 1)):
        page.run(f"{chips}[given[0]].click()", place)
        assert page.run("return app.pairs.element.querySelectorAll('.ignored li').length") == count
        lines = page.run("return app.view.lines.geometry.attributes.position.count / 2")
        assert lines == (count if count < 4 else 0)


def test_the_page_has_what_check_finds(browser: Chrome, tmp_path: Path) -> None:
    """Also by the rules of a format; what names a link without being about it leads there."""
    with opened(browser, open_session([list(map(str, UR10E))], make_page)) as page:
        codes = page.run("return app.robot.diagnostics.map((each) => each.code)")
        (checked,) = check(*UR10E)
        assert set(codes) == {each.code for each in checked.report}
        assert len(codes) == len(set(codes))
        row = "[...app.findings.element.querySelectorAll('li')].find((it) => it.textContent.includes('no spheres'))"
        page.run(f"app.tabs.open('Findings'); {row}.click()")
        assert page.run("return app.chosen") == {"robot": 0, "link": "base_link"}


def test_a_document_that_cannot_be_changed_locks_its_values(browser: Chrome, tmp_path: Path) -> None:
    made = tmp_path / "ur.dae"
    assert main(["convert", str(UR10E[0]), str(made), "-q"]) == 0
    with opened(browser, open_session([[str(made)]], make_page)) as page:
        page.run("app.tabs.open('Setup')")
        text = page.run("return app.setup.element.textContent")
        assert "Limits are from ur.dae, which cannot be changed in place." in text
        off = "return [...app.setup.element.querySelectorAll('details input')].slice(0, 4).map((each) => each.disabled)"
        assert page.run(off) == [True] * 4


def test_a_page_without_a_server_only_shows_the_setup_and_its_buffers(open_page: Open) -> None:
    robot = read(*UR10E)
    use = robot.world_collision
    assert use is not None
    frame = robot.sphere_sets[0].frames[0].frame
    robot = replace(robot, world_collision=replace(use, buffers=(Buffer(frame=frame, distance=0.0125),)))
    page = open_page(shown(robot))
    assert page.run("return app.view.bones") is None  # there is geometry
    page.run("app.tabs.open('Setup')")
    controls = "document.querySelectorAll('.setup input, .setup select, .setup button')"
    found = page.run(f"return [...{controls}].map((it) => it.disabled)")
    assert len(found) > 30
    assert all(found)
    page.run("app.tabs.open('Pairs')")
    assert page.run("return [...document.querySelectorAll('.pairs input[type=checkbox]')].every((it) => it.disabled)")
    assert "robotfmt view" in page.run("return app.setup.element.textContent")
    page.run("app.select([{ frame: given[0], index: 0 }])", frame)
    assert "buffer 12.5 against the world" in page.run("return app.editor.hint.textContent")


def test_a_robot_without_geometry_is_shown_as_lines_from_link_to_link(open_page: Open) -> None:
    robot = read(UR10E[0])
    bare = replace(robot, links=tuple(replace(each, visuals=(), collisions=()) for each in robot.links))
    page = open_page(shown(bare))
    points = "return [...app.view.bones.geometry.attributes.position.array]"
    before = page.run(points)
    assert len(before) == 6 * len(robot.joints)
    page.run("app.slide('shoulder_lift_joint', 0, -1)")
    assert page.run(points) != before
    assert "No geometry" in page.run("return document.querySelector('.caption').textContent")


# What was found


def test_findings_are_grouped_with_help_and_the_page_of_the_code(open_page: Open) -> None:
    report = Report()
    for name in ("shoulder_pan_joint", "elbow_joint"):
        report.add(NO_LIMITS, f"joint '{name}': <i>no</i> limits", subject=f"joint/{name}/lower")
    report.add(NO_PLACE, "something is lost")
    page = open_page(shown(read(UR10E[0]), report=report), report=True)
    assert page.run("return app.tabs.current") == "Findings"
    rows = page.run("return [...document.querySelectorAll('.findings > ul > li')].map((each) => each.innerText)")
    assert len(rows) == 2
    whole = next(each for each in rows if "limits" in each)
    assert "all 2" in whole
    assert "help: " in whole
    page.run("document.querySelectorAll('.findings details').forEach((each) => { each.open = true; })")
    wait(page, "return document.querySelectorAll('.findings .page p').length > 2")
    members = page.run("return [...document.querySelectorAll('.member')].map((each) => each.textContent.trim())")
    assert members == [f"joint '{name}': <i>no</i> limits" for name in ("shoulder_pan_joint", "elbow_joint")]
    page.run("document.querySelectorAll('.member')[1].click()")
    assert page.run("return app.chosen") == {"robot": 0, "link": "forearm_link"}
    text = page.run("return document.querySelector('.findings').textContent")
    assert "every loss is named" in text  # of the page of convert.no-place
    assert page.run("return document.querySelectorAll('.findings code').length") > 0
    assert page.complaints == []


def test_the_report_opens_on_the_findings(browser: Chrome, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    assert main(["convert", *map(str, UR10E), str(tmp_path / "a.dae"), "--report", str(report), "-q"]) == 0
    browser.get(report.as_uri())
    page = Page(browser)
    wait(page, "return Boolean(window.robotfmt?.tabs)")
    assert page.run("return document.querySelector('.findings').offsetHeight") > 50
    assert page.run("return document.querySelector('.editor').offsetHeight") == 0
    page.run("app.tabs.open('Links')")
    assert page.run("return document.querySelector('.editor').offsetHeight") > 50


# Narrow screens

CUT = """
const wide = document.documentElement.clientWidth;
const names = ["header", ".editor", ".tabs", ".setup", ".findings", ".pairs", ".joints"].map((each) => `${each} *`);
const parts = [...document.querySelectorAll(names.join())].filter((it) => it.offsetParent !== null);
const cut = parts.filter((it) => it.getBoundingClientRect().right > wide + 1);
return cut.map((it) => it.outerHTML.slice(0, 80));
"""


def test_nothing_is_cut_at_390_pixels(browser: Chrome, open_page: Open) -> None:
    size = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        report = Report()
        report.add(NO_LIMITS, "a finding of " + "one_very_long_name_" * 9)
        page = open_page(shown(read(*UR10E), report=report))
        assert page.run("return document.documentElement.scrollWidth") == 390
        for tab in ("Joints", "Links", "Pairs", "Setup", "Findings"):
            page.run(
                "app.tabs.open(given[0]); const [frame] = app.robot.spheres.frames.keys();"
                "app.select([{ frame, index: 0 }])",
                tab,
            )
            page.run(
                "app.tabs.open(given[0]); document.querySelectorAll('details').forEach((it) => { it.open = true; })",
                tab,
            )
            assert page.run(CUT) == [], tab
            fields = "[...document.querySelectorAll('input[type=number]')].filter((it) => it.offsetParent)"
            widths = page.run(f"return {fields}.map((it) => it.offsetWidth)")
            assert min(widths, default=99) >= 56, tab
        lines = page.run("return document.querySelector('.findings .message').getBoundingClientRect().width")
        assert lines > 300
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
