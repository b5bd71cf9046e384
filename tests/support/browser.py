"""A real browser for the tests of pages: Debian's Chromium, without a window; None where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
)
MISSING = "Chromium and its driver are not installed (Debian: chromium, chromium-driver)"


def is_there() -> bool:
    """Whether a browser and its driver are installed."""
    return shutil.which("chromium") is not None and shutil.which("chromedriver") is not None


@contextmanager
def opened(folder: Path, size: tuple[int, int] = (1400, 900), *more: str) -> Iterator[Chrome]:
    """The browser, with its own data in a folder; it is closed in the end."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (*FLAGS, f"--user-data-dir={folder}", f"--window-size={size[0]},{size[1]}", *more):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        driver.set_script_timeout(60)
        yield driver
    finally:
        driver.quit()
