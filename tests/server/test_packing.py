"""What is the same for everybody is sent packed to whoever can unpack it, and kept by either name."""

from __future__ import annotations

import gzip

from tests.server.stage import Stage, on_stage

WORDS = "/api/words?language=ru"


@on_stage()
async def test_large_answers_are_packed_for_who_takes_them(stage: Stage) -> None:
    anna = await stage.person("Anna")
    async with anna.client.stream("GET", WORDS, headers={"accept-encoding": "br, gzip;q=0.8"}) as answer:
        raw = b"".join([part async for part in answer.aiter_raw()])
    plain = await anna.client.get(WORDS, headers={"accept-encoding": "identity"})
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw) == plain.content
    assert len(raw) * 2 < len(plain.content)
    assert answer.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert answer.headers["etag"] != plain.headers["etag"], "other bytes, another name"


@on_stage()
async def test_nobody_gets_what_they_did_not_ask_for(stage: Stage) -> None:
    anna = await stage.person("Anna")
    for offered in ("", "identity", "br", "gzip;q=0", "gzip; q=0.0, identity"):
        answer = await anna.client.get(WORDS, headers={"accept-encoding": offered})
        assert "content-encoding" not in answer.headers, offered
        assert answer.json()["language"] == "ru"


@on_stage()
async def test_each_form_is_kept_by_its_own_name(stage: Stage) -> None:
    anna = await stage.person("Anna")
    for offered, other in (("gzip", "identity"), ("identity", "gzip")):
        first = await anna.client.get(WORDS, headers={"accept-encoding": offered})
        name = first.headers["etag"]
        again = await anna.client.get(WORDS, headers={"accept-encoding": offered, "if-none-match": name})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", name)
        changed = await anna.client.get(WORDS, headers={"accept-encoding": other, "if-none-match": name})
        assert changed.status_code == 200


@on_stage()
async def test_small_answers_are_sent_as_they_are(stage: Stage) -> None:
    anna = await stage.person("Anna")
    answer = await anna.client.get("/api/games/transeuropa/content", headers={"accept-encoding": "gzip"})
    assert len(answer.content) < 1000
    assert "content-encoding" not in answer.headers
    assert "vary" not in answer.headers
