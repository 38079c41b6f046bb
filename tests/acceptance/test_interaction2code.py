"""Interaction2Code: rebuilt pages beside references, without a key and with a model that rebuilds a page."""

import json

import pytest

from pytest_cookie.cli import main
from tests.acceptance.conftest import Project
from tests.acceptance.modelled import MODEL, Modelled
from tests.provider import Fixed, Provider, Reply
from tests.unit.protocols.interaction2code.recorded_case import YAML, write_case

REBUILT = """<!doctype html><html lang="en"><title>Ferry</title><style>
body { margin: 0 } h1, p, button { position: absolute; margin: 0; width: 120px; height: 30px; font: 16px sans-serif }
</style><h1 style="left: 40px; top: 20px; width: 400px">Tickets for the ferry</h1>
<button id="interact1" style="left: 40px; top: 100px">More</button><button style="left: 200px; top: 100px">Less</button>
<p id="amount" style="left: 40px; top: 160px">1 ticket</p><p id="price" style="left: 200px; top: 160px">12 euro</p>
<p style="left: 40px; top: 520px; width: 300px">Children travel free</p><p style="left: 700px; top: 520px">Quay 4</p>
<script>document.querySelector("#interact1").onclick = () => {
  document.querySelector("#amount").textContent = "2 tickets";
  document.querySelector("#price").textContent = "24 euro";
};</script></html>"""


@pytest.mark.long
def test_rebuilds_are_compared_without_a_model(project: Project):
    write_case(project.path)
    (project.path / "cases.yaml").write_text(YAML)
    for model, page in {"good": REBUILT, "dead": REBUILT.split("<script>")[0]}.items():
        (project.path / "rebuilt" / model).mkdir(parents=True)
        (project.path / "rebuilt" / model / "ferry.html").write_text(page)
    given = ("--cookie-protocol=interaction2code", "--cookie-artifacts=rebuilt")
    result = project.run(*given, "-p", "no:xdist", "-q")
    assert result.ret == 0, result.stdout.str()
    result.stdout.fnmatch_lines(["*protocol interaction2code*"])
    records = {record["model"]: record for record in project.records()}
    assert records["good"]["findings"] == []
    assert records["good"]["scores"]["usability"] == records["good"]["scores"]["implement_rate"] == 1  # type: ignore[index]
    (finding,) = records["dead"]["findings"]  # type: ignore[misc]
    assert finding["title"] == "Element does nothing: interaction 1, One more ticket is counted."
    report = (project.path / "run" / str(records["good"]["folder"]) / "index.html").read_text()
    assert all(
        caption in report for caption in ("Reference, before", "Rebuilt, after, the part that changes is outlined")
    )
    manifest = json.loads((project.path / "run/manifest.json").read_text())
    assert manifest["judge_version"] == "interactions-5-corrected"
    (project.path / "means.csv").write_text("model,prompt,full_ssim,implement_rate\nGemini,Direct,0.45,0.6\n")
    assert main(["rebuilds", "--published", str(project.path / "means.csv"), "--run", str(project.path / "run")]) == 0
    before = (project.path / "run/records.jsonl").read_text()
    project.run(*given, "-q", "--cookie-resume=run")
    assert (project.path / "run/records.jsonl").read_text() == before
    index = (project.path / "run/index.html").read_text()
    assert index.count('<td data-value="this run">') == 2
    assert index.count('<td data-value="published">') == 1
    assert main(["rebuilds", "--run", str(project.path / "run"), str(project.path / "run")]) == 0


@pytest.mark.long
def test_a_model_rebuilds_a_page_from_pictures(modelled: Modelled, provider: Provider):
    provider.always(Fixed(Reply(text=f"```html\n{REBUILT}\n```")))
    write_case(modelled.path)
    (modelled.path / "cases.yaml").write_text(YAML)
    modelled.settings('protocol = {prompt = "mark", modality = "both"}')
    result = modelled.project.run(f"--model={MODEL}", "--cookie-protocol=interaction2code", "-q")
    assert result.ret == 0, result.stdout.str()
    assert modelled.records()["ferry"]["scores"]["usability"] == 1
    assert len(provider.asked) == 1
    replayed = (f"--model={MODEL}", "--cookie-protocol=interaction2code", "--cookie-replay=only", "-n", "1", "-q")
    again = modelled.project.run(*replayed, run="again")
    assert again.ret == 0, again.stdout.str()
    assert len(provider.asked) == 1
    assert modelled.records("again")["ferry"]["scores"] == modelled.records()["ferry"]["scores"]
    options = json.loads((modelled.path / "run/manifest.json").read_text())["options"]
    assert json.loads(options["protocol"]) == {"prompt": "mark", "modality": "both"}
