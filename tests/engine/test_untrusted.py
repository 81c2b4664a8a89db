"""JSON from outside: refused before anything looks at it where it is too large, too deep, or no JSON of ours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from roundhouse.engine.refusal import PositionError
from roundhouse.engine.untrusted import MOST_DEPTH, MOST_NUMBER, MOST_TEXT, Reader, check_limits, read_json


def refused(call: Callable[[], object]) -> tuple[str, str]:
    """Code and place of the refusal."""
    with pytest.raises(PositionError) as error:
        call()
    return error.value.refusal.code, error.value.refusal.params["at"]


def test_reads_json() -> None:
    assert read_json('{"a": [1, null, true, "ё"], "b": {"c": -3}}'.encode()) == {
        "a": [1, None, True, "ё"],
        "b": {"c": -3},
    }


@pytest.mark.parametrize(
    ("data", "code", "at"),
    [
        (b"", "file-not-json", ""),
        (b"{", "file-not-json", ""),
        (b"\xff\xfe", "file-not-json", ""),
        (b'{"a": 1} x', "file-not-json", ""),
        (b"[" * (MOST_DEPTH + 1) + b"]" * (MOST_DEPTH + 1), "file-too-deep", ""),
        (b"[" * 100_000, "file-too-deep", ""),
        (b'{"a": [0, 1.5]}', "number-not-whole", "a[1]"),
        (b'{"a": {"b": 9007199254740993}}', "number-too-large", "a.b"),
        (b'["' + b"x" * (MOST_TEXT + 1) + b'"]', "text-too-long", "[0]"),
    ],
)
def test_refuses(data: bytes, code: str, at: str) -> None:
    assert refused(lambda: read_json(data)) == (code, at)


def test_refuses_a_large_file_unread() -> None:
    assert refused(lambda: read_json(b"[" + b"1," * 40 + b"1]", most_bytes=50))[0] == "file-too-large"


def test_deep_is_counted_outside_of_strings() -> None:
    assert read_json(('["' + "[" * 100 + '\\"[[["]').encode()) == ["[" * 100 + '"[[[']
    nested: Any = 1
    for _ in range(MOST_DEPTH):
        nested = [nested]
    check_limits(nested)
    assert refused(lambda: check_limits([nested, [nested]]))[0] == "file-too-deep"


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ((1, 2), "value-not-json"),
        ({"a": object()}, "value-not-json"),
        ({"a": b"x"}, "value-not-json"),
        (-(MOST_NUMBER + 1), "number-too-large"),
        (float("nan"), "number-not-whole"),
    ],
)
def test_limits_of_values_not_read_here(value: object, code: str) -> None:
    assert refused(lambda: check_limits(value))[0] == code


def test_largest_that_is_allowed() -> None:
    check_limits([MOST_NUMBER, -MOST_NUMBER, "x" * MOST_TEXT, True, None])


class TestReader:
    reader = Reader({"number": 3, "yes": True, "text": "x", "list": [1, 2], "within": {"deep": 1}, "many": [{}, {}]})

    @pytest.mark.parametrize(
        ("call", "code", "at"),
        [
            (lambda reader: reader.take("lacking"), "key-missing", "lacking"),
            (lambda reader: reader.number("number", 0, 2), "number-expected", "number"),
            (lambda reader: reader.number("yes", 0, 2), "number-expected", "yes"),
            (lambda reader: reader.number("text", 0, 2), "number-expected", "text"),
            (lambda reader: reader.text("number"), "text-expected", "number"),
            (lambda reader: reader.text("text", ("a", "b")), "value-unknown", "text"),
            (lambda reader: reader.switch("number"), "switch-expected", "number"),
            (lambda reader: reader.items("text"), "list-expected", "text"),
            (lambda reader: reader.items("list", 3), "list-length", "list"),
            (lambda reader: reader.items("list", most=1), "list-length", "list"),
            (lambda reader: reader.object("list"), "object-expected", "list"),
            (lambda reader: reader.objects("list"), "object-expected", "list[0]"),
            (lambda reader: reader.object("within").number("deep", 2, 3), "number-expected", "within.deep"),
            (lambda reader: reader.objects("many")[1].take("x"), "key-missing", "many[1].x"),
            (lambda reader: reader.object("within").finish(), "key-unknown", "within.deep"),
        ],
    )
    def test_refuses(self, call: Callable[[Reader], object], code: str, at: str) -> None:
        assert refused(lambda: call(Reader(self.reader.value))) == (code, at)

    def test_reads(self) -> None:
        reader = Reader(self.reader.value)
        assert reader.number("number", 0, 3) == 3
        assert reader.switch("yes") is True
        assert reader.text("text", ("x",)) == "x"
        assert reader.items("list", 2) == [1, 2]
        assert reader.object("within").number("deep", 0, 1) == 1
        assert len(reader.objects("many", 2)) == 2
        assert reader.number("lacking", 0, 9, 4) == 4
        assert reader.has("text")
        assert not reader.has("lacking")
        reader.finish()

    def test_a_misspelt_key_is_an_error(self) -> None:
        reader = Reader({"scores": 1, "scroes": 2})
        reader.take("scores")
        assert refused(reader.finish) == ("key-unknown", "scroes")

    @pytest.mark.parametrize("value", [None, 1, "x", [], True])
    def test_needs_an_object(self, value: object) -> None:
        assert refused(lambda: Reader(value, "here")) == ("object-expected", "here")
