"""`--cookie-protocol=artifactsbench`: a referee over HTTP scores a page by its checklist."""

import yaml

from tests.acceptance.modelled import MODEL, Modelled
from tests.provider import Provider
from tests.unit.protocols.artifactsbench.checklists import CHECKLIST

PAGE = "<!DOCTYPE html><html lang=en><title>Cups of tea</title><main><h1>Cups</h1><button>Tea</button></main></html>"


def test_a_referee_scores_the_checklist_and_nothing_else_is_asked(modelled: Modelled, provider: Provider):
    modelled.brief("cups", "A counter for cups of tea.", page=PAGE)
    file = modelled.path / "cases.yaml"
    cases = yaml.safe_load(file.read_text())
    cases["cases"][0]["checklist"] = [item.model_dump(mode="json") for item in CHECKLIST]
    file.write_text(yaml.safe_dump(cases))
    result = modelled.project.run("--cookie-protocol=artifactsbench", f"--cookie-judge={MODEL}", "-n1")
    assert provider.counts["judge"] == 1, result.outlines
    record = modelled.records()["cups"]
    assert record["outcome"] == "scored"
    assert {name: record["scores"][name] for name in ("overall", "vision", "code")} == {
        "overall": 70.0,
        "vision": 70.0,
        "code": 70.0,
    }
    assert record["scores"]["dom_score"] > 90
