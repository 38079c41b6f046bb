"""Providers that misbehave in the middle of a run: each item is one record with a clear cause, and the run goes on.

The whole table of misbehaviours, role by role, is in `test_models_by_role.py`; here are some as a user meets
them.
"""

from pathlib import Path

import pytest

from tests.acceptance.modelled import Modelled
from tests.provider import KEY, Asked, Provider
from tests.provider.behaviours import Broken, Hang, Refusal, TooMany, WrongSchema
from tests.provider.server import Matches


def of_case(words: str) -> Matches:
    """Requests that have these words of a brief."""

    def matches(asked: Asked) -> bool:
        return words in asked.text

    return matches


def files_with(folder: Path, secret: str) -> list[str]:
    return [str(path) for path in folder.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]


@pytest.fixture
def ended(modelled: Modelled, provider: Provider) -> pytest.RunResult:
    modelled.settings("max_steps = 2\ncall_seconds = 2\nanswer_seconds = 4")
    modelled.brief("busy", "A counter of busy bees.")
    modelled.brief("babbling-judge", "A counter of babbling brooks.")
    modelled.brief("refusing-author", "A counter of refused parcels.")
    modelled.brief("silent-agent", "A counter of silent nights.")
    modelled.brief("wrong-key", "A counter of wrong keys.")
    for asker in ("generate", "explore", "judge"):
        provider.first(TooMany(retry_after=1), asker=asker, matches=of_case("busy bees"))
    provider.always(WrongSchema(), asker="judge", matches=of_case("babbling brooks"))
    provider.always(Refusal(), asker="generate", matches=of_case("refused parcels"))
    provider.always(Hang(), asker="explore", matches=of_case("silent nights"))
    provider.always(Broken(403), asker="generate", matches=of_case("wrong keys"))
    return modelled.run("-p", "no:xdist")


def test_each_item_has_its_outcome_and_the_run_goes_on(ended: pytest.RunResult, modelled: Modelled):
    ended.assert_outcomes(passed=1, failed=1, errors=3)
    assert modelled.outcomes() == {
        "babbling-judge": "unscored",
        "busy": "scored",
        "refusing-author": "failed",
        "silent-agent": "unscored",
        "wrong-key": "unscored",
    }
    records = modelled.records()
    stages = {case: record["cause"]["stage"] for case, record in records.items() if record["cause"]}
    assert stages == {"babbling-judge": "judge", "silent-agent": "explore", "wrong-key": "generate"}
    for case in stages:
        scores = [records[case]["scores"][score] for score in ("functionality", "aesthetics", "total")]
        assert scores == [None, None, None]
    assert "OPENAI_API_KEY" in records["wrong-key"]["cause"]["message"]
    assert "static_scoring" in records["babbling-judge"]["cause"]["message"]
    refused = records["refusing-author"]
    assert (refused["scores"]["functionality"], refused["scores"]["aesthetics"], refused["scores"]["total"]) == (
        0,
        0,
        0,
    )
    assert [finding["severity"] for finding in refused["findings"]] == ["critical"]
    assert "refus" in f"{refused['findings'][0]['title']} {refused['findings'][0]['why']}"
    assert records["busy"]["scores"]["total"] > 0
    assert records["babbling-judge"]["spend"]["judge"]["calls"] >= 2, "the record has the paid calls"

    shown = ended.stdout.str() + ended.stderr.str()
    assert "Traceback" not in shown
    assert KEY not in shown
    assert not files_with(modelled.path, KEY)
