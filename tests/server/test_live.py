"""The live socket: resuming by sequence number, lobby, chat, presence, limits."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Any

import pytest

from roundhouse.engine.game import Line
from roundhouse.engine.registry import game_named
from roundhouse.engine.state import SPECTATOR
from roundhouse.server.settings import Limits
from tests.server.stage import Stage, first_action, on_stage


@on_stage()
async def test_a_broken_line_resumes_without_gap_or_double(stage: Stage) -> None:
    anna = await stage.person("Anna")
    table = await anna.table(seats=4, fill="random")
    await anna.post(f"/api/tables/{table}/start")
    lines = []
    since = -1
    for _ in range(12):
        async with anna.live() as live:
            await live.watch(table, since)
            message = await live.until(lambda message: message["type"] == "position")
            position = message["position"]
            assert position["journal"]["from"] == since
            if position["prompt"] is not None:
                await anna.act(table, 0, position["seq"], first_action(position["prompt"]))
            await asyncio.sleep(0.01)
            lines += position["journal"]["lines"]
            since = position["journal"]["to"]
    whole = (await anna.look(table))["position"]["journal"]["lines"]
    assert len(lines) > 10
    assert whole[: len(lines)] == lines


@on_stage()
async def test_the_lobby_lives(stage: Stage) -> None:
    anna, boris = await stage.person("Anna"), await stage.person("Boris")
    async with boris.live() as live:
        await live.send(type="lobby")
        lobby = await live.until(lambda message: message["type"] == "lobby")
        assert lobby["open"] == []
        table = await anna.table(name="Friday")
        row = (await live.until(lambda message: message["type"] == "row"))["row"]
        assert (row["id"], row["name"], row["mine"]) == (table, "Friday", False)
        secret = await anna.table(public=False)
        await boris.post(f"/api/tables/{table}/join")
        row = (await live.until(lambda message: message["type"] == "row" and message["row"]["mine"]))["row"]
        assert row["seats"][1]["name"] == "Boris"
        await anna.post(f"/api/tables/{table}/start")
        position = (await anna.look(table))["position"]
        if position["prompt"] is not None:
            await anna.act(table, 0, position["seq"], first_action(position["prompt"]))
        await live.until(lambda message: message["type"] == "row" and message["row"]["my_turn"])
        assert secret not in "".join(live.raw)
    assert secret in str(await anna.get("/api/tables"))
    assert secret not in str(await boris.get("/api/tables"))
    assert (await boris.look(secret))["room"]["name"] == ""


@on_stage()
async def test_chat_has_its_channels_and_no_gap(stage: Stage) -> None:
    anna, boris, olga = [await stage.person(name) for name in ("Anna", "Boris", "Olga")]
    table = await anna.table()
    await boris.post(f"/api/tables/{table}/join")
    await anna.post(f"/api/tables/{table}/start")
    chat = f"/api/tables/{table}/chat"
    async with boris.live() as live, olga.live() as watcher:
        await live.watch(table)
        await watcher.watch(table)
        await watcher.until(lambda message: message["type"] == "position")
        await live.until(lambda message: message["type"] == "position")
        for number in range(5):
            await anna.post(chat, {"text": f"word {number}"}, 201)
            await olga.post(chat, {"text": f"whisper {number}", "channel": "spectators"}, 201)
        while len(live.chat) < 5:
            await live.hear()
        assert [message["text"] for message in live.chat] == [f"word {number}" for number in range(5)]
        assert "whisper" not in "".join(live.raw)
        while len(watcher.chat) < 10:
            await watcher.hear()
        assert sorted(message["id"] for message in watcher.chat) == list(range(1, 11))
    await boris.refused("channel-closed", 403, chat, {"text": "x", "channel": "spectators"})
    await olga.refused("channel-closed", 403, chat, {"text": "x", "channel": "players"})
    await anna.refused("chat-characters", 422, chat, {"text": "a\u202eb"})
    assert (await boris.get(chat + "?channel=spectators"))["messages"] == []
    await anna.post(f"/api/tables/{table}/mute", {"guest": olga.me["id"], "muted": True})
    await olga.refused("muted", 403, chat, {"text": "x", "channel": "spectators"})


@on_stage()
async def test_nonsense_on_the_socket_is_refused_and_it_stays_open(stage: Stage) -> None:
    anna = await stage.person("Anna")
    async with anna.live() as live:
        await live.hear()
        for text in (
            "",
            "{",
            "[]",
            "null",
            '{"type": 5}',
            '{"type": "dance"}',
            "[" * 3000,
            '{"type":"watch","since":1e99}',
        ):
            await live.connection.send(text)
            message = await live.until(lambda message: message["type"] == "refused")
            assert message["error"]["code"] in ("malformed", "message-unknown")
        await live.send(type="watch", table="nowhere")
        assert (await live.hear())["error"]["code"] == "table-unknown"
        await live.connection.send('{"type":"x' + "y" * 5000 + '"}')
        assert (await live.hear())["error"]["code"] == "too-large"
        await live.send(type="ping", at=7)
        assert await live.hear() == {"type": "pong", "at": 7}


@on_stage(Limits(sockets_per_guest=2, new_guests_per_hour=50))
async def test_sockets_are_counted(stage: Stage) -> None:
    anna = await stage.person("Anna")
    async with anna.live() as one, anna.live() as two, anna.live() as three:
        await one.hear()
        await two.hear()
        message = await three.hear()
        assert message["error"]["code"] == "quota-sockets"
        await three.connection.wait_closed()
        assert three.connection.close_code == 1013
    async with anna.live() as again:
        while (await again.hear())["type"] != "hello":
            await asyncio.sleep(0.05)


@on_stage()
async def test_a_table_of_bots_alone_runs_only_while_watched(stage: Stage) -> None:
    anna, olga = await stage.person("Anna"), await stage.person("Olga")
    table = await anna.table(seats=3, fill="random", first_seat=0, settings={"pace": 0.02})
    await olga.post(f"/api/tables/{table}", {"settings": {}}, 403, method="PATCH")
    await anna.post(f"/api/tables/{table}/start")
    found = await stage.house.directory.table(table)
    # As after the owner has gone for good: no person has a seat.
    found.seats[0].kind, found.seats[0].guest, found.seats[0].bot = "bot", "", "random"
    stage.house.moved(found, True)
    await asyncio.sleep(0.2)
    assert found.seq == 0
    async with olga.live() as live:
        await live.watch(table)
        await live.position_where(seq=3)
    await asyncio.sleep(0.1)
    stopped = found.seq
    await asyncio.sleep(0.2)
    assert found.seq == stopped


@on_stage()
async def test_the_board_in_words_is_made_once_for_all_who_have_the_same_eyes(stage: Stage) -> None:
    anna, boris = await stage.person("Anna"), await stage.person("Boris")
    table = await anna.table(first_seat=0)
    await boris.post(f"/api/tables/{table}/join")
    await anna.post(f"/api/tables/{table}/start")
    asked: list[int] = []
    game = game_named("transeuropa")
    board_lines = game.board_lines

    def counting(view: Mapping[str, Any]) -> list[Line]:
        asked.append(view["seat"])
        return board_lines(view)

    async with AsyncExitStack() as lives:
        watching = [await lives.enter_async_context(stage.stranger().live()) for _ in range(5)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(game, "board_lines", counting)
            for seq, person in enumerate((anna, boris)):
                position = (await person.look(table))["position"]
                await person.act(table, seq, seq, first_action(position["prompt"]))
            # Each has read to another place; what they have not read is told besides.
            for number, live in enumerate(watching):
                await live.watch(table, number - 1 if number < 3 else -1, text=True)
                position = await live.position_where(seq=2)
                assert position["board"][0]["code"] == "board-round"
                assert position["journal"]["from"] == (number - 1 if number < 3 else -1)
                assert position["seat"] == SPECTATOR
    assert asked == [SPECTATOR]
