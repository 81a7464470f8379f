"""The page gives no hidden cards away: more than fifty games of hidden games, and a page that would is caught."""

from __future__ import annotations

import asyncio
from typing import Any

import page_leaks
import pytest

from kibitz.page.tables import Table

EACH = 12
COMPARED = 2  # at least so many of them; in the others nothing is hidden from the seat any more
THOROUGHLY = 4  # one of so many with panels and searches


@pytest.mark.parametrize("game", page_leaks.GAMES)
def test_the_same_view_gets_the_same_answers(game: str) -> None:
    compared = [asyncio.run(page_leaks.check(game, seed, thoroughly=seed % THOROUGHLY == 0)) for seed in range(EACH)]
    assert sum(count > 20 for count in compared) >= COMPARED
    assert max(compared[::THOROUGHLY]) > 1.5 * min(count for count in compared if count)


def test_a_page_that_shows_the_whole_deal_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Table.picture

    def careless(table: Table, viewer: int, ply: int) -> dict[str, Any]:
        return {**shown(table, viewer, ply), "text": table.state.board()}

    monkeypatch.setattr(Table, "picture", careless)

    async def several() -> None:
        for seed in range(EACH):
            await page_leaks.check("spades", seed, thoroughly=False)

    with pytest.raises(page_leaks.Leak, match="tells two deals apart"):
        asyncio.run(several())
