"""What routes need of a request: the host of the tables, and the secret that was given."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Header, Request

from kibitz.page.host import Host


async def host_of(request: Request) -> Host:
    """The host of the tables."""
    host: Host = request.app.state.host
    return host


async def secret_given(authorization: Annotated[str | None, Header(max_length=200)] = None) -> str | None:
    """The secret of a seat or of a name, from the header ``Authorization: Bearer SECRET``."""
    if authorization is None:
        return None
    kind, _, secret = authorization.partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


TheHost = Annotated[Host, Depends(host_of)]
Secret = Annotated[str | None, Depends(secret_given)]
