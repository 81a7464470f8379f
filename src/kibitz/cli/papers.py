"""Papers, table by table: ``kibitz reproduce``."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.app import BackendName, Cluster, Jobs, Json, app, escaped, out, print_json
from kibitz.pool.backends import PROCESSES
from kibitz.progress import Bar
from kibitz.published import page

if TYPE_CHECKING:
    from kibitz.papers.item import Item


@app.command()
def reproduce(
    paper: Annotated[str | None, typer.Argument(metavar="PAPER", help="Such as sturtevant2006.")] = None,
    item: Annotated[
        str | None, typer.Argument(metavar="ITEM", help="Such as table-2; default: list the items of the paper.")
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List every table, figure and claim.")] = False,
    scale: Annotated[
        str,
        typer.Option(
            metavar="K",
            help="Multiple of the paper's number of deals, such as 0.1 or 10; quick: a rough result in under a minute.",
        ),
    ] = "1",
    seed: Annotated[int, typer.Option(help="Determines the deals and every random choice.", min=0)] = 1,
    jobs: Jobs = None,
    backend: BackendName = PROCESSES,
    address: Cluster = None,
    folder: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Write reports to this folder, and continue unfinished work in it."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Change a detail that the paper does not specify; may be repeated."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Repeat a table, figure or claim of a paper, and say whether it holds."""
    from kibitz.papers.claims import INCONCLUSIVE
    from kibitz.papers.item import QUICK, Setting
    from kibitz.papers.registry import PAPERS, items
    from kibitz.papers.registry import item as item_named
    from kibitz.specs import options_typed

    if listed or paper is None or item is None:
        named = [each for name in ([paper] if paper else PAPERS) for each in items(name).values()]
        _list_items([item_named(paper, item)] if paper and item else named, as_json)
        return
    chosen, path = item_named(paper, item), None if folder is None else Path(folder)
    asked = tuple(options_typed(option or ()).items())
    setting = chosen.checked(
        Setting(scale, seed, jobs or os.cpu_count() or 1, path, options=asked, backend=backend, address=address)
    )
    setting.prepare_folder()
    with Bar(f"{paper} {item}", quiet=as_json) as bar:

        def told(what: str, done: int, total: int) -> None:
            bar.update(done, total, what)

        report = chosen.run(replace(setting, progress=told))
    written = report.write(path) if path is not None else []
    if as_json:
        print_json(report.to_dict())
    else:
        out.print(report.text(), markup=False, soft_wrap=True)
        if scale == QUICK and INCONCLUSIVE in report.verdict:
            out.print("Too few deals to decide: --scale 1 takes longer and tells more.", style="dim", soft_wrap=True)
        for file in written:
            out.print(f"wrote {file}", style="dim", markup=False, soft_wrap=True)


def _list_items(listed: list[Item], as_json: bool) -> None:
    from kibitz.papers.known_results import published_verdict, quick_seconds

    if as_json:
        print_json(
            [
                {
                    "paper": each.paper,
                    "item": each.name,
                    "title": each.title,
                    "rule": each.rule,
                    "options": {option.name: option.range for option in each.options},
                    "verdict": published_verdict(each),
                    "quick_seconds": quick_seconds(each),
                }
                for each in listed
            ]
        )
        return
    for each in listed:
        verdict, seconds = published_verdict(each) or "not published", quick_seconds(each)
        takes = "" if seconds is None else f"; quick: about {max(1, round(seconds))} s"
        out.print(f"[bold]{each.paper} {each.name}[/]: {escaped(each.title)}", soft_wrap=True)
        out.print(f"    {escaped(verdict)}{takes}", style="dim", soft_wrap=True)
    out.print(
        f"\nUnder each item: the verdict of the published run ({escaped(page('docs/reproducing.md'))}), and the "
        "processor time of a quick run.\nkibitz reproduce PAPER ITEM --scale quick runs one in under a minute; all of "
        "it can take hours.",
        style="dim",
        soft_wrap=True,
    )
