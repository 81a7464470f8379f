"""The page in a real browser: its panels, buttons and other pages, and that everybody can use it."""

from __future__ import annotations

from importlib.resources import files

import pytest
from playwright.sync_api import Browser, Page
from support.browser_games import click, moved, next_turn, sit_down
from support.browsers import page_of
from support.page_server import GENTLE, ME, RANDOM, Running

import kibitz

AXE = files("axe_playwright_python") / "axe.min.js"


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
        page.wait_for_selector("#afterwards:not([hidden])")  # also while the table's page is still being opened
        page.click("#first")
        page.wait_for_selector("#board[data-ply='0']")
        page.click("#forward")
        page.wait_for_selector("#board[data-ply='1']")
        page.click("#values")
        page.wait_for_selector("#seen pre")
        assert page.locator("#board .value").count() > 0
        page.click("#forward")  # the values stay on
        page.wait_for_selector("#board[data-ply='2'] .value")
        page.click("#values")
        assert page.locator("#board .value").count() == 0
        assert not wrong


def test_all_searches_are_compared_and_arrows_show_their_moves(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        table = served.open("checkers(quiet=2)", [RANDOM, RANDOM])
        page.goto(f"{served.address}/table/{table.id}")
        page.wait_for_selector("#afterwards:not([hidden])")
        page.click("#first")
        page.wait_for_selector("#board[data-ply='0']")
        page.click("#compare")
        offered = len(table.ask("GET", "/searches", None).json())
        page.wait_for_function("count => document.querySelectorAll('#seen tr').length > count", arg=offered)
        assert page.locator("#seen td small").count() == 0  # a refusal
        page.locator("#seen td button").first.click()
        assert page.locator("#board .arrow.best").count() >= 1
        assert page.locator("#board .arrow").count() > 1
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


def typed(page: Page, move: str) -> None:
    """Make a move by typing it."""
    page.fill("#typed", move)
    page.press("#typed", "Enter")


def test_a_hint_is_shown_and_a_move_is_taken_back(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone") as (page, wrong):
        sit_down(page, served, "tic-tac-toe")
        next_turn(page, -1)
        page.click("#hint")
        page.wait_for_selector("#board .value")
        assert "Try " in page.locator("#note").inner_text()
        assert page.locator("#board .value").count() == 1
        typed(page, "a1")
        assert next_turn(page, 0)["ply"] == 2
        page.click("#undo")
        page.wait_for_selector("#board[data-ply='0'] svg.live")
        assert not wrong


def test_a_thinking_player_is_hurried_and_the_clock_is_shown(opened: Browser, served: Running) -> None:
    slow = {**GENTLE, "level": "strongest", "seconds": 10}
    table = served.open("checkers", [ME, slow], clock=300)
    with page_of(opened, "desktop") as (page, wrong):
        page.goto(f"{served.address}/table/{table.id}#{table.secret}")
        now = next_turn(page, -1)
        assert "s left" in page.locator("#clock").inner_text()
        click(page)
        page.wait_for_selector("#hurry:not([hidden])")
        assert "is thinking" in page.locator("#status").inner_text()
        page.click("#hurry")
        next_turn(page, int(str(now["ply"])))
        assert "was hurried" in page.locator("#log").inner_text()
        assert not wrong


def test_pieces_move_unless_motion_is_reduced(opened: Browser, served: Running) -> None:
    counting = """() => {
      window.moved = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };
    }"""
    found = {}
    for motion in (True, False):
        with page_of(opened, "desktop", motion=motion) as (page, wrong):
            sit_down(page, served, "checkers")
            now = next_turn(page, -1)
            page.evaluate(counting)
            moved(page, click, int(str(now["ply"])))
            found[motion] = page.evaluate("window.moved")
            assert not wrong
    assert found[True] >= 2  # the person's piece and the opponent's
    assert found[False] == 0


def test_worlds_and_small_trees_are_drawn(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        for game, button, drawn in (("kuhn", "#worlds", ".worlds svg"), ("tic-tac-toe", "#tree", ".drawn svg")):
            page.goto(served.address)
            page.click(f"[data-game={game}] .actions > button:last-child")
            page.wait_for_selector("#afterwards:not([hidden])")
            page.click("#back")
            page.click(button)
            page.wait_for_selector(f"#seen {drawn}")
        page.wait_for_selector("#why:not([hidden])")
        assert page.locator("#reason").inner_text().startswith("I played")
        assert not wrong


def test_those_who_watch_hidden_hands_see_the_table(opened: Browser, served: Running) -> None:
    table = served.open("spades", [ME, RANDOM, RANDOM])
    shown = table.my_turn()
    table.move(shown["moves"][0], shown["ply"])
    with page_of(opened, "phone") as (page, wrong):
        page.goto(f"{served.address}/table/{table.id}")
        page.wait_for_selector("#board svg.inert")
        assert page.locator("#board .target").count() == 0
        assert "7 cards" in str(page.locator("#text").text_content())
        assert not wrong


def test_any_player_can_be_chosen_at_a_level(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone") as (page, wrong):
        page.goto(f"{served.address}/setup/checkers")
        page.locator("[data-field=opponent]").last.select_option("other")
        seat = page.locator(".seat").last
        level = seat.locator("[data-field=level]")
        assert level.input_value() == ""
        seat.locator("[data-field=spec]").fill("alpha-beta")
        level.select_option("gentle")
        page.click("#start")
        page.wait_for_selector("#board svg.live")
        assert "alpha-beta(depth=1)" in page.locator("#people").inner_text()
        assert not wrong


def test_a_person_who_opens_the_panel_is_told_why(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        page.goto(served.address)
        page.click("[data-game=tic-tac-toe] button.primary")
        now = next_turn(page, -1)
        page.click("#read")
        page.wait_for_selector("#thoughts .thought")
        moved(page, click, int(str(now["ply"])))
        page.wait_for_selector("#why:not([hidden])")
        assert page.locator("#reason").inner_text().startswith("I played")
        page.click("#read")
        page.wait_for_selector("#why", state="hidden")
        assert not wrong


def test_the_trees_of_the_papers_can_be_chosen(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        page.goto(f"{served.address}/tree")
        page.wait_for_selector("#drawn svg")
        assert page.locator("#paper option").count() == 6
        page.select_option("#paper", "hashavit2011, Figure 1")
        page.wait_for_function("() => document.querySelector('#drawn').innerText.includes('Best: b')")
        assert page.locator("#search").input_value() == "max-prob"
        assert not wrong


def test_a_tree_that_was_typed_in_is_searched(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone") as (page, wrong):
        page.goto(f"{served.address}/tree")
        page.wait_for_selector("#drawn svg")
        page.wait_for_selector("#drawn pre")
        leaf = '{"values": [%s]}'
        children = ", ".join(leaf % values for values in ("3, 0", "8, 1"))
        page.fill("#json", f'{{"players": 2, "root": {{"to_move": 0, "children": [{children}]}}}}')
        page.fill("#search", "paranoid")
        page.click("#form button")
        page.wait_for_function("() => document.querySelector('#drawn').innerText.includes('8')")
        assert "Best:" in page.locator("#drawn").inner_text()
        assert not wrong


def test_results_are_pages_with_their_figures(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        page.goto(f"{served.address}/results")
        page.wait_for_selector("#results a")
        reports = served.client.get("/api/results").json()
        assert page.locator("#results a").count() == len(reports)
        with_figure = next(each["name"] for each in reports if each["figures"])
        page.click(f"#results a[href='/results/{with_figure.replace('/', '~')}']")
        page.wait_for_selector("#report img")
        assert (
            page.evaluate(
                "() => new Promise(done => { const i = document.querySelector('#report img'); "
                "i.complete ? done(i.naturalWidth) : i.onload = () => done(i.naturalWidth); })"
            )
            > 0
        )
        assert page.locator("#report table").count() > 0
        assert not wrong


def test_a_person_joins_keeps_a_game_sees_the_portrait_and_deletes_everything(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone") as (page, wrong):
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(f"{served.address}/you")
        page.fill("#name", "Berta")
        page.check("#agree")
        page.click("#join")
        page.wait_for_selector("#mine:not([hidden])")
        for _ in range(2):  # one game may have too few decisions for a portrait
            sit_down(page, served, "tic-tac-toe")
            now = next_turn(page, -1)
            while not now["over"]:
                now = moved(page, click, int(str(now["ply"])))
            page.click("#keep")
            page.wait_for_selector("#keepsaid a")
        page.goto(f"{served.address}/you")
        page.click("#kept button")
        page.wait_for_selector("#portrait .words")
        assert "You " in page.locator("#portrait .words").inner_text()
        with page.expect_download() as saved:
            page.click("#download")
        assert "tic-tac-toe" in saved.value.path().read_text()
        page.click("#delete")
        page.wait_for_function("() => document.querySelector('#mine').hidden")
        assert served.client.get("/api/people/Berta").status_code == 403
        assert not wrong


def test_the_rules_of_a_loaded_game_are_at_the_table(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone") as (page, wrong):
        page.goto(f"{served.address}/table/{served.open('nim', [ME, RANDOM, RANDOM]).id}")
        page.click("#rules summary")
        page.wait_for_selector("#howto li")
        assert page.locator("#howto").inner_text().startswith("Take any number of stones from one heap")
        page.goto(f"{served.address}/table/{served.open('tic-tac-toe', [ME, RANDOM]).id}")
        page.click("#rules summary")
        page.wait_for_selector("#howto li")
        assert page.locator("#howto li").count() > 1
        assert not wrong
