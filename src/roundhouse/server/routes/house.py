"""The live socket, health, the description of the interface, and the built client."""

from __future__ import annotations

import html
import mimetypes
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Any

import msgspec
from litestar import Litestar, Response, WebSocket, get, websocket
from litestar.params import FromPath, QueryParameter

from roundhouse.server.refusals import refuse
from roundhouse.server.routes.common import Asked, Place, Visitor, address_of
from roundhouse.server.routes.shelf import cached
from roundhouse.server.security import policy_with_style
from roundhouse.server.storage import statements as sql

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Roundhouse</title>
<p>The server runs, but its browser client has not been built.
Build it with <code>make client</code>, then load this page again.</p>
<p lang="ru">Сервер работает, но клиент для браузера ещё не собран.
Соберите его командой <code>make client</code> и обновите страницу.</p>
</html>
"""


LONGEST_PATH = 200
"""Longer than the name of any file of the client's; much longer ones the file system would complain about."""
DOCS_STYLE = (
    "body{font:16px/1.5 system-ui;margin:2rem;max-width:70rem}td{padding:.2rem 1rem .2rem 0;vertical-align:top}"
)


@websocket("/api/live")
async def live(socket: WebSocket[Any, Any, Any], house: Place, visitor: Visitor) -> None:
    """One socket for each client: everything live."""
    await house.hub.serve(socket, visitor, address_of(socket))


@get("/health", include_in_schema=True)
async def health(house: Place) -> Response[dict[str, Any]]:
    """Are the database and the workers there?"""
    try:
        database = await house.database.row(sql.one) is not None
    except Exception:
        database = False
    workers = await house.workers.healthy()
    well = database and workers
    body = {
        "status": "ok" if well else "ill",
        "database": database,
        "workers": workers,
        "tables": len(house.directory.tables),
        "sockets": len(house.hub.sockets),
    }
    return Response(body, status_code=200 if well else 503)


def schema_of(app: Litestar) -> dict[str, Any]:
    found: dict[str, Any] = app.openapi_schema.to_schema()
    return found


@get("/api/openapi.json", include_in_schema=False)
async def openapi(request: Asked) -> Response[bytes]:
    return cached(request, msgspec.json.encode(schema_of(request.app), enc_hook=str))


@get("/api/docs", include_in_schema=False)
async def describe(request: Asked) -> Response[bytes]:
    """The same as a page: no script, nothing from elsewhere."""
    answer = cached(request, docs_page(schema_of(request.app)).encode(), "text/html")
    answer.headers["Content-Security-Policy"] = policy_with_style(DOCS_STYLE)
    return answer


def docs_page(schema: dict[str, Any]) -> str:
    rows = []
    for path, methods in sorted(schema.get("paths", {}).items()):
        for method, operation in methods.items():
            if not isinstance(operation, dict):
                continue
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            fields = schema.get("components", {}).get("schemas", {}).get(str(body.get("$ref", "")).split("/")[-1], {})
            names = ", ".join(fields.get("properties", {}))
            rows.append(
                f"<tr><td>{method.upper()}</td><td><code>{html.escape(path)}</code></td>"
                f"<td>{html.escape(names)}</td><td>{html.escape(operation.get('description') or '')}</td></tr>"
            )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Roundhouse API</title>'
        f"<style>{DOCS_STYLE}</style>"
        "<h1>Roundhouse API</h1><p>Also as <a href='/api/openapi.json'>OpenAPI</a>.</p><table>"
        + "".join(rows)
        + "</table></html>"
    )


# --- the client ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def static_file(path: str) -> bytes | None:
    """A file of the built client; never anything beside it."""
    if len(path) > LONGEST_PATH:
        return None
    place = files("roundhouse.server") / "static"
    for part in path.split("/"):
        if part in ("", ".", "..") or part.startswith(".") or "\\" in part or "\0" in part:
            return None
        place = place / part
    return place.read_bytes() if place.is_file() else None


def client_page(request: Asked) -> Response[bytes]:
    """Every address of the client's own is its one page; the client reads the address."""
    page = static_file("index.html")
    if page is None:
        return Response(NOT_BUILT.encode(), media_type="text/html")
    return cached(request, page, "text/html")


@get("/", include_in_schema=False)
async def front(request: Asked) -> Response[bytes]:
    return client_page(request)


@get("/{path:path}", include_in_schema=False)
async def client(
    request: Asked, path: FromPath[str], forever: Annotated[str | None, QueryParameter(name="v")] = None
) -> Response[bytes]:
    name = path.lstrip("/")
    if name.startswith("api/"):
        raise refuse(404, "not-found")
    found = static_file(name)
    if found is None:
        if "." in name.rsplit("/", 1)[-1]:
            raise refuse(404, "not-found")
        return client_page(request)
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    # Built files carry a hash in their names.
    return cached(request, found, media, forever=name.startswith("assets/"))


HANDLERS = [live, health, openapi, describe, front, client]
