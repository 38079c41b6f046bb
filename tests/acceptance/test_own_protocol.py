"""Packages from the how-to guides, written from those pages alone, installed and run."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.acceptance.command import pytest_cookie
from tests.acceptance.conftest import GOOD_PAGE, Project

HOW_TO = Path(__file__).parents[2] / "docs/how-to"
NOISY_PAGE = GOOD_PAGE.replace("let cups = 0", "let cups = 0; setInterval(() => { throw new Error('cup lost') }, 40)")

ORDER_PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Tea</title><body><main><h1>Order tea</h1>
<p>Say who drinks the tea and which one it is to be. The kettle is always on.</p>
<form><label>Name <input id=who></label> <label>Tea <input id=tea></label>
<button type=button id=add>Order</button> <button type=button id=clear>Clear form</button></form><ul></ul></main>
<script>add.onclick = () => document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>One more tea</li>');
clear.onclick = () => { tea.value = ''; document.querySelector('ul').textContent = '' }</script>"""


def install(project: Project, monkeypatch: pytest.MonkeyPatch, guide: str, module: str) -> None:
    """Install the package of a guide's first two code blocks where the run's processes find it."""
    page = (HOW_TO / f"{guide}.md").read_text(encoding="utf-8")
    (pyproject, *_), (code, *_) = (re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL) for kind in ("toml", "python"))
    assert len(code.splitlines()) <= 70
    source = project.path / "package"
    source.mkdir()
    (source / "pyproject.toml").write_text(pyproject)
    (source / module).write_text(code)
    target = project.path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", str(target), str(source)], check=True)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(target), os.environ.get("PYTHONPATH", "")]))


