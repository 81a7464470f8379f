"""A real browser for tests: Debian's Chromium driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

FOUND = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MISSING = "there is no browser: to run these tests, install one, for example with 'apt-get install chromium'"
WIDTHS = {"phone": (390, 844), "desktop": (1280, 900)}
PATIENCE = 60_000  # milliseconds


def require_browser() -> None:
    """Skip where there is no browser; in CI that is a failure."""
    if FOUND is None and (os.environ.get("KIBITZ_NEEDS_BROWSER") or os.environ.get("CI")):
        pytest.fail(MISSING)
    if FOUND is None:
        pytest.skip(MISSING)


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    require_browser()
    with sync_playwright() as started:
        made = started.chromium.launch(executable_path=FOUND, args=["--no-sandbox"])
        yield made
        made.close()


@contextmanager
def page_of(
    opened: Browser, width: str, dark: bool = False, motion: bool = False, pauses: bool = False
) -> Iterator[tuple[Page, list[str]]]:
    """A page at a width, and what went wrong in it. Without ``pauses``, the others' moves are shown at once."""
    across, down = WIDTHS[width]
    context = opened.new_context(
        viewport={"width": across, "height": down},
        color_scheme="dark" if dark else "light",
        reduced_motion="no-preference" if motion else "reduce",
        has_touch=width == "phone",
    )
    if not pauses:
        context.add_init_script("localStorage.setItem('kibitz pace', JSON.stringify('off'))")
    page, wrong = context.new_page(), list[str]()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    yield page, wrong
    context.close()
