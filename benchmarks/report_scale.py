"""How do reports grow? `python benchmarks/report_scale.py --items 26 260 2600 26000 --tools ours html allure`

The same synthetic records (`large_run.py`) as our report, as pytest-html's and as Allure's. Told are what building
takes (wall time, CPU time and memory of all processes), how large it is, and when a browser shows its first content;
of ours also the worst of some filters and a second build in which nothing has changed. What takes longer than
`--seconds` or more than `--megabytes` is ended and named. Allure needs npm's `allure` 3: `--allure PATH`.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
from large_run import MODELS, MODES, Size, write_large_run
from load import Cost
from playwright.sync_api import Error, sync_playwright

from pytest_cookie.browser.chromium import find_chromium

_OURS = "import sys; from pathlib import Path; from pytest_cookie.records.run import RunFolder; \
from pytest_cookie.reporting.site import write_site; \
__name__ == '__main__' and write_site(RunFolder.open(Path(sys.argv[1])))"
_CASES = """
import base64, json, os
from pathlib import Path
import allure, pytest, pytest_html
RUN = Path(os.environ["LARGE_RUN"])
RECORDS = [json.loads(line) for line in (RUN / "records.jsonl").open(encoding="utf-8")]

@pytest.mark.parametrize("record", RECORDS, ids=lambda one: f"{one['case']}-{one['model']}-{one['mode']}")
def test_item(record, extras, request):
    for kind, label in (("epic", "page_type"), ("feature", "domain"), ("story", "leaf")):
        getattr(allure.dynamic, kind)(record[label])
    picture = RUN / record["folder"] / "evidence/static/viewport.png"
    if os.environ["LARGE_TOOL"] == "allure":
        allure.attach.file(picture, "first screen", allure.attachment_type.PNG)
        allure.attach(json.dumps(record), "record", allure.attachment_type.JSON)
    else:
        extras.append(pytest_html.extras.image(os.path.relpath(picture, os.environ["LARGE_OUT"])))
        extras.append(pytest_html.extras.json(record))
    if record["outcome"] == "unscored":
        raise RuntimeError(record["cause"]["message"])
    assert record["outcome"] == "scored", record["findings"][0]["title"]
