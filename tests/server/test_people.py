"""Who people are, what they are called, and how they come back."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from roundhouse.engine.text import graphemes
from roundhouse.server import guests
from roundhouse.server.refusals import Refused
from roundhouse.server.settings import Limits
from roundhouse.server.text import clean_chat, clean_name, same_name
from tests.server.stage import Stage, on_stage, open_house


@on_stage()
async def test_a_guest_comes_back_by_recovery_code_and_by_link(stage: Stage) -> None:
    first = stage.stranger()
    assert await first.get("/api/me") == {"me": None}
    told = await first.post("/api/guests", {"name": "  Anna\u0301  "}, 201)
    assert told["me"]["name"] == "Ann\u00e1"
    await first.refused("already-somebody", 409, "/api/guests", {"name": "Other"})
    second = stage.stranger()
    code = told["recovery"].lower().replace("-", " ")
    assert (await second.post("/api/guests/recover", {"code": code}))["me"]["id"] == told["me"]["id"]
    fresh = (await second.post("/api/me/recovery"))["recovery"]
    await stage.stranger().refused("recovery-unknown", 404, "/api/guests/recover", {"code": told["recovery"]})
    await stage.stranger().post("/api/guests/recover", {"code": fresh})
    link = await first.post("/api/me/link")
    assert link["url"].endswith(link["path"])
    assert link["qr"].startswith("<svg")
    third = stage.stranger()
    assert (await third.post("/api/guests/link", {"code": link["code"]}))["me"]["id"] == told["me"]["id"]
    await stage.stranger().refused("link-unknown", 404, "/api/guests/link", {"code": link["code"]})
    assert (await third.post("/api/me", {"name": "Anja"}, method="PATCH"))["me"]["name"] == "Anja"
    assert (await first.get("/api/me"))["me"]["name"] == "Anja"
    await third.post("/api/me/forget", status=204)
    assert await third.get("/api/me") == {"me": None}
    assert (await first.get("/api/me"))["me"] is not None


@on_stage()
async def test_no_secret_of_a_guest_is_stored_or_sent_twice(stage: Stage) -> None:
    anna = stage.stranger()
    told = await anna.post("/api/guests", {"name": "Anna"}, 201)
    token = anna.client.cookies["roundhouse"]
    cookie = (await stage.stranger().ask("POST", "/api/guests", {"name": "B"})).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie
    for name in stage.house.settings.data.iterdir():
        data = name.read_bytes()
        assert token.encode() not in data
        assert told["recovery"].encode() not in data
    assert "recovery" not in (await anna.get("/api/me"))["me"]


@on_stage(Limits(codes_per_hour=3))
async def test_new_codes_are_counted_by_guest(stage: Stage) -> None:
    anna, boris = await stage.person("Anna"), await stage.person("Boris")
    codes = {(await anna.post("/api/me/recovery"))["recovery"] for _ in range(2)}
    await anna.post("/api/me/link")
    assert len(codes) == 2
    await anna.refused("too-many-requests", 429, "/api/me/recovery")
    await anna.refused("too-many-requests", 429, "/api/me/link")
    # A refused request leaves the code as it was, and everybody has their own count.
    latest = (await boris.post("/api/me/recovery"))["recovery"]
    assert (await stage.stranger().post("/api/guests/recover", {"code": latest}))["me"]["name"] == "Boris"


@on_stage(Limits(new_guests_per_hour=3, guesses_per_hour=4))
async def test_guests_and_guesses_are_counted_by_address(stage: Stage) -> None:
    for number in range(3):
        await stage.person(f"N{number}")
    await stage.stranger().refused("quota-guests", 429, "/api/guests", {"name": "One more"})
    for _ in range(4):
        await stage.stranger().refused("recovery-unknown", 404, "/api/guests/recover", {"code": "AAAA"})
    await stage.stranger().refused("too-many-requests", 429, "/api/guests/recover", {"code": "AAAA"})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "name-empty"),
        ("  \t ", "name-empty"),
        ("a\u202eb", "name-characters"),
        ("a\u2066b", "name-characters"),
        ("a\x1b[31mb", "name-characters"),
        ("a\u200bb", "name-characters"),
        ("a\u200db", "name-characters"),
        ("\u0301abc", "name-characters"),
        ("a" + "\u0301\u0302\u0303\u0304\u0305\u0306", "name-characters"),
        ("a\ud800", "name-characters"),
        ("x" * 25, "name-too-long"),
        ("x" * 10_000, "name-too-long"),
        ("👩‍👩‍👧‍👦" * 25, "name-too-long"),
    ],
)
def test_names_that_steer_hide_or_sprawl_are_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(text)
    assert caught.value.refusal.code == code


def test_names_of_the_world_are_welcome() -> None:
    for name in (
        "Ольга",
        "José",
        "עדה",
        "علي",
        "แอนนา",
        "माया",
        "王小明",
        "👩‍👩‍👧‍👦 Müller",
        "🇩🇪🇫🇷",
        "O'Neill-Smith Jr.",
    ):
        assert clean_name(name)
    assert graphemes("👩‍👩‍👧‍👦🇩🇪é") == 3
    assert same_name("Anna", "ＡＮＮＡ")
    assert not same_name("Anna", "Anne")
    assert clean_chat("one\ntwo") == "one two"


def test_a_link_outlives_a_restart_and_is_stored_as_a_hash(tmp_path: Path) -> None:
    async def made() -> tuple[str, str]:
        async with open_house(tmp_path) as stage:
            anna = await stage.person("Anna")
            await anna.post("/api/me/link")
            code = (await anna.post("/api/me/link"))["code"]
            for file in tmp_path.iterdir():
                assert code.replace("-", "").encode() not in file.read_bytes().replace(b"-", b"")
            return anna.me["id"], code

    async def used(me: str, code: str) -> None:
        async with open_house(tmp_path) as stage:
            device = stage.stranger()
            assert (await device.post("/api/guests/link", {"code": code.lower()}))["me"]["id"] == me
            assert (await device.get("/api/me"))["me"]["id"] == me
            await stage.stranger().refused("link-unknown", 404, "/api/guests/link", {"code": code})

    asyncio.run(used(*asyncio.run(made())))


@on_stage(Limits(guesses_per_hour=1000, requests_per_second=1000, request_burst=1000))
async def test_a_link_lets_one_device_in_however_many_knock_at_once(stage: Stage) -> None:
    anna = await stage.person("Anna")
    for _ in range(5):
        link = await anna.post("/api/me/link")
        devices = [stage.stranger() for _ in range(12)]
        answers = await asyncio.gather(
            *(device.ask("POST", "/api/guests/link", {"code": link["code"]}) for device in devices)
        )
        assert sorted(answer.status_code for answer in answers) == [200] + [404] * 11
        assert sum([(await device.get("/api/me"))["me"] is not None for device in devices]) == 1


@on_stage()
async def test_a_link_expires_and_gives_way_to_the_next(stage: Stage) -> None:
    anna, boris = await stage.person("Anna"), await stage.person("Boris")
    first = (await anna.post("/api/me/link"))["code"]
    other = (await boris.post("/api/me/link"))["code"]
    second = (await anna.post("/api/me/link"))["code"]
    await stage.stranger().refused("link-unknown", 404, "/api/guests/link", {"code": first})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guests, "LINK_SECONDS", -1)
        late = (await anna.post("/api/me/link"))["code"]
    for code in (second, late, "", "x" * 500):
        await stage.stranger().refused("link-unknown", 404, "/api/guests/link", {"code": code})
    assert (await stage.stranger().post("/api/guests/link", {"code": other}))["me"]["id"] == boris.me["id"]


@on_stage()
async def test_a_link_that_could_not_be_used_up_still_works(stage: Stage) -> None:
    """A locked database refuses; the link is not lost over it."""
    anna = await stage.person("Anna")
    code = (await anna.post("/api/me/link"))["code"]
    device = stage.stranger()
    with closing(sqlite3.connect(stage.house.settings.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await device.refused("storage-busy", 503, "/api/guests/link", {"code": code})
        other.execute("ROLLBACK")
    assert (await device.post("/api/guests/link", {"code": code}))["me"]["id"] == anna.me["id"]
