"""The page in the browser: ``kibitz serve``."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

import kibitz
from kibitz.cli.app import app, loaded, out, writable

LOOPBACK = "127.0.0.1"


@app.command()
def serve(
    port: Annotated[int, typer.Option(help="The port; 0: any free one.", min=0, max=65_535)] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on; default: only this machine.")] = LOOPBACK,
    name: Annotated[
        list[str] | None, typer.Option(help="A host name under which browsers may reach the server; may be repeated.")
    ] = None,
    store: Annotated[Path, typer.Option(help="The file that keeps tables and games.")] = Path("kibitz-tables.db"),
    results: Annotated[Path | None, typer.Option(help="A folder with reports to show.")] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that search; default: one for each core, at least 2.", min=1)
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Play in the browser, watch players, and see what they think of you. --load adds games and players of your own."""
    try:
        from kibitz.page.serving import is_loopback
        from kibitz.page.serving import serve as run
    except ImportError as error:
        from kibitz.cli.doctor import page_command

        advice = page_command() or "kibitz doctor shows what is missing"
        raise kibitz.KibitzError(f"the page needs {error.name}: {advice}") from None

    if not is_loopback(host):
        out.print(
            "[bold]Others can reach this server.[/] It has no accounts: anyone with the link of a seat can play there."
        )

    def opened(address: str) -> None:
        out.print(f"The page is at {address} (Ctrl-C ends it; the games stay in {store})", soft_wrap=True)
        if open_browser:
            webbrowser.open(address)

    run(writable(store), host, port, name or (), loaded, results, workers, opened)
