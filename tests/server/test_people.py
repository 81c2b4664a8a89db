"""Who people are, what they are called, and how they come back."""

from __future__ import annotations

import pytest

from roundhouse.server.refusals import Refused
from roundhouse.server.settings import Limits
from roundhouse.server.text import clean_chat, clean_name, graphemes, same_name
from tests.server.stage import Stage, on_stage


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
