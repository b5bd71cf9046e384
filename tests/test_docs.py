"""The site of the documentation is built, without a complaint, from the pages and from the code."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import robotfmt
from robotfmt.formats.catalogue import all_codes

ROOT = Path(__file__).resolve().parent.parent
BUILD = runpy.run_path(str(ROOT / "docs" / "build.py"))


def test_links_to_documents_next_to_the_code_lead_to_their_pages() -> None:
    linked = BUILD["linked"]
    given = (
        "[a](../converters/robotfmt_urdf/MAPPING.md) [b](check.md#x) ![c](../fixtures/pictures/arm6.png)"
        " [d](../pyproject.toml)"
    )
    expected = "[a](reference/urdf.md) [b](check.md#x) ![c](pictures/arm6.png) d"
    assert linked(given, "convert.md", "docs/convert.md") == expected
    assert linked("[a](MAPPING.md)", "reference/xrdf-rules.md", "converters/robotfmt_xrdf/RULES.md") == "[a](xrdf.md)"


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [page for page in BUILD["pages"]() if not page.startswith("reference/codes/")]
    assert not [page for page in pages if page not in navigation]


def test_the_reference_has_every_public_name_and_package_in_the_order_of_use() -> None:
    pages = BUILD["pages"]()
    assert set(BUILD["NAMES"]) == set(robotfmt.__all__)
    assert {*BUILD["PACKAGES"]} == {*dir(robotfmt)} - {*robotfmt.__all__, "__version__"}
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert re.findall(r"reference/python-(\w+)\.md", navigation) == list(BUILD["PACKAGES"])
    for name in ("fit", "measure", "fit_mesh"):
        assert f"\n::: robotfmt.spheres.{name}\n" in pages["reference/python-spheres.md"][1]
    assert "\n::: robotfmt.errors.UsageError\n" in pages["reference/python-errors.md"][1]


def test_every_code_has_its_page() -> None:
    text, pages = "\n".join(BUILD["codes"]()), BUILD["pages"]()
    for slug, code in all_codes().items():
        assert f"[`{slug}`](codes/{slug}.md)" in text
        page = pages[f"reference/codes/{slug}.md"][1]
        assert page.startswith(f"# {slug}\n")
        assert code.explanation in re.sub(r"\[(`[^`]+`)\]\(codes/[^)]*\)", r"\1", page)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_site_is_built() -> None:
    pytest.importorskip("zensical")
    done = subprocess.run([sys.executable, "docs/build.py"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    front = (ROOT / "build" / "site" / "index.html").read_text(encoding="utf-8")
    assert "robotfmt" in front
    assert "pictures/view.jpg" in front
    assert (ROOT / "build" / "site" / "reference" / "codes" / "robot.cycle" / "index.html").exists()
