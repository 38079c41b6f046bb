"""`pytest-cookie judge --batch` against a provider with files and batches, which also misbehaves."""

import json
from dataclasses import replace

import pytest

from pytest_cookie.llm.batch import batch_api, spool
from pytest_cookie.llm.batch.state import BatchStateFile
from pytest_cookie.protocols.batch_judging import batch_folder
from pytest_cookie.records.run import RunFolder
from tests.provider import Asked, Exchange, Provider
from tests.provider.critic import opinion
from tests.unit.protocols.batch_judging.runs import NAMES, PRICES, SETTINGS, STAGES, judge, outcomes, scores, spent


def test_each_stage_of_all_items_is_one_batch_at_half_the_price(run: RunFolder, provider: Provider, capsys):
    assert judge(run, "--batch") == 0
    desk = provider.desk
    assert outcomes(run) == ["scored"] * 3
    assert (desk.counts["create"], desk.counts["upload"], provider.counts["judge"]) == (STAGES, STAGES, 0)
    assert [len(desk.lines(batch)) for batch in desk.batches] == [3, 3, 3]
    assert {line["url"] for line in desk.lines("batch_0")} == {"/v1/chat/completions"}
    assert {line["body"]["model"] for line in desk.lines("batch_0")} == {"any"}
    told = capsys.readouterr()
    assert "batch batch_0: submitted 3 requests of openai/any\n" in told.err
    assert "batch batch_0: completed, 3 of 3 requests answered\n" in told.err
    assert told.out.startswith("models: 9 new calls, ")
    half, found = spent(run), scores(run)
    for path in (run.path.parent / "reports").rglob("*.json"):
        path.unlink()
    assert judge(run) == 0
    assert provider.counts["judge"] == 9
    assert scores(run) == found
    assert half == pytest.approx(spent(run) / 2)
    assert BatchStateFile(batch_folder(run)).batches == ()


def test_the_body_is_that_of_a_direct_call(run: RunFolder, provider: Provider):
    said: list[Asked] = []
    provider.model = lambda asked: (said.append(asked), opinion(asked))[1]
    assert judge(run, "--batch") == 0
    for path in (run.path.parent / "reports").rglob("*.json"):
        path.unlink()
    assert judge(run) == 0

    def sent(asked: Asked) -> tuple:
        return asked.messages, asked.reply_schema, asked.parameters, asked.model

    batched, direct = ([sent(asked) for asked in part] for part in (said[:9], said[9:]))
    assert len(batched) == len(direct) == 9
    assert all(one in direct for one in batched)


def test_responses_are_cached_so_that_the_same_command_sends_nothing(run: RunFolder, provider: Provider, capsys):
    assert judge(run, "--batch") == 0
    before, found = provider.desk.counts.total(), scores(run)
    capsys.readouterr()
    assert judge(run, "--batch") == 0
    assert provider.desk.counts.total() == before
    assert capsys.readouterr().out.startswith("models: 0 new calls, ")
    assert scores(run) == found


def test_a_request_that_fails_in_the_batch_is_called_directly(run: RunFolder, provider: Provider):
    provider.desk.fault = lambda number, body: (500, "the model fell over") if number == 1 else None
    assert judge(run, "--batch") == 0
    assert outcomes(run) == ["scored"] * 3
    assert provider.counts["judge"] == STAGES
    assert provider.desk.counts["create"] == STAGES


def test_what_fails_there_too_is_reported_with_both_causes(run: RunFolder, provider: Provider, capsys):
    provider.desk.fault = lambda number, body: (400, "a picture is broken") if "<!-- two -->" in str(body) else None
    provider.always(lambda exchange: exchange.send(400, {"error": {"message": "a picture is broken"}}))
    assert judge(run, "--batch") == 1
    assert sorted(outcomes(run)) == ["scored", "scored", "unscored"]
    told = capsys.readouterr().err
    assert "two · m: not judged: static-scoring: it failed in the batch (HTTP 400: " in told
    assert "and when called directly: openai/any gave no answer: HTTP 400" in told


