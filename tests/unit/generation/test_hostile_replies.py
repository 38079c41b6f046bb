"""Hostile replies are read in proportion to their length; where they were not, each of these would take hours."""

import random

import pytest

from pytest_cookie.generation.continuation import join_replies
from pytest_cookie.generation.extraction import extract
from tests.unit.generation.replies import GOOD, PAGE, fenced

LENGTHS = (100_000, pytest.param(400_000, marks=pytest.mark.slow))
PIECES = (
    "`", "`a", "```", "\n```", "```html\n", "~~~\n", "<", "<html", "<html>\n", "</html>", "</html>\n",
    "<!doctype html>\n", "<think>", "<think>\n", "</think>\n", " ", "\t", "\n", "a", "a.", "a/", "/", "index.html ",
    'href="a.css" ', "<style", "&lt;", "&lt;html&gt;\n", "<svg>\n", "{", "[", '"', '{"a":', "a {", "// ...", "<!-- ",
    "import React", "\u202e", "\ud800", "\0",
)  # fmt: skip


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("piece", PIECES)
def test_endless_pieces(piece: str, length: int):
    reply = piece * (length // len(piece))
    assert extract(reply).why_not or extract(reply).files


@pytest.mark.parametrize("piece", ["`", "a", "\n", "```html\n", "</html>\n", "<think>", " "])
@pytest.mark.parametrize("length", LENGTHS)
def test_endless_pieces_in_and_after_a_page(piece: str, length: int):
    endless = piece * (length // len(piece))
    assert extract(f"```html\n{PAGE[:200]}{endless}").files
    assert extract(f"{fenced(PAGE)}{endless}").files["index.html"].strip() == PAGE
    assert join_replies(f"```html\n{PAGE[:200]}", endless)


def test_pieces_in_any_order_never_raise_and_never_lead_out():
    dice = random.Random(0)
    pieces = [
        *PIECES,
        *(good.reply for good in GOOD),
        *(good.reply[: len(good.reply) // 2] for good in GOOD),
        "../a.css\n",
    ]
    for _ in range(600):
        reply = "".join(dice.choice(pieces) for _ in range(dice.randrange(1, 12)))
        found = extract(reply)
        assert bool(found.files) != bool(found.why_not)
        assert not found.files or found.entry in found.files
        assert all(part not in ("", ".", "..") for path in found.files for part in path.split("/"))


def test_nesting_without_end_is_no_json():
    assert extract("[" * 100_000).why_not
    assert extract('{"a":' * 100_000).why_not
