"""Every game in a real browser, from the first move to the end, by keyboard alone, at both widths, in dark colours."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from support.browser_games import play_every_game, press
from support.browsers import WIDTHS
from support.page_server import Running


@pytest.mark.parametrize("width", WIDTHS)
def test_every_game_is_played_to_its_end_by_keyboard(opened: Browser, served: Running, width: str) -> None:
    play_every_game(opened, served, width, press, dark=True)
