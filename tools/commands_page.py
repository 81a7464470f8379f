"""Write docs/commands.md from the commands themselves: ``.venv/bin/python tools/commands_page.py``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kibitz.cli.app import loaded_commands
from kibitz.cli.examples import EXAMPLES

FILE = Path(__file__).parent.parent / "docs" / "commands.md"
INTRODUCTION = (
    "# Commands\n\n"
    "You can do everything on the command line. `kibitz COMMAND` runs a command, and `kibitz COMMAND --help` explains "
    "it. The commands are in `.venv/bin` of a checkout; `source .venv/bin/activate` puts them on the path. The "
    "examples below run in the tests, in this order.\n\n"
    "`--load FILE`, before or after the command, first loads a Python file with your own games, players or models; "
    "repeat it for several files. `--json` prints JSON for a program to read. An error is printed as one line that "
    "says what to do, followed by the page that explains it.\n"
)


def page() -> str:
    """The whole page."""
    commands = loaded_commands()
    return "\n".join([INTRODUCTION, *(section(name, commands[name]) for name in EXAMPLES)])


def section(name: str, command: Any) -> str:
    """One command: what it does, examples, and its options."""
    lines = [f"## {name}", "", " ".join(command.help.split("\n\n")[0].split()), ""]
    lines += [f"    {line}" for line in EXAMPLES[name]]
    rows = [f"| {usage(each)} | {help_text(each)} |" for each in command.params if each.name != "help"]
    if rows:
        lines += ["", "| option | meaning |", "|---|---|", *rows]
    return "\n".join([*lines, ""])


def usage(parameter: Any) -> str:
    """How a parameter is written."""
    if parameter.param_type_name == "argument":
        return f"`{parameter.metavar or parameter.name.upper()}`"
    return f"`{', '.join(parameter.opts)}`"


def help_text(parameter: Any) -> str:
    """What a parameter means, as a cell of a table."""
    text = " ".join((parameter.help or "").split())
    return text.replace("|", "\\|").replace("<", "\\<").replace("*", "\\*").replace("_", "\\_")


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
