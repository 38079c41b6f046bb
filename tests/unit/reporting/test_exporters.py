"""The exporters to other programs: what those programs read back, after one export and after another judging."""

import base64
import http.server
import json
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import jsonschema
import pytest
import yaml
from huggingface_hub import DatasetCard, ModelCard, parse_eval_result_entries

from pytest_cookie.cli import main
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.protocols.run.project import find_project
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.export import BUILT_IN, ExportedRun, check_exports, write_exports
from tests.synthetic_run import FLAWED, POLISHED, write_synthetic_run

SCHEMAS = Path(__file__).parent / "schemas"
Facts = dict[str, Any]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    return RunFolder.open(write_synthetic_run(tmp_path / "tuesday"))


def judge_again(run: RunFolder) -> None:
    """As `pytest-cookie judge` does it: the same items with another judge and other scores."""
    records = [
        record.model_copy(
            update={"judge": "strict", "scores": {name: value and 10.0 for name, value in scores.items()}}
        )
        if (scores := record.scores) and record.outcome == "scored"
        else record
        for record in run.records()
    ]
    run.write_records(records)


def read_ctrf(place: Path) -> Facts:
    report = json.loads((place / "tuesday/export/ctrf.json").read_text(encoding="utf-8"))
    schema = json.loads((SCHEMAS / "ctrf-schema-0.0.json").read_text(encoding="utf-8"))
    jsonschema.validate(report, schema, format_checker=jsonschema.FormatChecker())
    tests = report["results"]["tests"]
    assert report["results"]["summary"]["other"] == 1
    of_model = [test for test in tests if test["labels"]["model"] == POLISHED]
    paths = [each["path"] for test in tests for each in test.get("attachments", ())]
    assert paths
    assert all(path.startswith("../items/") and (place / "tuesday/export" / path).is_file() for path in paths)
    totals = [test["extra"]["scores"]["total"] for test in of_model]
    assert len({test["executionId"] for test in tests}) == len(tests)
    return {"items": len(tests), "total": sum(totals) / len(totals), "models": 2}


def read_promptfoo(place: Path) -> Facts:
    """The parts that `promptfoo import` requires; its reader is a program of Node."""
    evaluation = json.loads((place / "tuesday/export/promptfoo.json").read_text(encoding="utf-8"))
    results = evaluation["results"]["results"]
    prompts = evaluation["results"]["prompts"]
    assert evaluation["results"]["version"] == 3
    assert {result["promptIdx"] for result in results} == {0, 1}
    assert {result["testIdx"] for result in results} == set(range(4))
    assert all(0 <= result["score"] <= 1 for result in results)
    assert [result["failureReason"] for result in results].count(2) == 1
    scores = [result["namedScores"]["total"] for result in results if result["provider"]["id"] == POLISHED]
    return {"items": len(results), "total": 100 * sum(scores) / len(scores), "models": len(prompts)}


def read_huggingface(place: Path) -> Facts:
    folder = place / "tuesday/export/huggingface"
    card = DatasetCard.load(folder / "README.md")
    assert [config["config_name"] for config in card.data.configs] == ["records", "findings"]
    rows = [json.loads(line) for line in (folder / "records.jsonl").read_text(encoding="utf-8").splitlines()]
    declared = [column["name"] for column in card.data.dataset_info[0]["features"]]
    assert all(list(row) == declared for row in rows)
    cards = [ModelCard.load(path) for path in sorted((folder / "models").glob("*/README.md"))]
    polished = next(card for card in cards if card.data.model_name == POLISHED)
    total = next(found for found in polished.data.eval_results if found.metric_type == "total")
    entries = [
        parse_eval_result_entries(yaml.safe_load(path.read_text(encoding="utf-8")))
        for path in (folder / "models").glob("*/.eval_results/*.yaml")
    ]
    assert round(total.metric_value, 4) in [entry.value for each in entries for entry in each]
    return {"items": len(rows), "total": total.metric_value, "models": len(cards)}


