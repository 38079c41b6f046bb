"""`--cookie-judge=MODEL*2`: two samples of a judge in a run, over HTTP."""

import pytest

from tests.acceptance.modelled import MODEL, Modelled
from tests.provider import Provider


@pytest.mark.slow
def test_two_samples_have_calls_and_seeds_of_their_own(modelled: Modelled, provider: Provider):
    modelled.brief("cups", "A counter for cups of tea.", page="<!DOCTYPE html><title>Cups</title><button>Tea</button>")
    result = modelled.project.run(f"--cookie-judge={MODEL}*2", "-n1")
    assert provider.counts["judge"] == 6, result.outlines
    assert sorted(str(asked.parameters.get("seed")) for asked in provider.asked_by("judge")) == ["2"] * 3 + ["None"] * 3
    record = modelled.records()["cups"]
    assert (record["outcome"], record["judge"]) == ("scored", f"{MODEL}*2")
    assert [set(spread["scores"]) for spread in record["spreads"]] == [{f"{MODEL}#1", f"{MODEL}#2"}] * 2
    assert record["spend"]["judge"]["calls"] == 6
    result.stdout.fnmatch_lines([f"{MODEL}[*]2: spread of functionality over 1 item: median 0.0 points, *"])
