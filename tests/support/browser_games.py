"""How the tests play games in a browser: sit down, choose a move, wait for the next turn."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Browser, Page, TimeoutError

from support.browsers import page_of
from support.page_server import Running

LOADED = ("nim", "whist", "kuhn")
TRIES = 5
OFFERED = 3_000  # milliseconds until the targets of a chosen piece must be shown
SOON = 300  # milliseconds after which a move that had no effect is made again
SHORT = {  # options with which a game ends after a few moves of the person
    "abalone": {"goal": "1", "turns": "6"},
    "chinese-checkers": {"turns": "3"},
    "checkers": {"quiet": "2"},
    "hearts": {"players": "3", "cards": "4", "passing": "left"},
    "spades": {"cards": "5"},
    "guess-it": {"cards": "2"},
}
GAMES = ("abalone", "checkers", "chinese-checkers", "guess-it", "hearts", "spades", "tic-tac-toe", "tree", *LOADED)


def sit_down(page: Page, served: Running, game: str) -> None:
    """Set up a short game against random players, and start it."""
    page.goto(f"{served.address}/setup/{game}")
    page.wait_for_selector(".seat")
    plain = page.locator(f"#variant option[data-spec='{game}']")  # the defaults of the game, instead of a long variant
    if plain.count():
        page.select_option("#variant", plain.get_attribute("value"))
    for option, value in SHORT.get(game, {}).items():
        field = page.locator(f"[data-option={option}]")
        if field.evaluate("each => each.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.dispatch_event("change")
    for player in page.locator("[data-field=opponent]").all():
        if player.is_visible():
            player.select_option("random")
    page.click("#start")
    page.wait_for_selector("#board svg")


def state(page: Page) -> dict[str, object]:
    """Where the game is, by what is on the page."""
    found: dict[str, object] = page.evaluate(
        """() => ({
          ply: Number(document.querySelector('#board').dataset.ply),
          live: document.querySelector('#board svg.live') !== null,
          over: !document.querySelector('#afterwards').hidden,
          status: document.querySelector('#status').textContent,
        })"""
    )
    return found


def next_turn(page: Page, after: int) -> dict[str, object]:
    """Wait for the own turn after a ply, or for the end."""
    page.wait_for_function(
        """after => {
          const board = document.querySelector('#board');
          if (!board) return false;  // the page of the table is on its way
          const over = !document.querySelector('#afterwards').hidden;
          return over || (Number(board.dataset.ply) > after && board.querySelector('svg.live') !== null);
        }""",
        arg=after,
    )
    return state(page)


def moved(page: Page, way: Callable[[Page], None], ply: int) -> dict[str, object]:
    """Make a move, once more if the board was drawn again while it was made, as a person would; and wait for the next
    turn."""
    for _ in range(TRIES):
        way(page)
        with suppress(TimeoutError):
            page.wait_for_function(
                """ply => {
                  const board = document.querySelector('#board');
                  const over = !document.querySelector('#afterwards').hidden;
                  return over || Number(board.dataset.ply) !== ply || board.querySelector('svg.live') === null;
                }""",
                arg=ply,
                timeout=SOON,
            )
            break
    return next_turn(page, ply)


def click(page: Page) -> None:
    """Choose a move on the board with the pointer."""
    cards = page.locator("#board [data-card]")
    if cards.count():
        for number in range(3):
            cards.nth(number).click(force=True, position={"x": 4, "y": 8})
        page.click("#confirm")
        return
    if page.locator("#board .start").count():
        page.locator("#board .start").first.click(force=True)
        with suppress(TimeoutError):  # the piece was still on its way, and the click missed it: `moved` tries again
            page.locator("#board .target.offered").first.click(force=True, timeout=OFFERED)
        return
    move = page.locator("#board [data-move][role=button]").first
    covered = "piece" in str(move.get_attribute("class"))  # a card, of which the next one shows only the left edge
    move.click(force=True, position={"x": 4, "y": 8} if covered else None)


def press(page: Page) -> None:
    """Choose a move on the board with the keyboard alone."""
    page.locator("#board [role=button][tabindex='0']").first.focus()
    if page.locator("#board [data-card]").count():
        for number in range(3):
            page.keyboard.press("Enter")
            if number < 2:
                page.keyboard.press("ArrowRight")
        page.locator("#confirm").focus()
        page.keyboard.press("Enter")
        return
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    if page.locator("#board .target.offered").count():
        page.keyboard.press("Enter")


def play_every_game(opened: Browser, served: Running, width: str, way: Callable[[Page], None], dark: bool) -> None:
    """Play every game from the first click to the end."""
    for game in GAMES:
        with page_of(opened, width, dark) as (page, wrong):
            sit_down(page, served, game)
            now = next_turn(page, -1)
            for _ in range(60):
                if now["over"]:
                    break
                now = moved(page, way, int(str(now["ply"])))
            assert now["over"], (game, now)
            assert "over" in str(now["status"])
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), f"{game} is too wide"
            assert not wrong, (game, wrong)
