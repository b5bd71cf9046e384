"""The browser, once for all tests of pages, and pages in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser import MISSING, is_there, opened
from pages import Open, Page

from robotfmt.viewer.page import make_page
from robotfmt.viewer.shown import Shown

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

SIZE = (1000, 600)
"""The window, in pixels: each is worked out by the processor."""
_DRAWN = "return performance.getEntriesByName('first-frame').length > 0"


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Chromium, where it is installed."""
    if not is_there():
        pytest.skip(MISSING)
    with opened(tmp_path_factory.mktemp("browser"), SIZE) as driver:
        yield driver


@pytest.fixture(autouse=True)
def left(request: pytest.FixtureRequest) -> Iterator[None]:
    """The page of a test is left at its end: it would go on measuring and drawing beneath what follows."""
    yield
    if "browser" in request.fixturenames:
        request.getfixturevalue("browser").get("about:blank")


@pytest.fixture
def open_page(browser: Chrome, tmp_path: Path) -> Open:
    """Makes a page of robots and opens it as a file."""

    def made(*robots: Shown, change: Callable[[str], str] = str, **more: Any) -> Page:
        from selenium.webdriver.support.ui import WebDriverWait

        path = tmp_path / "page.html"
        path.write_text(change(make_page(robots, title="Test", **more)), encoding="utf-8")
        browser.get(path.as_uri())
        WebDriverWait(browser, 30, 0.05).until(lambda driver: driver.execute_script(_DRAWN))
        return Page(browser)

    return made
