"""How do reports grow? `python benchmarks/report_scale.py --items 26 260 2600 26000 --tools ours html allure`

The same synthetic records (`large_run.py`) as our report, as pytest-html's and as Allure's. Prints what building
takes (wall time, CPU time and memory of all processes), how large it is, and when a browser shows its first content;
of ours also the worst of some filters and a second build without changes. What takes longer than
`--seconds`, or more memory than `--megabytes`, or nearly all of the disk is given up, and that is its outcome: each
is a line of JSON in `--out`, too. Allure needs npm's `allure` 3: `--allure PATH`.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil
from bounded import Limits, Outcome, run_bounded
from large_run import MODELS, MODES, Size, write_large_run

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


@dataclass(frozen=True)
class Bench:
    """Reports of one run, in a folder of their own; each result is printed, and written to `out`."""

    run: Path
    items: int
    scratch: Path
    limits: Limits
    out: Path | None

    def ours(self) -> None:
        """Build twice, open, filter."""
        command = [sys.executable, "-c", _OURS, str(self.run)]
        for name in ("ours", "ours, again"):
            found = self._bounded(command)
            self._tell(name, found, self.run, parts=("index.html", "data", "assets"))
            if found.problem:
                return
        self._open("ours", self.run / "index.html", "table.leaderboard", "--filters")

    def html(self) -> None:
        """pytest-html with a picture and the record as extras."""
        report = self.scratch / "report.html"
        found = self._pytest("html", f"--html={report}")
        self._tell("pytest-html", found, self.scratch, parts=("report.html", "assets"))
        if not found.problem:
            self._open("pytest-html", report, "#results-table .col-result")

    def allure(self, program: str) -> None:
        """allure-pytest's results, then a report of them by npm's allure, served, for it does not open from disk."""
        results, report = self.scratch / "results", self.scratch / "report"
        found = self._pytest("allure", f"--alluredir={results}")
        self._tell("allure-pytest", found, self.scratch, parts=("results",))
        if found.problem:
            return
        made = self._bounded([program, "awesome", "--output", str(report), str(results)])
        self._tell("allure 3", made, self.scratch, parts=("report",))
        if not made.problem:
            leaves = "[data-testid='tree-leaf'], [data-testid^='tree']"
            self._open("allure 3", report / "index.html", leaves, "--http")

    def _pytest(self, tool: str, option: str) -> Outcome:
        """A test a record, without anything of ours; some fail, which is no failure of the tool."""
        (self.scratch / "test_items.py").write_text(_CASES, encoding="utf-8")
        told = {"LARGE_RUN": str(self.run), "LARGE_TOOL": tool, "LARGE_OUT": str(self.scratch), "PATH": "/usr/bin:/bin"}
        plain = ["-q", "-p", "no:cookie", "-p", "no:cacheprovider", "--tb=line", option, "test_items.py"]
        command = [sys.executable, "-m", "pytest", *plain]
        return run_bounded(command, self.limits, folder=self.scratch, environment=told, succeeds=(0, 1))

    def _bounded(self, command: Sequence[str]) -> Outcome:
        return run_bounded(command, self.limits, folder=self.scratch)

    def _open(self, tool: str, page: Path, content: str, *options: str) -> None:
        script = str(Path(__file__).with_name("report_opening.py"))
        found = self._bounded([sys.executable, script, str(page), content, *options])
        told = ", ".join([*found.printed.splitlines(), *([found.problem] if found.problem else [])])
        print(f"    opened: {told}; {found.peak_mb:.0f} MB memory", flush=True)
        self._record(f"{tool}, opened", found, {"told": found.printed.splitlines()})

    def _tell(self, tool: str, found: Outcome, root: Path, *, parts: Sequence[str]) -> None:
        size_mb = sum(path.stat().st_size for part in parts for path in files_below(root / part)) / 1e6
        print(
            f"  {tool:14} {found.wall_seconds:7.1f} s wall {found.cpu_seconds:7.1f} s CPU {found.peak_mb:6.0f} MB "
            f"memory {size_mb:7.1f} MB report  {found.problem}",
            flush=True,
        )
        self._record(tool, found, {"report_mb": round(size_mb, 1)})

    def _record(self, tool: str, found: Outcome, more: dict[str, object]) -> None:
        if self.out:
            whole = {"items": self.items, "tool": tool, **asdict(found), **more}
            del whole["printed"]
            with self.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(whole) + "\n")


def files_below(path: Path) -> list[Path]:
    """The path itself if it is a file."""
    return [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]


def size_of(items: int) -> Size:
    """As many models as there can be, then queries."""
    models = max(1, min(len(MODELS), items // len(MODES)))
    return Size(queries=max(1, items // (models * len(MODES))), models=models)


def main() -> None:
    """Build and open the reports of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, nargs="+", default=[26, 260, 2600, 26000])
    parser.add_argument("--tools", nargs="+", default=["ours", "html", "allure"], choices=["ours", "html", "allure"])
    parser.add_argument("--run", type=Path, help="a large run that is there already, instead of --items")
    parser.add_argument("--allure", default=shutil.which("allure") or "allure")
    parser.add_argument("--seconds", type=float, default=300.0, help="of a build, or of opening a report")
    parser.add_argument("--megabytes", type=float, default=4000.0, help="of memory, of all processes together")
    parser.add_argument("--out", type=Path, help="append each result to this file, as a line of JSON")
    options = parser.parse_args()
    if "allure" in options.tools and not shutil.which(options.allure):
        parser.error(f"there is no {options.allure}; npm install allure@3, then --allure node_modules/.bin/allure")
    limits = Limits(options.seconds, options.megabytes)
    for items in [0] if options.run else options.items:
        with tempfile.TemporaryDirectory(prefix="report-scale-") as folder:
            run = options.run or write_large_run(Path(folder) / "run", size_of(items))
            compare(run.resolve(), Path(folder), limits, options)


def compare(run: Path, folder: Path, limits: Limits, options: argparse.Namespace) -> None:
    """All tools on one run."""
    count = sum(1 for _ in (run / "records.jsonl").open(encoding="utf-8"))
    load = ", ".join(f"{one:.1f}" for one in psutil.getloadavg())
    print(f"{count} items ({os.cpu_count()} cores, load {load})", flush=True)
    for tool in options.tools:
        scratch = folder / tool
        scratch.mkdir()
        bench = Bench(run, count, scratch, limits, options.out)
        if tool == "ours":
            bench.ours()
        elif tool == "html":
            bench.html()
        else:
            bench.allure(str(Path(shutil.which(options.allure)).absolute()))
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
