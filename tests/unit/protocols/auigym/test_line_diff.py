"""Diffs of two lists of lines: right for any lines, and not slow for lines that a page chose."""

import random
from difflib import unified_diff
from itertools import pairwise

from pytest_cookie.protocols.auigym.line_diff import match_lines, unified_hunks


def hunks_of(old: list[str], new: list[str], context: int = 2) -> list[str]:
    return list(unified_hunks(old, new, context))


def lines_of(chance: random.Random) -> tuple[list[str], list[str]]:
    signs = "abcdefgh"[: chance.randint(1, 8)]
    old = chance.choices(signs, k=chance.randint(0, 40))
    new = old[:]
    for _ in range(chance.randint(0, 6)):
        at = chance.randint(0, len(new))
        new[at : at + chance.randint(0, 3)] = chance.choices(signs, k=chance.randint(0, 3))
    return old, new


def patched(old: list[str], hunks: list[str]) -> list[str]:
    """`old` with the hunks applied: their ranges and their context must be right."""
    made, at = [], 0
    for line in hunks:
        if line.startswith("@@"):
            begins, _, size = line.split()[1][1:].partition(",")
            start = int(begins) - (size != "0")
            made += old[at:start]
            at = start
        elif line[0] == "+":
            made.append(line[1:])
        else:
            assert old[at] == line[1:]
            made += [old[at]] if line[0] == " " else []
            at += 1
    return made + old[at:]


def test_a_diff_turns_the_old_lines_into_the_new():
    chance = random.Random(97)
    for _ in range(1_500):
        old, new = lines_of(chance)
        assert patched(old, hunks_of(old, new, chance.randint(0, 3))) == new
        pairs = match_lines(old, new)
        assert all(old[a] == new[b] for a, b in pairs)
        assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


def test_lines_that_occur_once_are_compared_as_difflib_does():
    old = [f"line {number}" for number in range(60)]
    new = [*old[:7], "x", *old[8:30], *old[33:50], "y", "z", *old[50:]]
    assert hunks_of(old, new) == list(unified_diff(old, new, n=2, lineterm=""))[2:]
    assert hunks_of(old, old) == []


class Counted(str):
    """A line that counts how often it is hashed and compared."""

    __slots__ = ()
    work = 0

    def __hash__(self) -> int:
        Counted.work += 1
        return super().__hash__()

    def __eq__(self, other: object) -> bool:
        Counted.work += 1
        return super().__eq__(other)


def interleaved(size: int, occurrences: int) -> tuple[list[str], list[str]]:
    """Lines that occur a few times each, between lines of one side alone."""
    kinds = max(1, size // occurrences)
    return tuple([line for n in range(size) for line in (f"c{n % kinds}", f"{side}{n}")] for side in "ab")  # type: ignore[return-value]


def nested(size: int, _: int) -> tuple[list[str], list[str]]:
    """Each range between unique lines has one unique line of its own, near its edge."""
    lines = [line for n in range(size) for line in (f"u{n + 1}", f"u{n}")]
    return [f"a{n}" if n % 5 == 4 else line for n, line in enumerate(lines)], lines[::-1] + lines


def test_the_work_grows_no_faster_than_the_lines(subtests):
    for occurrences in (1, 2, 15, 30, 3_000):
        for lines in (interleaved, nested):
            with subtests.test(repr(lines)):
                old, new = ([Counted(line) for line in side] for side in lines(1_500, occurrences))
                Counted.work = 0
                hunks_of(old, new)
                assert Counted.work < 100 * (len(old) + len(new))
