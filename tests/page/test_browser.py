"""The page in a real browser: every game from the first click to the end, by mouse and by keyboard, at both widths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files

import pytest
from playwright.sync_api import Browser, Page
from support.browsers import WIDTHS, browser, page_of
from support.page_server import EXAMPLES, Running, running

import kibitz
from kibitz.players.loading import load

LOADED = ("nim", "whist", "kuhn")
TRIES = 5
SHORT = {  # options with which a game ends after a few moves of the person
    "abalone": {"goal": "1", "turns": "6"},
    "chinese-checkers": {"turns": "3"},
    "checkers": {"quiet": "2"},
    "hearts": {"players": "3", "cards": "4", "passing": "left"},
    "spades": {"cards": "5"},
    "guess-it": {"cards": "2"},
}
GAMES = ("abalone", "checkers", "chinese-checkers", "guess-it", "hearts", "spades", "tic-tac-toe", "tree", *LOADED)
AXE = files("axe_playwright_python") / "axe.min.js"


@pytest.fixture(scope="module")
def opened() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    examples = [str(EXAMPLES / f"{name}.py") for name in LOADED]
    for file in examples:
        load(file)
    with running(tmp_path_factory.mktemp("browser") / "tables.db", files=examples) as found:
        yield found


def sit_down(page: Page, served: Running, game: str) -> None:
    """Set up a short game against random players, and start it."""
    page.goto(f"{served.address}/setup/{game}")
    page.wait_for_selector(".seat")
    for option, value in SHORT.get(game, {}).items():
        field = page.get_by_label(option, exact=True)
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
        page.wait_for_timeout(100)
        now = state(page)
        if now["over"] or now["ply"] != ply or not now["live"]:
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
        page.locator("#board .target.offered").first.click(force=True)
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


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_every_game_is_played_to_its_end(opened: Browser, served: Running, width: str, by: str) -> None:
    ways = {"mouse": click, "keyboard": press}
    for game in GAMES:
        with page_of(opened, width, dark=by == "keyboard") as (page, wrong):
            sit_down(page, served, game)
            now = next_turn(page, -1)
            for _ in range(60):
                if now["over"]:
                    break
                now = moved(page, ways[by], int(str(now["ply"])))
            assert now["over"], (game, now)
            assert "over" in str(now["status"])
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), f"{game} is too wide"
            assert not wrong, (game, wrong)


def test_two_clicks_to_the_first_move(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone") as (page, wrong):
        page.goto(served.address)
        page.click("[data-game=tic-tac-toe] button.primary")
        page.locator("#board [data-move][role=button]").first.click(force=True)
        next_turn(page, 0)
        assert not wrong


def test_the_panel_is_closed_at_first_and_its_bars_move(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        page.goto(served.address)
        page.click("[data-game=checkers] button.primary")
        now = next_turn(page, -1)
        assert page.locator("#thoughts").inner_text() == ""
        page.click("#read")
        page.wait_for_selector("#thoughts .thought")
        seen = set[str]()
        for _ in range(3):
            click(page)
            now = next_turn(page, int(str(now["ply"])))
            page.wait_for_function("() => !document.querySelector('#thoughts').innerText.includes('seen no decision')")
            page.wait_for_timeout(500)
            seen.add(page.locator("#thoughts").inner_text())
        assert len(seen) > 1
        assert page.locator("#thoughts .fill").count() >= 2
        assert not wrong


def test_a_reload_and_a_second_tab_show_the_same_game(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        sit_down(page, served, "tic-tac-toe")
        next_turn(page, -1)
        click(page)
        now = next_turn(page, 0)
        page.reload()
        assert next_turn(page, -1)["ply"] == now["ply"]
        other = page.context.new_page()
        other.goto(page.url)
        assert next_turn(other, -1)["ply"] == now["ply"]
        click(other)
        assert next_turn(page, int(str(now["ply"])))["ply"] == next_turn(other, int(str(now["ply"])))["ply"]
        page.go_back()
        page.go_forward()
        next_turn(page, int(str(now["ply"])))
        assert not wrong


def test_watching_steps_back_and_forth_and_shows_values(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        page.goto(served.address)
        page.click("[data-game=tic-tac-toe] .actions > button:last-child")
        page.wait_for_function("() => !document.querySelector('#afterwards').hidden")
        page.click("#first")
        page.wait_for_selector("#board[data-ply='0']")
        page.click("#forward")
        page.wait_for_selector("#board[data-ply='1']")
        page.click("#look button")
        page.wait_for_selector("#seen pre")
        assert page.locator("#board .value").count() > 0
        assert not wrong


def test_text_that_looks_like_code_stays_text(opened: Browser, served: Running) -> None:
    name = "<img src=x onerror=x()>"
    table = served.open("tic-tac-toe", [{"kind": "me", "name": name}, {"kind": "player", "opponent": "random"}])
    with page_of(opened, "desktop") as (page, wrong):
        page.goto(f"{served.address}/table/{table.id}")
        page.wait_for_selector("#people li")
        assert name in page.locator("#people").inner_text()
        assert page.locator("#people img").count() == 0
        assert not wrong


@pytest.mark.parametrize("dark", [False, True])
def test_no_serious_accessibility_fault(opened: Browser, served: Running, dark: bool) -> None:
    table = served.open("checkers", [{"kind": "me"}, {"kind": "player", "level": "gentle"}])
    pages = ["/", "/setup/spades", f"/table/{table.id}#{table.secret}", "/you", "/service", "/tree", "/results"]
    for path in pages:
        with page_of(opened, "phone" if dark else "desktop", dark) as (page, _):
            page.goto(served.address + path)
            page.wait_for_selector("#board svg.live" if "table" in path else "nav a[href='/you']:not(:empty)")
            page.wait_for_timeout(300)
            page.evaluate(AXE.read_text(encoding="utf-8"))
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            serious = [
                (each["id"], [node["html"][:120] for node in each["nodes"][:3]])
                for each in found["violations"]
                if each["impact"] in ("serious", "critical")
            ]
            assert not serious, (path, serious)


def test_all_games_are_in_the_list(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, _):
        page.goto(served.address)
        page.wait_for_selector("[data-game]")
        shown = page.locator("[data-game]").evaluate_all("all => all.map(each => each.dataset.game)")
        assert set(shown) == set(kibitz.games.registry.REGISTRY) - {"openspiel"}  # which needs an option
