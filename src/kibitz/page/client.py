"""A client of the service, for programs that use a Kibitz server on another machine or in another process."""

from __future__ import annotations

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Client:
    """Asks a server for moves, analyses and beliefs; ``kibitz serve`` starts one."""

    def __init__(self, address: str = "http://127.0.0.1:8000") -> None:
        self.address = address.rstrip("/")

    def ask(self, what: str, **question: Any) -> dict[str, Any]:
        """Send a question to ``/api/service/WHAT``: move, analysis, belief or picture. A question that the server
        refuses raises a ``ValueError`` with the server's message."""
        headers = {"Content-Type": "application/json"}
        request = Request(f"{self.address}/api/service/{what}", json.dumps(question).encode(), headers)
        try:
            with urlopen(request, timeout=60) as answer:
                return dict(json.load(answer))
        except HTTPError as error:  # the server says in the body what is wrong
            raise ValueError(json.load(error).get("error", str(error))) from None
