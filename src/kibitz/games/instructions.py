"""How to play a game, in a few plain lines: written by the game, or taken from the docstring of its class."""

from __future__ import annotations

import inspect


def lines(text: str) -> tuple[str, ...]:
    """The lines of a text. An indented line continues the one before it.

    >>> lines('''
    ...     Name the card.
    ...     If you are right, you win;
    ...       otherwise you lose.
    ...     ''')
    ('Name the card.', 'If you are right, you win; otherwise you lose.')
    """
    found: list[str] = []
    for line in inspect.cleandoc(text).splitlines():
        if found and line.startswith(" "):
            found[-1] += f" {line.strip()}"
        elif line.strip():
            found.append(line.strip())
    return tuple(found)


def from_docstring(kind: type) -> tuple[str, ...]:
    """The paragraphs of the docstring of a class, without its examples.

    >>> class Nim:
    ...     '''Take the last object.
    ...
    ...     A move takes one or more
    ...     objects from a heap.
    ...
    ...     >>> Nim()
    ...     '''
    >>> from_docstring(Nim)
    ('Take the last object.', 'A move takes one or more objects from a heap.')
    """
    text = inspect.cleandoc(kind.__doc__ or "").split(">>>")[0]
    paragraphs = (" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
    return tuple(paragraph for paragraph in paragraphs if paragraph)
