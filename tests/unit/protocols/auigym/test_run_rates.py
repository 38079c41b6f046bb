"""Rates of a run, worked out by hand: repeats are one cluster, unscored items are named, failed ones count as 0."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from pytest_cookie.core.spend import NOTHING, Spend, Usage
from pytest_cookie.protocols.auigym.commands import tasks
from pytest_cookie.protocols.auigym.episode import Episode
from pytest_cookie.protocols.auigym.rounds import Comment, Round
from pytest_cookie.protocols.auigym.run_rates import ItemRounds, rate_by_revision, rate_by_tag, read_items


def item(case: str, *rounds: str) -> ItemRounds:
    """An item with four tasks; a round has a letter for each task: solved, tried or unsupported."""
    endings = {"s": "solved", "t": "stuck", "u": "unsupported"}
    made = tuple(
        Round(
            number, {str(i): Episode.model_validate({"task": str(i), "ending": endings[e]}) for i, e in enumerate(one)}
        )
        for number, one in enumerate(rounds)
    )
    return ItemRounds("m", case, "tool", 4, made, NOTHING)


@pytest.mark.parametrize(
    ("items", "cases", "complete", "success", "of_supported"),
    [
        ([item("a", "sstu"), item("b", "suuu")], 2, 4 / 8, 3 / 8, 3 / 4),
        ([item("a", "sstu"), item("a", "ssuu"), item("b", "suuu")], 2, 6 / 12, 5 / 12, 5 / 6),
        ([item("a", "ssss"), item("b")], 2, 4 / 8, 4 / 8, 1),  # the second one failed as a whole
        ([item("a", "uuuu")], 1, 0, 0, None),
    ],
)
def test_rates(items, cases, complete, success, of_supported):
    for rates in rate_by_tag(items):
        assert (rates.cases, rates.completeness.n, rates.success.n) == (cases, cases, cases)
        found = (rates.completeness.mean, rates.success.mean, rates.success_of_supported.mean)
        assert found == (pytest.approx(complete), pytest.approx(success), of_supported and pytest.approx(of_supported))


def test_repeats_do_not_make_an_interval_narrower():
    once = [item("a", "ssst"), item("b", "sttt"), item("c", "sstt")]
    (single, *_), (thrice, *_) = rate_by_tag(once), rate_by_tag(once * 3)
    assert thrice.success == single.success
    assert rate_by_revision(once * 3) == rate_by_revision(once)


def test_items_without_a_further_revision_count_with_their_last():
    rows = rate_by_revision([item("a", "sttt", "sstt"), item("b", "ssss")])["m"]
    assert [(complete.mean, success.mean) for complete, success in rows] == [(1, 5 / 8), (1, 6 / 8)]


def test_the_commenters_part_of_the_cost_is_summed_up_and_printed(tmp_path, monkeypatch, capsys):
    def comment(tokens: int, *tasks: str) -> Comment:
        return Comment(tasks=tasks, spend=Spend(calls=1, usage=Usage(input_tokens=tokens, output_tokens=7)))

    one = replace(item("a", "sttt", "sstt"), comments=(comment(3_000, "1", "2", "3"), comment(1_500, "2", "3")))
    (rates, *_) = rate_by_tag([one, item("b", "ssss")])
    assert (rates.commented.usage.input_tokens, rates.commented.usage.output_tokens) == (4_500, 14)
    assert rates.tasks_commented == 5
    run = SimpleNamespace(manifest=SimpleNamespace(protocol="auigym"), path=tmp_path, records=list)
    monkeypatch.setattr(tasks.RunFolder, "open", lambda path: run)
    monkeypatch.setattr(tasks, "read_items", lambda run: ([one], []))
    tasks._run(SimpleNamespace(run=tmp_path))
    assert "of these the commenter, for 5 failed tasks: 2 calls, 4,500 tokens in, 14 out" in capsys.readouterr().out


def test_unscored_items_are_named():
    cause = SimpleNamespace(message="the provider did not answer")
    run = SimpleNamespace(records=lambda: [SimpleNamespace(outcome="unscored", cause=cause, folder="items/a")])
    assert read_items(run) == ([], ["items/a: unscored, so in no rate: the provider did not answer"])  # type: ignore[arg-type]
