"""A batch outlives the command that submitted it: Ctrl-C, cancelling, kills."""

import subprocess
import sys
import time

import pytest

from pytest_cookie.llm.batch.state import BatchStateFile, StoredBatch
from pytest_cookie.protocols.batch_judging import batch_folder
from pytest_cookie.records.run import RunFolder
from tests.provider import Provider
from tests.unit.protocols.batch_judging.runs import SETTINGS, STAGES, judge, outcomes


@pytest.fixture
def interrupted(run: RunFolder, provider: Provider, monkeypatch: pytest.MonkeyPatch, capsys) -> RunFolder:
    """A command that ended by Ctrl-C while it waited for its first batch."""

    def interrupt(seconds: float) -> None:
        if provider.desk.counts["look"]:
            raise KeyboardInterrupt("stopped by SIGINT")

    provider.desk.polls = ["in_progress"]
    with monkeypatch.context() as patch:
        patch.setattr("pytest_cookie.llm.batch.watch.time.sleep", interrupt)
        assert judge(run, "--batch") == 130
    assert len(provider.desk.batches) == 1
    return run


def test_ctrl_c_leaves_the_batch_and_says_how_to_collect_or_cancel_it(interrupted: RunFolder, capsys):
    told = capsys.readouterr().err
    assert f"collect them with: pytest-cookie judge {interrupted.path} --judge=openai/any --batch\n" in told
    assert f"cancel them with: pytest-cookie judge {interrupted.path} --cancel-batch\n" in told
    assert outcomes(interrupted) == ["unscored"] * 3


def test_the_next_command_picks_the_batch_up_and_submits_nothing_twice(
    interrupted: RunFolder, provider: Provider, capsys
):
    assert judge(interrupted, "--batch") == 0
    asked = [line["custom_id"] for batch in provider.desk.batches for line in provider.desk.lines(batch)]
    assert len(asked) == len(set(asked)) == 9
    assert capsys.readouterr().out.startswith("models: 9 new calls, ")


def test_another_judge_leaves_the_batch_alone_until_it_has_ended(interrupted: RunFolder, provider: Provider):
    provider.desk.polls = ["in_progress"]
    assert judge(interrupted, "--judge=openai/other", "--batch") == 0
    (left,) = BatchStateFile(batch_folder(interrupted)).batches
    assert (left.id, left.model) == ("batch_0", "openai/any")


def test_an_ended_batch_that_nobody_wants_is_collected_and_no_longer_counts(interrupted: RunFolder, provider: Provider):
    assert judge(interrupted, "--judge=openai/other", "--batch") == 0
    assert BatchStateFile(batch_folder(interrupted)).batches == ()
    assert judge(interrupted, "--batch") == 0
    assert len(provider.desk.batches) == 2 * STAGES


def test_an_ended_batch_whose_results_are_gone_is_submitted_again(interrupted: RunFolder, provider: Provider, capsys):
    provider.desk.has_lost_results = True
    assert judge(interrupted, "--batch") == 2
    assert "batch batch_0: completed, but its results cannot be read: HTTP 404" in capsys.readouterr().err
    assert (BatchStateFile(batch_folder(interrupted)).batches, provider.counts["judge"]) == ((), 0)
    provider.desk.has_lost_results = False
    assert judge(interrupted, "--batch") == 0
    assert len(provider.desk.batches) == 1 + STAGES


def test_cancelling_collects_an_ended_batch(interrupted: RunFolder, provider: Provider, capsys):
    assert judge(interrupted, "--cancel-batch") == 0
    assert "batch batch_0: completed, 3 of 3 requests answered\n" in capsys.readouterr().err
    assert (provider.desk.counts["cancel"], BatchStateFile(batch_folder(interrupted)).batches) == (0, ())


def test_cancelling_forgets_a_batch_that_the_provider_does_not_list(run: RunFolder, provider: Provider, capsys):
    (run.path.parent / "pyproject.toml").write_text(SETTINGS.replace("120", "0.1"))
    provider.desk.creations, provider.desk.lists = ["lost"], [404] * 9
    assert judge(run, "--batch") == 2
    assert len(BatchStateFile(batch_folder(run)).batches) == 1
    capsys.readouterr()
    assert judge(run, "--cancel-batch") == 0
    assert "a batch that was being submitted is forgotten" in capsys.readouterr().err
    assert BatchStateFile(batch_folder(run)).batches == ()


def test_of_a_cancelled_batch_the_answers_are_used(interrupted: RunFolder, provider: Provider, capsys):
    provider.desk.answered, provider.desk.polls = 2, ["in_progress"]
    assert judge(interrupted, "--cancel-batch") == 0
    assert provider.desk.counts["cancel"] == 1
    assert "batch batch_0 of openai/any: cancelled" in capsys.readouterr().err
    assert judge(interrupted, "--batch") == 1
    assert judge(interrupted, "--batch") == 0
    asked = [line["custom_id"] for batch in provider.desk.batches for line in provider.desk.lines(batch)]
    assert (len(asked), len(set(asked))) == (10, 9)


def test_a_batch_that_the_provider_does_not_know_is_forgotten_on_request(
    interrupted: RunFolder, provider: Provider, capsys
):
    provider.desk.batches.clear()
    assert judge(interrupted, "--batch") == 2
    assert "batch batch_0 cannot be read: HTTP 404" in capsys.readouterr().err
    assert judge(interrupted, "--cancel-batch") == 0
    assert judge(interrupted, "--batch") == 0
    assert judge(interrupted, "--cancel-batch") == 0
    assert "no batch of this run is open" in capsys.readouterr().err


class KilledError(BaseException):
    """The process ends here."""


@pytest.mark.parametrize(
    ("moment", "uploads"),
    [
        (lambda batch: not batch.input_file, STAGES),
        (lambda batch: batch.input_file and not batch.id, STAGES + 1),
        (lambda batch: batch.id, STAGES),
    ],
    ids=["before the upload", "before the creation", "after the creation"],
)
def test_whenever_it_is_killed_no_batch_is_created_twice(
    run: RunFolder, provider: Provider, monkeypatch: pytest.MonkeyPatch, moment, uploads: int
):
    put = BatchStateFile.put

    def killed(self: BatchStateFile, batch: StoredBatch) -> StoredBatch:
        if moment(batch):
            raise KilledError
        return put(self, batch)

    with monkeypatch.context() as patch:
        patch.setattr(BatchStateFile, "put", killed)
        with pytest.raises(KilledError):
            judge(run, "--batch")
    assert judge(run, "--batch") == 0
    assert (provider.desk.counts["create"], provider.desk.counts["upload"]) == (STAGES, uploads)
    assert outcomes(run) == ["scored"] * 3


@pytest.mark.long
def test_a_killed_process_leaves_a_batch_that_the_next_one_collects(run: RunFolder, provider: Provider):
    desk = provider.desk
    desk.polls = ["in_progress"] * 1_000_000
    command = [sys.executable, "-c", "from pytest_cookie.cli import main; main()", "judge", str(run.path)]
    process = subprocess.Popen([*command, "--judge=openai/any", "--batch"], cwd=run.path.parent)
    end = time.monotonic() + 300
    while not desk.counts["look"] and process.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    process.kill()
    process.wait()
    desk.polls = []
    assert judge(run, "--batch") == 0
    assert (desk.counts["create"], outcomes(run)) == (STAGES, ["scored"] * 3)
