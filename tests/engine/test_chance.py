"""Chance: the same numbers in every reading of the file, evenly spread, bound to the seed and to what persons added."""

from __future__ import annotations

from collections import Counter

import pytest

from roundhouse.engine.chance import (
    Chance,
    FastChance,
    KeyedChance,
    Stream,
    commitment,
    derive,
    numbered_secret,
    numbered_seed,
    table_key,
)

KEY = bytes(range(32))

# Written down once. Another number here means that every record ever kept plays differently.
KEYED = [0, 0, 5, 4, 3, 1, 3, 1, 0, 0, 3, 1]
FAST = [952, 264, 509, 692, 304, 466, 898, 651, 857, 199, 20, 650]
STREAM = [243, 81, 392, 685, 684, 468, 787, 78, 962, 82, 671, 255]
COMMITMENT = "d2e22498e7d91badc7766a464e25887bd16e8018481dc6a600195f70da5dead5"
TABLE_KEY = "7108ce84af05eb3c6c5c7eb8dab45d4946ffe8f9f570f32fe20a12cdd2ccf069"
NUMBERED_SEED = 9637179679295498833
NUMBERED_SECRET = "2ff13735242b349b4bb5ce1da9c5cefa11e739bfffd2c659912e33ee20c81bb8"
DERIVED = "86b9c82c6bf2c78ddefacfe841e2f3cab8d5f93fd3a9359da1745746b158e4c5"


def test_golden_numbers() -> None:
    assert [KeyedChance(KEY).number(index, 6) for index in range(12)] == KEYED
    assert [FastChance(2024).number(index, 1000) for index in range(12)] == FAST
    stream = Stream(0x0123456789ABCDEF)
    assert [stream.below(1000) for _ in range(12)] == STREAM


def test_golden_keys() -> None:
    assert commitment(KEY) == COMMITMENT
    assert table_key(KEY, ["17", "семь"]).hex() == TABLE_KEY
    assert numbered_seed(1, "label", 2) == NUMBERED_SEED
    assert numbered_secret(1, "label", 2).hex() == NUMBERED_SECRET
    assert derive(KEY, "x").hex() == DERIVED


@pytest.mark.parametrize("chance", [KeyedChance(KEY), FastChance(5)], ids=["keyed", "fast"])
def test_number_depends_on_index_alone(chance: Chance) -> None:
    """Asked in any order, and again: always the same number at an index. Clones of a state rely on it."""
    forward = [chance.number(index, 97) for index in range(200)]
    backward = [chance.number(index, 97) for index in reversed(range(200))]
    assert backward[::-1] == forward
    assert chance.number(63, 97) == forward[63]


@pytest.mark.parametrize("chance", [KeyedChance(KEY), FastChance(5)], ids=["keyed", "fast"])
@pytest.mark.parametrize("sides", [1, 2, 6, 7, 52, 1000])
def test_numbers_are_evenly_spread(chance: Chance, sides: int) -> None:
    """Chi square: seldom so far off by luck (six standard deviations), and the same luck at every run."""
    drawn = 200 * sides if sides < 1000 else 100_000
    counts = Counter(chance.number(index, sides) for index in range(drawn))
    assert set(counts) <= set(range(sides))
    expected = drawn / sides
    chi = sum((counts[side] - expected) ** 2 / expected for side in range(sides))
    assert chi <= (sides - 1) + 6 * (2 * sides) ** 0.5


@pytest.mark.parametrize("chance", [KeyedChance(KEY), FastChance(5)], ids=["keyed", "fast"])
def test_neighbouring_numbers_are_unrelated(chance: Chance) -> None:
    pairs = Counter((chance.number(index, 4), chance.number(index + 1, 4)) for index in range(0, 16_000, 2))
    assert len(pairs) == 16
    assert all(350 < count < 650 for count in pairs.values())


def test_stream_is_evenly_spread_and_its_own() -> None:
    counts: Counter[int] = Counter()
    stream = Stream(1)
    for _ in range(14_000):
        counts[int(stream.below(7))] += 1
    assert all(1800 < counts[side] < 2200 for side in range(7))
    starts = {tuple(int(Stream(seed).next()) for _ in range(1)) for seed in range(1000)}
    assert len(starts) == 1000


@pytest.mark.parametrize("chance", [KeyedChance(KEY), FastChance(5)], ids=["keyed", "fast"])
def test_fork_is_another_sequence_fixed_by_its_label(chance: Chance) -> None:
    def numbers(from_chance: Chance) -> list[int]:
        return [from_chance.number(index, 1000) for index in range(20)]

    assert numbers(chance.fork("undo:3")) == numbers(chance.fork("undo:3"))
    different = [numbers(each) for each in (chance, chance.fork("undo:3"), chance.fork("undo:4"), chance.fork(""))]
    assert len({tuple(each) for each in different}) == 4


def test_key_length_is_checked() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        KeyedChance(b"short")


def test_commitment_binds_the_seed() -> None:
    assert commitment(KEY) == commitment(bytes(range(32)))
    assert commitment(KEY) != commitment(KEY[:-1] + b"\0")
    assert KEY.hex() not in commitment(KEY)


def test_table_key_needs_every_contribution_in_its_place() -> None:
    lists = [[], [""], ["", ""], ["1", "2"], ["2", "1"], ["12"], ["12", ""], ["1", "2", ""]]
    keys = {table_key(KEY, each) for each in lists}
    assert len(keys) == len(lists)
    assert table_key(bytes(32), ["1", "2"]) not in keys


def test_numbered_seeds_do_not_meet() -> None:
    seeds = {numbered_seed(seed, label, number) for seed in range(5) for label in "ab" for number in range(200)}
    assert len(seeds) == 2000
    assert all(0 <= each < 2**64 for each in seeds)