def read_messages(text: str) -> tuple[list[Any], list[Any]]:
    """Spans and log records, read by OpenTelemetry's own definitions."""
    pytest.importorskip("opentelemetry.proto")
    from google.protobuf.json_format import ParseDict
    from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    spans: list[Any] = []
    logs: list[Any] = []
    for line in text.splitlines():
        message = with_bytes(json.loads(line))
        if "resourceSpans" in message:
            request = ParseDict(message, ExportTraceServiceRequest())
            spans += request.resource_spans[0].scope_spans[0].spans
        else:
            request = ParseDict(message, ExportLogsServiceRequest())
            logs += request.resource_logs[0].scope_logs[0].log_records
    return spans, logs


def with_bytes(message: Any) -> Any:
    """OTLP writes ids in hexadecimal digits, where the JSON of Protocol Buffers has base64."""
    if isinstance(message, list):
        return [with_bytes(each) for each in message]
    if not isinstance(message, dict):
        return message
    return {
        key: base64.b64encode(bytes.fromhex(value)).decode()
        if key in ("traceId", "spanId", "parentSpanId")
        else with_bytes(value)
        for key, value in message.items()
    }


def attributes(found: Any) -> dict[str, Any]:
    values = ((each.key, each.value) for each in found.attributes)
    return {key: getattr(value, value.WhichOneof("value")) for key, value in values}


def read_otel(place: Path) -> Facts:
    spans, logs = read_messages((place / "tuesday/export/otel.jsonl").read_text(encoding="utf-8"))
    ids = {span.span_id for span in spans}
    assert len(ids) == len(spans)
    assert all(span.parent_span_id in ids for span in spans if span.parent_span_id)
    roots = {span.trace_id: attributes(span) for span in spans if not span.parent_span_id}
    assert {log.event_name for log in logs} == {"gen_ai.evaluation.result"}
    assert {log.span_id for log in logs} <= ids
    values = [
        attributes(log)["gen_ai.evaluation.score.value"]
        for log in logs
        if attributes(log)["gen_ai.evaluation.name"] == "total"
        and roots[log.trace_id]["pytest_cookie.model"] == POLISHED
    ]
    models = {root["pytest_cookie.model"] for root in roots.values()}
    return {"items": len(roots), "total": sum(values) / len(values), "models": len(models)}


def read_inspect(place: Path) -> Facts:
    log = pytest.importorskip("inspect_ai.log", reason="a heavy package; run by hand")
    found = log.list_eval_logs(str(place / "tuesday/export/inspect"))
    logs = [log.read_eval_log(each) for each in found]
    polished = next(each for each in logs if each.eval.model == POLISHED)
    score = next(each for each in polished.results.scores if each.name == "total")
    samples = {sample.id: sample for each in logs if each.eval.model == FLAWED for sample in each.samples}
    assert samples["umsatz-uebersicht"].error.message.startswith("explore: BrowserError")
    game = next(sample for sample in polished.samples if sample.id == "moth-and-lanterns")
    assert any(part.type == "image" for part in game.messages[-1].content)
    assert "Gaps follow no grid" in game.scores["aesthetics"].explanation + game.scores["total"].explanation
    return {
        "items": sum(len(each.samples) for each in logs),
        "total": score.metrics["mean"].value,
        "models": len(logs),
    }


def read_mlflow(place: Path) -> Facts:
    mlflow = pytest.importorskip("mlflow", reason="a heavy package; run by hand")
    client = mlflow.MlflowClient(tracking_uri=(place / "mlruns").as_uri())
    experiment = client.get_experiment_by_name("pytest-cookie")
    runs = client.search_runs([experiment.experiment_id])
    polished = next(each for each in runs if each.data.params["model"] == POLISHED)
    assert polished.info.status == "FINISHED"
    if polished.data.tags["pytest_cookie.judge"] != "strict":  # the second judging gives all items the same scores
        assert polished.data.metrics["total_low"] < polished.data.metrics["total_high"]
    assert {each.path for each in client.list_artifacts(polished.info.run_id)} >= {"records.json", "findings.json"}
    items = sum(int(each.data.metrics["items"]) for each in runs)
    return {"items": items, "total": polished.data.metrics["total"], "models": len(runs)}