"""
_PORT = 8931
_FILTERS = (
    "#difficulty=hard",
    "#q=calendar",
    "#min=60&max=80",
    "#sort=difference",
    "#model=basalt-4&outcome=failed",
    "#",
)


@dataclass(frozen=True)
class Limits:
    """When a build, or opening a page, is given up."""

    seconds: float
    megabytes: float


def build(command: Sequence[str], limits: Limits, **options: object) -> tuple[Cost, str]:
    """What the command took, and why it was ended or failed, "" where neither is so."""
    problem = ""
    with Cost() as cost:
        process = psutil.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        while process.poll() is None and not problem:
            time.sleep(0.2)
            if time.monotonic() - cost._began > limits.seconds:
                problem = f"ended after {limits.seconds:.0f} s"
            elif cost.peak_mb > limits.megabytes:
                problem = f"ended at {cost.peak_mb:.0f} MB"
        if problem:
            for one in (*process.children(recursive=True), process):
                one.kill()
            process.wait()
    return cost, problem


def ours(run: Path, limits: Limits) -> None:
    """Build twice, open, filter."""
    command = [sys.executable, "-c", _OURS, str(run)]
    tell("ours", *build(command, limits), run, parts=("index.html", "data", "assets"))
    tell("ours, again", *build(command, limits), run, parts=("index.html", "data", "assets"))
    open_page(run / "index.html", "table.leaderboard", limits, filters=_FILTERS)


def html(run: Path, limits: Limits, scratch: Path) -> None:
    """pytest-html with a picture and the record as extras."""
    report = scratch / "report.html"
    tell(
        "pytest-html",
        *run_pytest(run, scratch, "html", [f"--html={report}"], limits),
        scratch,
        parts=("report.html", "assets"),
    )
    if report.is_file():
        open_page(report, "#results-table .col-result", limits)


def allure(run: Path, limits: Limits, scratch: Path, program: str) -> None:
    """allure-pytest's results, then a report of them by npm's allure, in one file, for it has to open from disk."""
    tell(
        "allure-pytest",
        *run_pytest(run, scratch, "allure", [f"--alluredir={scratch / 'results'}"], limits),
        scratch,
        parts=("results",),
    )
    command = [program, "awesome", "--output", str(scratch / "report"), str(scratch / "results")]
    tell("allure 3", *build(command, limits), scratch, parts=("report",))
    if (scratch / "report" / "index.html").is_file():
        open_page(
            scratch / "report" / "index.html", "[data-testid='tree-leaf'], [data-testid^='tree']", limits, serve=True
        )


def run_pytest(run: Path, scratch: Path, tool: str, options: list[str], limits: Limits) -> tuple[Cost, str]:
    """A test a record, without anything of ours."""
    scratch.mkdir(parents=True, exist_ok=True)
    (scratch / "test_items.py").write_text(_CASES, encoding="utf-8")
    environment = {"LARGE_RUN": str(run), "LARGE_TOOL": tool, "LARGE_OUT": str(scratch), "PATH": "/usr/bin:/bin"}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cookie",
        "-p",
        "no:cacheprovider",
        "--tb=line",
        *options,
        "test_items.py",
    ]
    return build(command, limits, cwd=scratch, env=environment)


def tell(tool: str, cost: Cost, problem: str, root: Path, *, parts: Sequence[str]) -> None:
    """A line on a build."""
    size = sum(path.stat().st_size for part in parts for path in files_below(root / part)) / 1e6
    print(
        f"  {tool:14} {cost.wall_seconds:7.1f} s wall {cost.cpu_seconds:7.1f} s CPU {cost.peak_mb:6.0f} MB memory "
        f"{size:7.1f} MB report  {problem}",
        flush=True,
    )


def files_below(path: Path) -> list[Path]:
    """The path itself where it is a file."""
    return [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]


def open_page(
    page_file: Path, content: str, limits: Limits, *, filters: Sequence[str] = (), serve: bool = False
) -> None:
    """When the first content is there, and what each filter takes until the next frame."""
    found = find_chromium()
    serving = [sys.executable, "-m", "http.server", str(_PORT), "--bind", "127.0.0.1", "-d", str(page_file.parent)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(serving, **quiet) if serve else None
    address = f"http://127.0.0.1:{_PORT}/" if serve else page_file.resolve().as_uri()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=found and found.path, args=["--no-sandbox"])
            page = browser.new_page()
            page.set_default_timeout(1000 * limits.seconds)
            time.sleep(1.0)
            began = time.monotonic()
            page.goto(address, wait_until="commit")
            page.locator(content).first.wait_for()
            told = [f"first content after {time.monotonic() - began:.2f} s"]
            if filters:
                page.wait_for_function("() => document.documentElement.dataset.ready !== undefined")
                told.append(f"all items after {time.monotonic() - began:.2f} s")
                page.evaluate("() => { location.hash = '#q=calendar' }")
                page.wait_for_function("() => document.getElementById('shown').textContent.endsWith('shown')")
                told += [f"{name} {filter_ms(page, name):.0f} ms" for name in filters]
            print("    opened: " + ", ".join(told), flush=True)
            browser.close()
    except Error as error:
        print(f"    not opened within {limits.seconds:.0f} s: {str(error).splitlines()[0]}", flush=True)
    finally:
        if server:
            server.kill()
            server.wait()


def filter_ms(page: object, fragment: str) -> float:
    """From the change of the address until the frame after the grid was drawn anew, the median of five."""
    return page.evaluate(  # type: ignore[attr-defined]
        """async (fragment) => {
            const times = [];
            for (let time = 0; time < 5; time += 1) {
                location.hash = '#language=pt';
                await new Promise((done) => setTimeout(done, 150));
                const began = performance.now();
                const drawn = new Promise((done) => {
                    addEventListener('popstate', () => requestAnimationFrame(() => setTimeout(done)), { once: true });
                });
                location.hash = fragment === '#' ? '#sort=' : fragment;
                await drawn;
                times.push(performance.now() - began);
            }
            return times.sort((a, b) => a - b)[2];
        }""",
        fragment,
    )


def size_of(items: int) -> Size:
    """As many models as there can be, then queries."""
    models = max(1, min(len(MODELS), items // len(MODES)))
    return Size(queries=max(1, items // (models * len(MODES))), models=models)


def main() -> None:
    """Build and open what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, nargs="+", default=[26, 260, 2600, 26000])
    parser.add_argument("--tools", nargs="+", default=["ours", "html", "allure"], choices=["ours", "html", "allure"])
    parser.add_argument("--run", type=Path, help="a large run that is there already, instead of --items")
    parser.add_argument("--allure", default=shutil.which("allure") or "allure")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--megabytes", type=float, default=4000.0)
    options = parser.parse_args()
    limits = Limits(options.seconds, options.megabytes)
    for items in [0] if options.run else options.items:
        with tempfile.TemporaryDirectory(prefix="report-scale-") as folder:
            run = options.run or write_large_run(Path(folder) / "run", size_of(items))
            count = sum(1 for _ in (run / "records.jsonl").open(encoding="utf-8"))
            load = ", ".join(f"{one:.1f}" for one in psutil.getloadavg())
            print(f"{count} items ({json.dumps(psutil.cpu_count())} cores, load {load})", flush=True)
            if "ours" in options.tools:
                ours(run, limits)
            if "html" in options.tools:
                html(run, limits, Path(folder) / "html")
            if "allure" in options.tools:
                allure(run, limits, Path(folder) / "allure", options.allure)


if __name__ == "__main__":
    main()