SPOILT = {
    "the first line is missing": lambda lines: lines[1:],
    "a line is garbage": lambda lines: [b'{"custom_id": "', *lines[1:]],
    "a line is another JSON value": lambda lines: [b"[1, 2]", b"null", b"3", *lines[1:]],
    "a line has another's id": lambda lines: [lines[0].replace(b'"custom_id": "', b'"custom_id": "f'), *lines[1:]],
    "a line has no id": lambda lines: [lines[0].replace(b"custom_id", b"customer"), *lines[1:]],
    "a line has no choices": lambda lines: [lines[0].replace(b'"choices"', b'"chances"'), *lines[1:]],
    "a line is no text": lambda lines: [b"\xff\xfe\x00", *lines[1:]],
    "a line is nested without end": lambda lines: [b"[" * 200_000, *lines[1:]],
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_line_that_cannot_be_read_costs_a_direct_call(run: RunFolder, provider: Provider, what: str):
    provider.desk.spoil = SPOILT[what]
    assert judge(run, "--batch") == 0
    assert outcomes(run) == ["scored"] * 3
    assert provider.counts["judge"] == STAGES


def test_of_several_lines_the_first_reply_counts(run: RunFolder, provider: Provider):
    def twice(lines: list[bytes]) -> list[bytes]:
        failed = [json.dumps({**json.loads(line), "response": {"status_code": 500, "body": {}}}) for line in lines]
        return [*(line.encode() for line in failed), *lines, *(line.replace(b"stop", b"length") for line in lines)]

    provider.desk.spoil = twice
    assert judge(run, "--batch") == 0
    assert (outcomes(run), provider.counts["judge"]) == (["scored"] * 3, 0)


@pytest.mark.parametrize("usage", [b"NaN", b"-1", b"1.5", b"1" * 5_000, b'"many"'])
def test_impossible_token_counts_make_the_cost_unknown_and_no_second_call(
    run: RunFolder, provider: Provider, usage: bytes, capsys
):
    def spoil(lines: list[bytes]) -> list[bytes]:
        return [line.replace(b'"prompt_tokens": ', b'"prompt_tokens": %s, "was": ' % usage) for line in lines]

    provider.desk.spoil = spoil
    assert judge(run, "--batch") == 0
    assert (outcomes(run), provider.counts["judge"]) == (["scored"] * 3, 0)
    assert [record.cost_usd for record in run.collect()[0]] == [None] * 3
    assert "9 new calls, 0 tokens in, 0 out, of unknown price" in capsys.readouterr().out


def test_results_beyond_the_limit_are_not_read_to_their_end(run: RunFolder, provider: Provider, monkeypatch, capsys):
    monkeypatch.setattr("pytest_cookie.llm.batch.openai_batches.MAX_RESULT_BYTES", 2_000_000)
    provider.desk.spoil = lambda lines: [*lines, b" " * 3_000_000]
    assert judge(run, "--batch") == 2
    assert "its results cannot be read: the reply is longer than 2 MB" in capsys.readouterr().err
    assert provider.counts["judge"] == 0
    assert batch_api.MAX_RESULT_BYTES > 100 * spool.MAX_BATCH_REQUESTS


def test_results_of_another_batch_are_not_paid_for_twice(run: RunFolder, provider: Provider, capsys):
    provider.desk.spoil = lambda lines: [line.replace(b'"custom_id": "', b'"custom_id": "0') for line in lines]
    assert judge(run, "--batch") == 2
    assert "no result of the batch belongs to a request of this run" in capsys.readouterr().err
    assert provider.counts["judge"] == 0


@pytest.mark.parametrize("ending", ["expired", "cancelled"])
def test_of_a_batch_that_ended_early_the_answers_count_and_the_rest_is_submitted_by_the_next_command(
    run: RunFolder, provider: Provider, ending: str, capsys
):
    desk = provider.desk
    desk.ending, desk.answered = ending, 2
    assert judge(run, "--batch") == 1
    told = capsys.readouterr().err
    assert f"the batch {'was cancelled' if ending == 'cancelled' else 'expired before'}" in told
    assert "run the command again to submit the request again" in told
    assert provider.counts["judge"] == 0
    desk.ending = "completed"
    assert judge(run, "--batch") == 0
    assert outcomes(run) == ["scored"] * 3
    asked = [line["custom_id"] for batch in desk.batches for line in desk.lines(batch)]
    assert len(asked) - len(set(asked)) == 1  # the one without an answer


def test_a_rejected_batch_is_reported_with_the_providers_reason(run: RunFolder, provider: Provider, capsys):
    provider.desk.ending, provider.desk.errors = "failed", ["Enqueued token limit reached"]
    assert judge(run, "--batch") == 2
    assert "the provider rejects the batch: Enqueued token limit reached" in capsys.readouterr().err


def test_what_the_provider_says_of_a_batch_is_shown_short_and_without_keys(
    run: RunFolder, provider: Provider, monkeypatch: pytest.MonkeyPatch, capsys
):
    key = "loopback-key-0123456789abcdef"
    monkeypatch.setenv("ANTHROPIC_API_KEY", key)
    hostile = f"\x1b[2J\r\u202e {key} " + "x" * 100_000
    provider.desk.polls, provider.desk.ending, provider.desk.errors = [hostile], "failed", [hostile] * 3
    assert judge(run, "--batch") == 2
    told = capsys.readouterr()
    stored = "".join(path.read_text() for path in run.path.rglob("*.json"))
    for text in (told.err, told.out, stored):
        assert key not in text
        assert "x" * 1_000 not in text
        assert not {"\x1b", "\r", "\u202e"} & set(text)
        assert "\\u001b" not in text
    assert "the provider rejects the batch: " in told.err


def test_a_busy_or_broken_provider_is_asked_again(run: RunFolder, provider: Provider):
    desk = provider.desk
    desk.uploads, desk.creations, desk.polls = [503, 429], [429, 500], [429, 500, "in_progress", 502, "finalizing"]
    assert judge(run, "--batch") == 0
    assert (len(desk.batches), outcomes(run)) == (STAGES, ["scored"] * 3)


@pytest.mark.parametrize("status", [500, 401])
def test_a_batch_that_cannot_be_looked_at_stays_open_and_is_collected_later(
    run: RunFolder, provider: Provider, status: int, capsys
):
    (run.path.parent / "pyproject.toml").write_text(SETTINGS.replace("120", "0.1"))
    provider.desk.polls = [status] * 100_000
    assert judge(run, "--batch") == 2
    assert "batch batch_0 cannot be read: HTTP" in (told := capsys.readouterr().err)
    assert "it stays open: run the command again" in told
    provider.desk.polls = []
    assert judge(run, "--batch") == 0
    assert len(provider.desk.batches) == STAGES


def test_a_batch_whose_creation_got_no_response_is_found_and_not_created_twice(run: RunFolder, provider: Provider):
    provider.desk.creations = ["lost", 200, "lost"]
    assert judge(run, "--batch") == 0
    assert (len(provider.desk.batches), outcomes(run)) == (STAGES, ["scored"] * 3)


@pytest.mark.parametrize("status", [401, 404])
def test_a_provider_without_batches_is_reported_with_its_answer(run: RunFolder, provider: Provider, status, capsys):
    provider.desk.uploads = [status] * 9
    assert judge(run, "--batch") == 2
    assert f"the requests could not be uploaded: HTTP {status}" in capsys.readouterr().err
    assert BatchStateFile(batch_folder(run)).batches == ()


def test_a_schema_that_the_model_does_not_take_is_described_in_words(run: RunFolder, provider: Provider):
    def fault(number: int, body: dict) -> tuple[int, str] | None:
        return (400, "response_format is not supported") if "response_format" in body else None

    def in_words(asked: Asked):
        (name,) = (name for name in ("deductions", "problems", "adjustments") if f'"{name}"' in asked.messages[-1].text)
        names = {"deductions": "static_scoring", "problems": "problem_detection", "adjustments": "score_adjustment"}
        return opinion(replace(asked, reply_name=names[name]))

    provider.desk.fault, provider.model = fault, in_words
    assert judge(run, "--batch") == 0
    assert outcomes(run) == ["scored"] * 3
    assert (provider.desk.counts["create"], provider.counts["judge"]) == (STAGES + 1, 0)


def test_a_large_round_is_divided(run: RunFolder, provider: Provider, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(spool, "MAX_BATCH_REQUESTS", 2)
    assert judge(run, "--batch") == 0
    assert [len(provider.desk.lines(batch)) for batch in provider.desk.batches] == [2, 1] * STAGES


def test_items_beyond_the_budget_are_not_submitted(run: RunFolder, provider: Provider, capsys):
    assert judge(run, "--batch", "--budget-usd=0.00001") == 2
    assert "the budget of $0.0000 has too little left" in capsys.readouterr().err
    assert provider.desk.counts["upload"] == 0


def test_a_reservation_of_others_only_delays_a_request(run: RunFolder, provider: Provider):
    (run.path.parent / "prices.toml").write_text(PRICES + "max_output_tokens = 1000\n")
    assert judge(run, "--batch", "--budget-usd=0.045") == 0
    sizes = [len(provider.desk.lines(batch)) for batch in provider.desk.batches]
    assert (sum(sizes), max(sizes) < 3 or len(sizes) > STAGES) == (9, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--judge=measured", "--batch"], "needs a model as --judge"),
        (
            ["--judge=mistral/large", "--batch"],
            "sends no batches to mistral; it does for models of anthropic and openai",
        ),
        (["--batch", "--replay=off"], "does not go with --replay=off"),
        (["--batch", "--replay=only"], "does not go with --replay=only"),
    ],
)
def test_what_cannot_be_a_batch_is_a_usage_error(run: RunFolder, provider: Provider, arguments, message: str, capsys):
    assert judge(run, *arguments) == 2
    assert message in capsys.readouterr().err
    assert provider.desk.counts.total() == 0


def test_a_panel_asks_all_its_judges_in_the_same_round(run: RunFolder, provider: Provider):
    assert judge(run, "--judge=openai/any,openai/other,measured", "--batch") == 0
    assert len(provider.desk.batches) == 2 * STAGES
    assert provider.counts["judge"] == 0


def test_a_request_that_fails_directly_too_is_not_called_again_while_others_of_the_panel_wait(
    run: RunFolder, provider: Provider
):
    asked: list[str] = []
    provider.desk.fault = lambda number, body: (400, "a picture is broken") if body["model"] == "any" else None

    def refuse(exchange: Exchange) -> None:
        asked.append(exchange.asked.model)
        exchange.send(400, {"error": {"message": "a picture is broken"}})

    provider.always(refuse)
    judge(run, "--judge=openai/any,openai/other", "--batch")
    assert asked == ["any"] * len(NAMES)
    assert len(provider.desk.batches) == 1 + STAGES