def read_wandb_log(content: bytes) -> Iterator[bytes]:
    """The messages of a file `.wandb`: LevelDB's log format, after a header of 7 bytes."""
    position, parts = 7, b""
    while position + 7 <= len(content):
        left = 32_768 - position % 32_768
        if left < 7:
            position += left
            continue
        length, kind = int.from_bytes(content[position + 4 : position + 6], "little"), content[position + 6]
        parts += content[position + 7 : position + 7 + length]
        position += 7 + length
        if kind in (1, 4):
            yield parts
            parts = b""


def read_wandb(place: Path) -> Facts:
    pytest.importorskip("wandb", reason="a heavy package; run by hand")
    from wandb.proto import wandb_internal_pb2

    totals: dict[str, float] = {}
    items = 0
    folders = list((place / "wandb").glob("offline-run-*"))
    for folder in folders:
        name = ""
        for data in read_wandb_log(next(folder.glob("run-*.wandb")).read_bytes()):
            record = wandb_internal_pb2.Record()
            record.ParseFromString(data)
            if record.WhichOneof("record_type") == "run":
                name = record.run.display_name or name
            for update in record.summary.update if record.WhichOneof("record_type") == "summary" else ():
                if (update.key or update.nested_key[0]) == "total":
                    totals[name.split()[0]] = json.loads(update.value_json)
        table = next(folder.glob("files/media/table/items_*.table.json"))
        items += len(json.loads(table.read_text(encoding="utf-8"))["data"])
    return {"items": items, "total": totals[POLISHED], "models": len(folders)}


READERS: dict[str, Callable[[Path], Facts]] = {
    "ctrf": read_ctrf,
    "huggingface": read_huggingface,
    "inspect": read_inspect,
    "mlflow": read_mlflow,
    "otel": read_otel,
    "promptfoo": read_promptfoo,
    "wandb": read_wandb,
}


def test_every_exporter_has_a_reader():
    assert READERS.keys() == BUILT_IN.keys()


def check_names(run: RunFolder) -> dict[str, str]:
    records = run.records()
    exported = ExportedRun("tuesday", run.path, records, run.scores_of(records), run.manifest)
    return {model.name: model.id for model in exported.models()}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.heavy) if BUILT_IN[name].library else name for name in READERS]
)
def test_another_export_after_another_judging_updates_the_first(
    name: str, run: RunFolder, tmp_path: Path, pytestconfig: pytest.Config
):
    ids = check_names(run)
    if (library := BUILT_IN[name].library) and pytestconfig.option.markexpr != "heavy":
        pytest.importorskip(library, reason="a heavy package; make test-exporters")
    assert main(["export", str(run.path), "--to", name]) == 0
    before = READERS[name](tmp_path)
    assert (before["items"], before["models"]) == (8, 2)
    assert before["total"] == pytest.approx(86, abs=0.01)

    judge_again(run)
    assert ids == check_names(run)
    assert main(["export", str(run.path), "--to", name]) == 0
    assert READERS[name](tmp_path) == before | {"total": pytest.approx(10)}


class Collector(http.server.BaseHTTPRequestHandler):
    """Takes what is sent to it, as JSON."""

    taken: list[tuple[str, str, str]]

    def do_GET(self) -> None:
        """What a followed redirect asks for."""
        type(self).taken.append((self.path, "", self.headers.get("authorization", "")))
        self.send_response(200)
        self.end_headers()

    def do_POST(self) -> None:
        if self.path.startswith("/elsewhere"):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(302)
            self.send_header("Location", f"http://localhost:{self.server.server_port}/v1/traces")
            self.end_headers()
            return
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        type(self).taken.append((self.path, body, self.headers.get("x-key", "")))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def collector() -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    handler = type("Handler", (Collector,), {"taken": []})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", handler.taken
        server.shutdown()
        thread.join()


