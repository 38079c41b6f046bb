"""Equal lists are sent once; the rest of a text is complete."""

from pathlib import Path

import pytest

from pytest_cookie.judging.model.repeated_lines import shorten_repeats
from tests.unit.judging.evidence_builders import inventory, perception
from tests.unit.judging.model.over_http import HttpJudge
from tests.unit.judging.model.scripted import Item

OPTIONS = ("+ water…", "North bed", "Greenhouse", "Fence row", "Herb box")


def test_equal_lists_of_options_are_sent_once(http_judge: HttpJudge, tmp_path: Path):
    days = [line for day in ("Mon", "Tue", "Wed") for line in (day, *OPTIONS)]
    http_judge.judge(Item(tmp_path, perception=perception(inventory=inventory("\n".join(days)))))
    text = http_judge.asked["static_scoring"].text
    again = "[the 5 lines from “+ water…” to “Herb box” again]"
    assert "\n".join(("Mon", *OPTIONS, "Tue", again, "Wed", again)) in text
    assert text.count("Fence row") == 1


@pytest.mark.parametrize(
    "text", ["", "one line", "a\nb\nc\na\nb\nc", "a\n\n\n\na\n\n\n\nb", "0 L\n0 L\n0 L\n0 L", "a\nb\nc\nd\na\nb\nc\ne"]
)
def test_short_repeats_stay(text: str):
    assert shorten_repeats(text) == text


def test_a_repeat_ends_where_the_text_differs():
    assert shorten_repeats("a\nb\nc\nd\ne\na\nb\nc\nd\nx") == ("a\nb\nc\nd\ne\n[the 4 lines from “a” to “d” again]\nx")
