"""Seeded, provable randomness.

A game draws its numbers from a `Chance`: a pure function of an index, so that a state holds no generator but a
reference and a counter, and a clone stays cheap. `KeyedChance` is the one of real games: a keyed BLAKE2b stream whose
key comes from a secret seed (committed to beforehand) and the numbers the seated persons added. `FastChance` serves
search and determinization. `Stream` is for players: a bot's randomness never comes from the game's seed.
"""

from __future__ import annotations

import hashlib
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

SEED_BYTES: Final = 32
WORDS_PER_BLOCK: Final[i64] = 8
LOW_32: Final[i64] = 0xFFFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """A sequence of numbers nobody at the table chose; the number at an index is always the same."""

    def number(self, index: int, sides: int) -> int:
        """The number at `index`, evenly among 0 … sides - 1."""
        raise NotImplementedError

    def fork(self, label: str) -> Chance:
        """Another sequence, fixed by this one and the label: what is still unseen after an undo is drawn from it."""
        raise NotImplementedError


@final
class KeyedChance(Chance):
    """BLAKE2b in counter mode, keyed: whoever lacks the key can't foretell the next number from all before it."""

    def __init__(self, key: bytes) -> None:
        if len(key) != SEED_BYTES:
            raise ValueError(f"a key has {SEED_BYTES} bytes, not {len(key)}")
        self.key: bytes = key
        self.block_number: i64 = -1
        self.block: bytes = b""

    def number(self, index: int, sides: int) -> int:
        place: i64 = index
        wanted = place // WORDS_PER_BLOCK
        if wanted != self.block_number:
            data = int(wanted).to_bytes(8, "big")
            self.block = hashlib.blake2b(data, key=self.key, digest_size=64).digest()
            self.block_number = wanted
        start = (place % WORDS_PER_BLOCK) * 8
        # 56 bits against at most 16 bits of sides: no side is favoured by more than one part in 2 ** 40.
        return int.from_bytes(self.block[start : start + 7], "big") % sides

    def fork(self, label: str) -> Chance:
        return KeyedChance(derive(self.key, "fork:" + label))


def mixed(value: i64) -> i64:
    """A 32-bit number scrambled, by multiplications that stay below 2 ** 63 in every reading of this file."""
    value &= LOW_32
    value ^= value >> 16
    value = (value * 0x21F0AAAD) & LOW_32
    value ^= value >> 15
    value = (value * 0x735A2D97) & LOW_32
    return value ^ (value >> 15)


@final
class FastChance(Chance):
    """The same promise without the secrecy: a hash of seed and index, for search and simulation inside a bot."""

    def __init__(self, seed: int) -> None:
        self.low: i64 = seed & 0xFFFFFFFF
        self.high: i64 = (seed >> 32) & 0x7FFFFFFF

    def number(self, index: int, sides: int) -> int:
        place: i64 = index
        count: i64 = sides
        return (mixed(mixed(self.low + place) + self.high + place) * count) >> 32

    def fork(self, label: str) -> Chance:
        seed: int = (int(self.high) << 32) | int(self.low)
        return FastChance(int.from_bytes(derive(seed.to_bytes(8, "big"), "fork:" + label)[:8], "big"))


@final
class Stream:
    """A player's own randomness: sfc32, the same numbers in every reading of this file and on every machine."""

    def __init__(self, seed: int) -> None:
        self.a: i64 = seed & 0xFFFFFFFF
        self.b: i64 = (seed >> 32) & 0xFFFFFFFF
        self.c: i64 = 0x9E3779B9
        self.counter: i64 = 1
        for _ in range(12):
            self.next()

    def next(self) -> i64:
        total = (self.a + self.b + self.counter) & LOW_32
        self.counter = (self.counter + 1) & LOW_32
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & LOW_32
        turned = ((self.c << 21) | (self.c >> 11)) & LOW_32
        self.c = (turned + total) & LOW_32
        return total

    def below(self, sides: i64) -> i64:
        """A number evenly among 0 … sides - 1."""
        return (self.next() * sides) >> 32


def derive(secret: bytes, label: str) -> bytes:
    """32 bytes that only who knows the secret can tell, one for each label."""
    return hashlib.blake2b(label.encode(), key=secret[:64], digest_size=SEED_BYTES).digest()


def commitment(seed: bytes) -> str:
    """What is published when a table opens: it binds the seed without telling it."""
    return hashlib.sha256(b"roundhouse-seed:" + seed).hexdigest()


def table_key(seed: bytes, contributions: list[str]) -> bytes:
    """The key of a table's chance: the committed seed and, in the order of the seats, what each person added.

    The house is bound by its commitment before it sees their numbers, and none of them knows the seed: nobody chose
    the shuffle. Lengths are written before the parts, so that no two lists read the same.
    """
    joined = b"".join(len(part.encode()).to_bytes(4, "big") + part.encode() for part in contributions)
    return hashlib.blake2b(b"roundhouse-table:" + joined, key=seed, digest_size=SEED_BYTES).digest()


def numbered_seed(seed: int, label: str, number: int) -> int:
    """64 bits for game or bot `number` of a simulation: the same whatever the number of cores."""
    text = f"{seed}:{label}:{number}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def numbered_secret(seed: int, label: str, number: int) -> bytes:
    """A whole 32-byte seed for game `number` of a simulation."""
    return hashlib.blake2b(f"{seed}:{label}:{number}".encode(), digest_size=SEED_BYTES).digest()