def test_a_collector_gets_the_calls_of_models(run: RunFolder, collector, monkeypatch: pytest.MonkeyPatch):
    address, taken = collector
    spend = {"generate": Spend(calls=2, usage=Usage(input_tokens=900, output_tokens=4000), cost_usd=0.02)}
    first, *others = run.records()
    run.write_records([first.model_copy(update={"spend": spend, "model": "acme/one"}), *others])
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-key=a%20b")
    assert main(["export", str(run.path), "--to", "otel", "--option", f"endpoint={address}"]) == 0
    assert [(path, key) for path, _, key in taken] == [("/v1/traces", "a b"), ("/v1/logs", "a b")]
    spans, logs = read_messages("\n".join(body for _, body, _ in taken))
    call = next(span for span in spans if span.name == "chat one")
    assert attributes(call)["gen_ai.usage.output_tokens"] == 4000
    assert next(span for span in spans if span.span_id == call.parent_span_id).name == "generate"
    assert logs[0].span_id == call.span_id


def test_wrong_names_and_places_are_said(
    subtests: pytest.Subtests, run: RunFolder, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    (tmp_path / "file").write_text("mine")
    for arguments, said in (
        (["--to", "mlfow"], "did you mean 'mlflow'?"),
        (["--to", "ctrf", "--option", "project=x"], "--to=ctrf has no such option; the options are: none"),
        (["--to", "wandb", "--option", "projekt=x"], "did you mean 'project'?"),
        (["--to", "csv", "--option", "project=x"], "have no options"),
        (["--to", "otel", "--option", "endpoint"], "must be NAME=VALUE"),
        (["--to", "otel", "--option", "endpoint=localhost:1"], "must be an address"),
        (["--to", "otel", "--option", "endpoint=http://127.0.0.1:9"], "is a collector with OTLP over HTTP running"),
        (["--to", "otel", "--option", "endpoint=http://me:hush@127.0.0.1"], "has a user or password"),
        (["--to", "otel", "--option", "endpoint=me:hush@127.0.0.1:9"], "has a user or password"),
        (["--to", "ctrf", "--output", "file/x.json"], "cannot write file/x.json: "),
        (["--to", "huggingface", "--output", "file/x"], "cannot write file/x/"),
        (["--to", "huggingface", "--output", "file"], "is a file, not a folder"),
        (["--to", "huggingface", "--output", "tuesday/items"], "is a folder of the run"),
        (["--to", "ctrf", "--output", "tuesday/manifest.json"], "is a file of the run"),
    ):
        with subtests.test(" ".join(arguments)):
            assert main(["export", str(run.path), *arguments]) == 2
            printed = capsys.readouterr().err
            assert said in printed
            assert "hush" not in printed


def test_a_key_is_neither_sent_elsewhere_nor_quoted(
    subtests: pytest.Subtests, run: RunFolder, collector, monkeypatch: pytest.MonkeyPatch, capsys
):
    address, taken = collector
    for path, headers, said in (
        ("/elsewhere", "authorization=Bearer%20hush", "HTTP Error 302"),
        ("", "authorization=hush%0d%0ax: y", "header 1 has an impossible name or a control character"),
        ("", "a=b,Authorization: Bearer hush", "header 2 has an impossible name"),
    ):
        with subtests.test(headers):
            monkeypatch.setenv("OTEL_EXPORTER_OTLP_HEADERS", headers)
            assert main(["export", str(run.path), "--to", "otel", "--option", f"endpoint={address}{path}"]) == 2
            printed = capsys.readouterr().err
            assert said in printed
            assert "hush" not in printed
            assert not taken


def test_a_missing_library_names_its_extra(
    subtests: pytest.Subtests, run: RunFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    quiet = {"mlflow": ("MLFLOW_DISABLE_TELEMETRY", "true"), "wandb": ("WANDB_ERROR_REPORTING", "false")}
    for variable, _ in quiet.values():
        monkeypatch.setenv(variable, "")  # so that it is restored
        monkeypatch.delenv(variable)
    for name, module in (("inspect", "inspect_ai.log"), ("mlflow", "mlflow"), ("wandb", "wandb")):
        with subtests.test(name):
            monkeypatch.setitem(__import__("sys").modules, module, None)
            assert main(["export", str(run.path), "--to", name]) == 2
            assert f"pip install 'pytest-cookie[{name}]'" in capsys.readouterr().err
            if name in quiet:  # before the import, which reads it
                assert os.environ[quiet[name][0]] == quiet[name][1]


def test_names_in_a_file_or_an_address(monkeypatch: pytest.MonkeyPatch, run: RunFolder, capsys):
    """A tracker that is not on this disk is named by its address; a protocol is free text."""
    client = MagicMock()
    client.search_runs.return_value = [MagicMock(**{"info.run_id": "r1"})]
    monkeypatch.setitem(sys.modules, "mlflow", MagicMock(**{"MlflowClient.return_value": client}))
    uri = "tracking_uri=http://me:hush@tracker:5000"
    assert main(["export", str(run.path), "--to", "mlflow", "--option", uri]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("http://tracker:5000, run r1: ")
    assert "hush" not in printed

    run.write_records([record.model_copy(update={"protocol": "../../my own"}) for record in run.records()])
    library = MagicMock()
    for module in ("inspect_ai.log", "inspect_ai.model", "inspect_ai.scorer"):
        monkeypatch.setitem(sys.modules, module, library)
    assert main(["export", str(run.path), "--to", "inspect"]) == 0
    for call in library.write_eval_log.call_args_list:
        assert Path(call.args[1]).parent == run.path / "export/inspect"
        assert "_pytest-cookie-my-own_" in call.args[1]


PROJECT = '[tool.pytest-cookie.exports]\nctrf = {}\njson = {}\notel = {endpoint = "http://127.0.0.1:9"}\n'


def test_what_a_project_exports_is_written_again_after_a_judging_and_a_failure_is_told(
    run: RunFolder, tmp_path, capsys
):
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    project, settings = find_project(run.path)
    check_exports(settings.exports)
    lines = list(write_exports(run, settings.exports, project))
    assert [line.partition(":")[0] for line in lines] == ["exported", "exported", "not exported"]
    assert "export it later: pytest-cookie export" in lines[2]
    assert lines[2].endswith("--to otel --option endpoint=…")
    before = read_ctrf(tmp_path)
    judge_again(run)
    assert main(["merge", "merged", "tuesday"]) == 0  # as after `judge`: its last lines
    assert "exported: " in capsys.readouterr().out
    list(write_exports(run, settings.exports, project))
    assert read_ctrf(tmp_path) == before | {"total": pytest.approx(10)}


def test_an_export_that_cannot_work_is_refused_before_a_run(subtests: pytest.Subtests, monkeypatch):
    monkeypatch.setattr("pytest_cookie.reporting.export.configured.find_spec", lambda name: None)
    for exports, said in (
        ({"mlfow": {}}, "did you mean 'mlflow'?"),
        ({"otel": {"endpiont": "http://x"}}, "did you mean 'endpoint'?"),
        ({"csv": {"a": "b"}}, "have no options"),
        ({"mlflow": {}}, "pip install 'pytest-cookie[mlflow]'"),
        ({"parquet": {}}, "pip install 'pytest-cookie[parquet]'"),
    ):
        with subtests.test(said), pytest.raises(UsageError, match=re.escape(said)):
            check_exports(exports)
    check_exports({"ctrf": {}, "csv": {}})
