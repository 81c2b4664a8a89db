"""The application: handlers, how faults are answered, opening and closing."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig

from roundhouse import __version__
from roundhouse.engine.refusal import Refusal, RefusalError
from roundhouse.server import logs
from roundhouse.server.house import House
from roundhouse.server.refusals import Refused, body_of, status_of
from roundhouse.server.routes import house as house_routes
from roundhouse.server.routes import people, play, records, rooms, shelf
from roundhouse.server.routes.common import provide_house, provide_me, provide_visitor
from roundhouse.server.security import ASGIApp, Door
from roundhouse.server.settings import Settings

Answer = Response[dict[str, Any]]
Asked = Request[Any, Any, Any]

CODES = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 429: "too-many-requests"}


def on_refused(_: Asked, error: Refused) -> Answer:
    headers = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
    if error.status in (429, 503) and not headers:
        headers = {"Retry-After": "1"}
    return Response(body_of(error.refusal), status_code=error.status, headers=headers, media_type="application/json")


def on_refusal(_: Asked, error: RefusalError) -> Answer:
    return Response(body_of(error.refusal), status_code=status_of(error), media_type="application/json")


def on_http(_: Asked, error: HTTPException) -> Answer:
    status = error.status_code
    params: dict[str, Any] = {}
    if status == 400:
        params["reason"] = str(error.detail)[:200]
        extra = error.extra if isinstance(error, ValidationException) else None
        if isinstance(extra, list):
            params["at"] = [{key: str(value)[:200] for key, value in each.items()} for each in extra[:5]]
    code = CODES.get(status, "malformed" if status < 500 else "server-fault")
    return Response(body_of(Refusal(code, params)), status_code=status, media_type="application/json")


def on_fault(request: Asked, error: Exception) -> Answer:
    if isinstance(error, RecursionError):
        return Response(body_of(Refusal("malformed", {"reason": "too deep"})), status_code=400)
    report = logs.fault("server-fault", error, path=request.url.path[:200], method=request.method)
    return Response(
        body_of(Refusal("server-fault", {"report": report})), status_code=500, media_type="application/json"
    )


@asynccontextmanager
async def life(app: Litestar) -> AsyncGenerator[None]:
    house: House = app.state.house
    await house.open()
    try:
        yield
    finally:
        await house.close()


def application(settings: Settings) -> Litestar:
    """The application without its door: for tests of handlers."""
    house = House(settings)
    app = Litestar(
        route_handlers=[
            *people.HANDLERS,
            *shelf.HANDLERS,
            *rooms.HANDLERS,
            *play.HANDLERS,
            *records.HANDLERS,
            *house_routes.HANDLERS,
        ],
        dependencies={
            "house": Provide(provide_house, sync_to_thread=False),
            "visitor": Provide(provide_visitor),
            "me": Provide(provide_me),
        },
        exception_handlers={
            Refused: on_refused,
            RefusalError: on_refusal,
            HTTPException: on_http,
            Exception: on_fault,
        },
        lifespan=[life],
        openapi_config=OpenAPIConfig(title="Roundhouse", version=__version__, path="/api/schema", render_plugins=[]),
        request_max_body_size=settings.limits.record_bytes,
        logging_config=None,
    )
    app.state.house = house
    return app


def served(settings: Settings) -> tuple[ASGIApp, House]:
    """The application as it is served, its door around it."""
    app = application(settings)
    return Door(app, settings), app.state.house
