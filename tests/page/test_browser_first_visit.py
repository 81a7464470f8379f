"""The page in a real browser, for somebody who sees it for the first time: tricks, wrong clicks, names, messages."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import Browser, Page
from support.browser_games import click, moved, next_turn, sit_down
from support.browsers import page_of
from support.page_server import LINK, ME, RANDOM, READER, Running, Seated

CHAIN = ("9-13", "22-18", "5-9", "24-20", "11-16", "20x11")
"""Moves of checkers after which Black must capture: 7x16, or 8x15x22."""
WATCHED = """() => {
  window.seen = [];
  const board = document.querySelector('#board');
  new MutationObserver(() => {
    const now = `${board.dataset.ply} ${board.dataset.trick ?? ''}`;
    if (window.seen.at(-1)?.now !== now) window.seen.push({ now, at: performance.now() });
  }).observe(board, { attributes: true });
}"""
"""Write down when the board shows which ply, and which trick."""


def with_a_chain(served: Running) -> Seated:
    """A table of two people, at which the first one must capture."""
    table = served.open("checkers", [ME, LINK])
    for ply, move in enumerate(CHAIN):
        secret = table.secret if ply % 2 == 0 else table.links["1"]
        assert table.move(move, ply, secret).status_code == 200
    return table


def seat_at(page: Page, served: Running, table: Seated) -> None:
    page.goto(f"{served.address}/table/{table.id}#{table.secret}")
    page.wait_for_selector("#board svg.live")


def in_the_middle_of_a_trick(page: Page, served: Running) -> None:
    """Sit down at hearts with four cards each, and wait for the own turn."""
    table = served.open("hearts(players=4, cards=4)", [ME, RANDOM, RANDOM, RANDOM])
    seat_at(page, served, table)
    page.evaluate(WATCHED)


def play_a_card(page: Page) -> None:
    page.locator("#board [data-move][role=button]").first.click(force=True, position={"x": 4, "y": 8})


def test_cards_appear_one_by_one_and_a_trick_stays_until_it_was_seen(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop", pauses=True) as (page, wrong):
        in_the_middle_of_a_trick(page, served)
        play_a_card(page)
        page.wait_for_selector("#board:not([data-trick]) ~ #lasttrick:not([hidden])")
        page.wait_for_timeout(200)
        seen = page.evaluate("window.seen")
        trick = next(number for number, each in enumerate(seen) if each["now"].split(" ")[1])
        assert 1000 <= seen[trick + 1]["at"] - seen[trick]["at"] <= 1900, seen
        between = [later["at"] - first["at"] for first, later in pairwise(seen[1 : trick + 1])]
        assert all(pause >= 400 for pause in between), seen
        assert page.locator("#lasttrick li").count() == 4
        assert "take" in page.locator("#lasttrick").inner_text()
        assert not wrong


def test_a_click_ends_the_pause_after_a_trick(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone", pauses=True) as (page, wrong):
        in_the_middle_of_a_trick(page, served)
        play_a_card(page)
        page.wait_for_selector("#board[data-trick]")
        page.mouse.click(5, 5)
        page.wait_for_selector("#board:not([data-trick])")
        seen = page.evaluate("window.seen")
        trick = next(number for number, each in enumerate(seen) if each["now"].split(" ")[1])
        assert seen[trick + 1]["at"] - seen[trick]["at"] < 1000
        assert not wrong


def test_a_chain_of_jumps_is_clicked_jump_by_jump(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone") as (page, wrong):
        table = with_a_chain(served)
        seat_at(page, served, table)
        page.locator("#board .start[data-start='8']").click(force=True)
        page.locator("#board .passed.offered[data-passed='15']").click(force=True)
        page.wait_for_selector("#board .passed.gone[data-passed='15']")
        page.locator("#board .target.offered").click(force=True)
        page.wait_for_selector("#board[data-ply='7']")
        assert table.look()["log"][-1][1] == "8x15x22"
        assert not wrong


def test_a_wrong_click_and_a_wrong_move_are_explained(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        seat_at(page, served, with_a_chain(served))
        page.locator("#board .piece").first.click(force=True)
        assert page.locator("#problem").inner_text() == "You must capture."
        page.fill("#typed", "12-16")
        page.press("#typed", "Enter")
        page.wait_for_timeout(300)
        assert page.locator("#problem").inner_text() == "You must capture."
        assert all("400" in line for line in wrong)  # the browser's own note about the refusal


def test_a_card_that_does_not_follow_is_refused_with_the_suit(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, _):
        table = served.open("hearts(players=3)", [RANDOM, ME, RANDOM])
        seat_at(page, served, table)
        shown = table.my_turn()
        while not str(shown["must"]).startswith("You must follow"):
            assert not shown["over"]
            table.move(shown["moves"][0], shown["ply"])
            shown = table.my_turn()
        page.wait_for_selector(f"#board[data-ply='{shown['ply']}'] svg.live")
        other = page.locator("#board g.piece:not(.target)").last  # the rightmost card of the own hand
        other.click(force=True)
        assert page.locator("#problem").inner_text() == shown["must"]


def test_how_to_play_is_at_the_table_and_on_the_card_of_the_game(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone") as (page, wrong):
        page.goto(served.address)
        page.click("[data-game=checkers] summary")
        assert "If you can capture, you must." in page.locator("[data-game=checkers]").inner_text()
        page.click("[data-game=checkers] button.primary")
        page.wait_for_selector("#board svg.live")
        page.click("#rules summary")
        assert "If you can capture, you must." in page.locator("#howto").inner_text()
        assert "You are Black." in page.locator("#status").inner_text()
        assert not wrong


def test_what_it_thinks_is_a_first_guess_after_one_move(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        table = served.open("checkers", [{**ME, "name": "Pat"}, READER])
        seat_at(page, served, table)
        page.click("#read")
        moved(page, click, 0)
        page.wait_for_function("() => document.querySelector('#thoughts').innerText.includes('too early to say')")
        said = page.locator("#thoughts").inner_text()
        assert "A first guess" in said
        assert "It foresaw" in said
        assert "% of 1 decision" not in said
        everything = page.locator("main").inner_text()
        assert "seat 0" not in everything.lower()
        assert everything.count("Pat") == 1  # beside "You", in the list of people
        assert not wrong


def test_no_forecast_is_made_from_an_invented_deal(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        seat_at(page, served, served.open("guess-it", [ME, READER]))
        page.click("#read")
        now = moved(page, click, 0)
        page.wait_for_function("() => document.querySelector('#thoughts').innerText.includes('too early to say')")
        assert now["over"] or "expects you to do next" not in page.locator("#thoughts").inner_text()
        assert not wrong


def test_a_game_is_kept_beside_the_button_and_played_again(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone") as (page, wrong):
        seat_at(page, served, served.open("tic-tac-toe", [ME, READER]))
        page.click("#read")
        now = next_turn(page, -1)
        while not now["over"]:
            now = moved(page, click, int(str(now["ply"])))
        page.click("#keep")
        page.fill("#newname", "Carla")
        page.click("#keepname button")
        page.wait_for_function("() => document.querySelector('#keepsaid').textContent.includes('agree')")
        page.check("#newagree")
        page.click("#keepname button")
        page.wait_for_selector("#keepsaid a")
        page.click("#mistakes")
        page.wait_for_selector("#worst li, #worst p:not(:text('Working'))")
        page.click("#again")
        page.wait_for_selector("#series:not([hidden])")
        assert "It remembers your last game." in page.locator("#series").inner_text()
        assert "You are o." in page.locator("#series").inner_text()
        assert page.get_attribute("#read", "aria-expanded") == "true"
        assert all("400" in line for line in wrong)


def test_mistakes_lead_to_their_positions(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        table = served.open("tic-tac-toe", [ME, LINK])
        for ply, move in enumerate(["b2", "a1", "b1", "b3", "a2", "c2", "a3", "c1", "c3"]):
            if table.look()["over"]:
                break
            table.move(move, ply, table.secret if ply % 2 == 0 else table.links["1"])
        page.goto(f"{served.address}/table/{table.id}#{table.secret}")
        page.click("#mistakes")
        page.wait_for_selector("#worst li button, #worst p:text('no clear')")
        if page.locator("#worst li button").count():
            page.locator("#worst li button").first.click()
            page.wait_for_function("() => Number(document.querySelector('#board').dataset.ply) < 9")
            assert "Better was" in page.locator("#worst").inner_text()
        assert not wrong


def test_running_games_are_listed_on_the_start_page(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone") as (page, wrong):
        sit_down(page, served, "checkers")
        page.wait_for_selector("#board svg.live")
        address = page.url
        page.goto(served.address)
        page.wait_for_selector("#tables a")
        page.click("#tables a")
        page.wait_for_selector("#board svg.live")
        assert page.url == address
        assert not wrong


def test_variants_fill_in_the_rules_and_an_empty_player_is_refused(opened: Browser, served: Running) -> None:
    with page_of(opened, "desktop") as (page, wrong):
        page.goto(f"{served.address}/setup/spades")
        page.wait_for_selector("#variant")
        assert page.locator(".seat").count() == 4
        assert page.locator("[data-option=limit]").input_value() == "500"
        page.select_option("#variant", "2")
        assert page.locator(".seat").count() == 3
        page.locator("[data-field=opponent]").last.select_option("other")
        page.click("#start")
        page.wait_for_function("() => document.querySelector('#problem').textContent.includes('specification')")
        problem, start = page.locator("#problem").bounding_box(), page.locator("#start").bounding_box()
        assert problem
        assert start
        assert 0 <= problem["y"] - start["y"] <= 120
        assert not wrong


def test_a_wrong_address_shows_a_page(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone") as (page, _):
        for path in ("/nothing", "/setup/ludo", "/static/nothing.js"):
            answer = page.goto(served.address + path)
            assert answer
            assert answer.status == 404
            page.wait_for_selector("main a[href='/']:not(:empty)")
        assert served.client.get("/api/nothing").json()["error"]


def test_fingers_find_their_targets_and_the_menu_is_one_line(opened: Browser, served: Running) -> None:
    with page_of(opened, "phone") as (page, wrong):
        seat_at(page, served, served.open("checkers", [ME, RANDOM]))
        assert page.locator("#keys").inner_text() == "Tap a piece, then a square."
        low = page.evaluate(
            "() => [...document.querySelectorAll('main button, main summary, main select')]"
            ".filter(each => each.offsetParent && each.getBoundingClientRect().height < 40).map(each => each.id)"
        )
        assert not low
        assert page.evaluate("document.querySelector('header').getBoundingClientRect().height") <= 60
        start = page.locator("#board .start").first.bounding_box()
        assert start
        page.locator("#board .start").first.click(force=True)
        mark = page.locator("#board .target.offered").first.bounding_box()
        assert mark
        page.touchscreen.tap(mark["x"] + mark["width"] / 2 + 17, mark["y"] + mark["height"] / 2)
        page.wait_for_function("() => Number(document.querySelector('#board').dataset.ply) > 0")
        assert not wrong
