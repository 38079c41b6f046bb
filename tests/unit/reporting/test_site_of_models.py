"""Pages of model judges and agents as text; tests/browser/test_report.py opens them in a browser."""

import re
from pathlib import Path

import pytest

from pytest_cookie.core.verdict import ScoreSpread
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.site import write_site
from tests.modelled_run import JUDGE, write_modelled_run
from tests.unit.reporting.page import Page

GAME = "items/moth-and-lanterns/openai-author-large/html/1"
PANEL = "items/hostile-strings/openai-hostile/html/1"
ABLATED = "items/moth-and-lanterns/openai-small/html/1"
FAILED = "items/umsatz-uebersicht/openai-author-large/html/1"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write_modelled_run(tmp_path_factory.mktemp("modelled") / "run")
    write_site(RunFolder.open(root))
    return root


def page(root: Path, folder: str) -> Page:
    return Page(root / folder / "index.html")


def test_the_stages_stand_in_order_with_how_their_scores_come_about(root: Path) -> None:
    text = page(root, GAME).text
    order = ("Static scoring", "+7 functionality Everything the brief", "−0.5 aesthetics", "static-scoring 1", "8 of 8",
             "Problem detection", "The jump does not clear", "problem-detection 1", "Score adjustment",
             "−1 functionality Problem 1: the level", "score-adjustment 1", "7 of 8")  # fmt: skip
    at = 0
    for part in order:
        assert part in text[at:], part
        at = text.index(part, at)
    assert "1 call · 12 k in (3,000 cached), 1,000 out (300 reasoning) tokens · cost $0.0123 · 8.2 s" in text


def test_what_a_stage_was_shown_is_there_to_see_but_no_page_of_the_artifact_is_opened(root: Path) -> None:
    shown = page(root, GAME)
    assert "What the judge was shown Step 0, at 0.0 s" in shown.text
    assert "evidence/agent/screenshots/003.png" in shown.addresses()
    assert "evidence/agent/sound.json" in shown.addresses()
    assert "#t=1.25" in shown.addresses()
    assert "artifact/index.html" in shown.text
    assert [address for address in shown.addresses() if "artifact/" in address] == []
    assert "running.html" in shown.addresses()  # the frame's data-src


def test_problems_lead_to_their_step_and_moment_and_to_no_step_that_is_not_there(root: Path) -> None:
    addresses = page(root, GAME).addresses()
    assert addresses.count("#step-2") >= 2
    assert "#t=1.400" in addresses
    assert "#step-99" not in addresses
    assert "step 99" in page(root, GAME).text


def test_verdicts_stand_side_by_side_and_one_of_them_counts(root: Path) -> None:
    text = page(root, GAME).text
    part = text[text.index("Verdicts on this evidence") :]
    assert re.search(rf"{JUDGE} counts in this run 84\.4 .*measured 66\.0", part)
    assert part.count("counts in this run") == 1
    assert "verdicts/measured.json" in page(root, GAME).addresses()
    assert "Verdicts on this evidence" not in page(root, ABLATED).text


def test_a_verdict_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    root = write_modelled_run(tmp_path / "run")
    (root / GAME / "verdicts" / "broken.json").write_text("{")
    write_site(RunFolder.open(root))
    text = page(root, GAME).text
    assert "broken.json is not a valid Verdict" in text
    assert "measured 66.0" in text


def test_a_panel_is_shown_with_its_members(root: Path) -> None:
    text = page(root, PANEL).text
    assert "How the judge scored this item a panel" in text
    assert "openai/judge-a 7 6.5" in text
    assert text.count("stage by stage") == 3
    assert text.count("Static scoring") == 3


def test_an_ablation_and_notes_are_named(root: Path) -> None:
    text = page(root, ABLATED).text
    assert f"{JUDGE}, without deferred scoring" in text
    assert "Judged without deferred scoring" in text
    assert re.search("Step scoring: 3 opinions, the last one counts .* After step 3. Functionality 5 of 8", text)
    assert "The source was cut to 40,000 of 61,000 characters" in text


def test_the_cost_by_stage_and_an_unknown_one_is_never_nothing(root: Path) -> None:
    known, unknown = page(root, GAME).text, page(root, PANEL).text
    assert "explore 14 180,000 45,000 15,000 4,500 $0.0843 1 min 55 s 2 min 11 s" in known
    assert "total 19 252,340" in known
    assert "deploy – – – – – – – 0.1 s" in known
    assert "explore 14 180,000 45,000 15,000 4,500 unknown" in unknown
    assert re.search(r"total 23 [\d, ]+ unknown", unknown)
    assert "$0 " not in unknown


def test_the_index_has_tokens_and_an_unknown_cost(root: Path) -> None:
    text = Page(root / "index.html").text
    assert "Cost unknown Tokens 901 k in (225 k cached), 75 k out (23 k reasoning)" in text
    assert "Cost to generate Tokens in to generate Tokens out to generate" in text
    assert "openai/author-large 2 $0.16 $0.0806 $0.0400 680 56 $0.0843 180 k 15 k $0.0369 72 k 6,000" in text
    assert re.search(r"unknown unknown .* unknown 180 k 15 k", text)


def test_the_raw_reply_and_the_agents_own_report(root: Path) -> None:
    game, failed = page(root, GAME), page(root, FAILED)
    assert {"reply-1.md", "reply-2.md"} <= set(game.addresses())
    assert "each time the figure fell. The agent’s own report: a model’s claim, not a measurement." in game.text
    assert (
        "functionality 8, aesthetics 6.5 of 8."
        in game.text.partition("The agent started with the stage 1 opinion of")[2]
    )
    assert "reply-1.md" in failed.addresses()
    assert "The reply has no HTML page: “I'm sorry”" in failed.text


def test_windows_and_files_of_a_step(root: Path) -> None:
    game = page(root, GAME)
    assert "evidence/agent/popups/001.png" in game.addresses()
    assert "Opened a window: untitled http://artifact.localhost/gone It did not load" in game.text
    assert "evidence/agent/downloads/scores.csv" in game.addresses()
    assert "Downloaded a file: scores.csv 3.4 kB, text/csv" in game.text
    assert "Downloaded a file: big.zip 12.0 MB larger than 10 MB, not kept" in game.text
    assert "popup: Help" not in game.text
    assert "No effect was seen" not in game.text


def test_a_page_that_was_downloaded_is_named_but_not_linked(root: Path) -> None:
    game = page(root, GAME)
    assert "Downloaded a file: evil.html 0.1 kB, text/html downloads/evil.html" in game.text
    assert not [address for address in game.addresses() if "evil" in address]


def test_no_tag_comes_out_of_what_models_write(root: Path) -> None:
    panel = page(root, PANEL)
    assert [attributes for tag, attributes in panel.tags if tag == "script"] == [{}, {}]
    assert not [name for _, attributes in panel.tags for name in attributes if name.startswith("on")]
    assert not [address for address in panel.addresses() if address.startswith("javascript:")]


def test_the_spread_of_several_samples_is_told(tmp_path: Path) -> None:
    root = write_modelled_run(tmp_path / "run")
    item = RunFolder.open(root).item(GAME)
    spread = ScoreSpread(
        dimension="functionality", scores={"m#1": 40.0, "m#2": 75.0, "m#3": 87.5}, low=40.0, high=87.5, deviation=24.66
    )
    item.write_verdict(item.read_verdict(JUDGE).model_copy(update={"spreads": (spread,)}))
    write_site(RunFolder.open(root))
    assert "Functionality: 3 scores from 40.0 to 87.5, standard deviation 24.7." in page(root, GAME).text