@pytest.fixture
def installed(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """The project, with the package of the page installed beside it."""
    install(project, monkeypatch, "add-a-protocol", "calm_protocol.py")
    project.page("noisy.html", NOISY_PAGE)
    project.case("noisy-page", "noisy.html")
    return project


def command(project: Project, *arguments: str) -> str:
    """The output of `pytest-cookie`, which does not find the package: only the run's processes do."""
    done = pytest_cookie(project.path, *arguments)
    return done.stdout + done.stderr


def with_package(project: Project, *arguments: str) -> str:
    """The output of `pytest-cookie` where the package is installed."""
    program = Path(sys.executable).with_name("pytest-cookie")
    done = subprocess.run([program, *arguments], cwd=project.path, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.long
def test_its_score_is_shown_everywhere(installed: Project) -> None:
    result = installed.run("--cookie-protocol=calm", "--junitxml=junit.xml", "--html=report.html", "-p", "no:xdist")
    result.assert_outcomes(passed=1)
    (record,) = installed.records()
    calm = record["scores"]["calm"]
    assert record["protocol"] == "calm"
    assert 0 <= calm < 100
    shown = result.stdout.str()
    assert "protocol calm 1, agent crawler" in shown
    assert re.search(r"model +n +failed +unscored +calm actions \(%\) +95 %", shown)
    assert re.search(rf"noisy-page · ready +{calm:.1f}  \d+ major", shown)
    assert "functionality" not in shown
    junit = (installed.path / "junit.xml").read_text()
    assert f"calm actions {calm:.1f} %" in junit
    assert f'name="calm" value="{calm}"' in junit
    assert "Calm actions (%)" in (installed.path / "report.html").read_text()
    run = installed.path / "run"
    assert "Calm actions (%)" in (run / "index.html").read_text()
    item = next(run.glob("items/*/*/html/1/index.html")).read_text()
    assert "Errors by action" in item
    assert "Calm actions (%)" in item
    (board,) = json.loads((run / "summary.json").read_text())["leaderboards"]
    assert board["rows"][0]["aggregate"]["judged"]["calm"]["mean"] == pytest.approx(calm)

    assert "calm actions (%)" in command(installed, "report", "run")
    command(installed, "export", "run", "--output", "out.json")
    (row,) = json.loads((installed.path / "out.json").read_text())["records"]
    assert row["calm"] == calm
    (installed.path / "gate.toml").write_text('decide_by = "mean"\n[minimum]\ncalm = 99.9\n')
    assert "fail  calm actions" in command(installed, "gate", "run", "--policy", "gate.toml")
    assert re.search(r"calm actions \(%\) .* 0\.0 ", command(installed, "compare", "run", "run"))
    assert "there is no such protocol" in command(installed, "judge", "run")


def test_what_is_wrong_with_a_protocol_is_told(installed: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(installed.path / "site")
    assert "did you mean 'calm'?" in installed.refuse("--cookie-protocol=clam").stderr.str()
    cases = installed.path / "cases.yaml"
    cases.write_text(cases.read_text() + "    forgiven_errors: -1\n")
    told = installed.refuse("--cookie-protocol=calm").stderr.str()
    assert re.search(r"cases\.yaml:7: \S*forgiven_errors: .*0", told)
    assert (
        "forgiven_errors: is a field of the protocol calm; use --cookie-protocol=calm"
        in installed.refuse().stderr.str()
    )
    (installed.path / "site" / "calm_protocol.py").write_text("import nowhere_at_all\n")
    told = installed.refuse("--cookie-protocol=calm").stderr.str()
    assert "the package calm-protocol 1.0 cannot be loaded" in told
    assert "ModuleNotFoundError: No module named 'nowhere_at_all'" in told


@pytest.mark.long
def test_a_judge_an_agent_and_a_format_are_found_by_name(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    install(project, monkeypatch, "add-a-judge", "house_style.py")
    project.page("noisy.html", NOISY_PAGE)
    project.case("noisy-page", "noisy.html")
    project.run("--cookie-judge=strict", "--cookie-agent=tabber", "-p", "no:xdist").assert_outcomes(passed=1)
    (record,) = project.records()
    assert (record["judge"], record["agent"]) == ("strict", "tabber")
    assert record["scores"]["functionality"] <= 50
    manifest = json.loads((project.path / "run/manifest.json").read_text())
    assert manifest["agent_version"] == "1"
    assert manifest["judge_version"].startswith("1, ")
    assert manifest["packages"] == {
        "judge strict": "package house-style 2.0",
        "agent tabber": "package house-style 2.0",
    }
    with_package(project, "judge", "run")
    assert project.records()[0]["judge"] == "measured"
    with_package(project, "judge", "run", "--judge", "strict")
    assert project.records()[0]["scores"] == record["scores"]
    with_package(project, "export", "run", "--to", "markdown", "--output", "table.md")
    assert "| noisy-page | ready |" in (project.path / "table.md").read_text()
    assert "did you mean 'markdown'?" in with_package(project, "export", "run", "--to", "markdwn")

    monkeypatch.syspath_prepend(project.path / "site")
    assert "did you mean 'strict'?" in project.refuse("--cookie-judge=strct").stderr.str()
    assert "did you mean 'tabber'?" in project.refuse("--cookie-agent=taber").stderr.str()
    assert "only models give several samples" in project.refuse("--cookie-judge=strict*2").stderr.str()
    module = project.path / "site/house_style.py"
    module.write_text(module.read_text().replace('version = "1"', 'version = "2"'))
    told = project.run("--cookie-judge=strict", "--cookie-agent=tabber", "-p", "no:xdist").stderr.str()
    assert "agent version: originally 1, now 2" in told


@pytest.mark.long
def test_a_check_is_watched_brought_to_light_and_judged(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    install(project, monkeypatch, "add-a-check", "clear_fields.py")
    project.page("order.html", ORDER_PAGE)
    project.case("order", "order.html")
    (project.path / "pyproject.toml").write_text("[tool.pytest-cookie]\nmax_steps = 20\nfilm = false\n")
    project.run("-p", "no:xdist").assert_outcomes(passed=1)
    (record,) = project.records()
    assert [finding["title"] for finding in record["findings"] if finding["kind"] == "left-text"] == [
        "“Clear form” leaves text"
    ]
    manifest = json.loads((project.path / "run/manifest.json").read_text())
    assert manifest["packages"] == {"check clear-fields": "package clear-fields 1.0"}
    assert manifest["judge_version"].endswith("clear-fields of the package clear-fields 1.0")

    module = project.path / "site/clear_fields.py"
    module.write_text(module.read_text().replace('"clear-fields", "3"', '"clear-fields", "33"'))
    monkeypatch.syspath_prepend(project.path / "site")
    assert "the rubric has no item 33; its items are 1, 2, 2a, 3" in project.refuse().stderr.str()
