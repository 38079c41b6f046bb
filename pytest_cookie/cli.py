"""`pytest-cookie`: what is done to a run after it ran, to cases before, and to the machine once."""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from pytest_cookie.browser.chromium import find_chromium, install_chromium, install_fonts, missing_fonts
from pytest_cookie.calibration.calibrate import calibrate
from pytest_cookie.calibration.options import add_options, family_lines, request_of
from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.core.opinion import Scale
from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import Ablation
from pytest_cookie.dataset.problem import problems_error
from pytest_cookie.dataset.validate import validate
from pytest_cookie.gate import standard_policy, worst
from pytest_cookie.gate.decision import EXIT_CODES
from pytest_cookie.llm.models import Models
from pytest_cookie.protocols.access import Access, spending
from pytest_cookie.protocols.cookie.composition import judge_of, prompts_of
from pytest_cookie.protocols.cookie.roles import Roles, check_models
from pytest_cookie.protocols.rejudge import rejudge
from pytest_cookie.protocols.settings import Settings, load_settings
from pytest_cookie.records.feasibility import read_feasibility
from pytest_cookie.records.files import write_model, write_text
from pytest_cookie.records.opinions import read_opinions
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting import quantities
from pytest_cookie.reporting.agreement import agreement_lines, feasibility_lines
from pytest_cookie.reporting.balance import balance_lines
from pytest_cookie.reporting.calibration import calibration_lines
from pytest_cookie.reporting.comparison import comparison_lines
from pytest_cookie.reporting.comparison_markdown import comparison_markdown
from pytest_cookie.reporting.contenders import compare_entries, entry, remarks
from pytest_cookie.reporting.gate import gate_lines
from pytest_cookie.reporting.gate_files import gate_junit, gate_markdown
from pytest_cookie.reporting.gating import gate_run, read_calibration, read_policy
from pytest_cookie.reporting.site import write_calibration_page, write_site
from pytest_cookie.reporting.summary import write_summary
from pytest_cookie.reporting.terminal import report_lines
from pytest_cookie.stats.agreement import agreement
from pytest_cookie.stats.comparison import TIE
from pytest_cookie.stats.feasibility import feasibility_agreement

_TERMINAL_WIDTH = 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it worked, 2 when the user or the machine has to do something first, else the gate's."""
    options = _parser().parse_args(arguments)
    try:
        code: int | None = options.command(options)
    except CookieError as error:
        print(f"pytest-cookie: {error}", file=sys.stderr)
        return 2
    return code or 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pytest-cookie", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    report = commands.add_parser("report", help="make the report of a run again")
    report.add_argument("run", type=Path, help="a run folder, such as reports/2026-01-31T14-05-09")
    report.set_defaults(command=_report)
    judge = commands.add_parser("judge", help="judge a run's stored evidence again, without a browser")
    judge.add_argument("run", type=Path)
    _add_judging(judge)
    judge.set_defaults(command=_judge)
    cases = commands.add_parser("cases", help="check cases and show how they are spread")
    cases.add_argument("path", type=Path, nargs="?", help="a YAML file or a folder; default: the benchmark's own")
    cases.add_argument("--list", action="store_true", help="list the cases, and the leaves without one")
    cases.set_defaults(command=_cases)
    _add_compare(commands)
    _add_gate(commands)
    _add_agree(commands)
    _add_calibrate(commands)
    browser = commands.add_parser("browser", help="say which Chromium is used")
    browser.add_argument("--install", action="store_true", help="get one where there is none")
    browser.set_defaults(command=_browser)
    return parser


def _add_judging(judge: argparse.ArgumentParser) -> None:
    judge.add_argument(
        "--judge", default="measured", help="measured, a model, or several with commas between (default: measured)"
    )
    judge.add_argument("--ablation", choices=get_args(Ablation), help="withhold a part of the evidence from a model")
    judge.add_argument("--budget-usd", type=float, metavar="USD", help="stop before the call that could cost more")
    judge.add_argument("--replay", choices=("on", "only", "off"), default="on", help="as --cookie-replay (default: on)")
    judge.add_argument("--at-once", type=int, default=8, metavar="N", help="items at once, for models (default: 8)")


def _add_compare(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    compare = commands.add_parser("compare", help="compare a model in run B with a model in run A, query by query")
    compare.add_argument("a", type=Path, metavar="A", help="the run to compare with")
    compare.add_argument("b", type=Path, metavar="B", help="the run of which is asked what became better or worse")
    compare.add_argument("--model-a", metavar="M", help="which model of A; default: its only one")
    compare.add_argument("--model-b", metavar="M", help="which model of B; default: its only one")
    compare.add_argument("--anyway", action="store_true", help="also where the runs were not made alike")
    compare.add_argument("--tie", type=float, default=TIE, metavar="POINTS", help="default: 1 point of 100")
    compare.add_argument("--seed", type=int, default=0, help="of intervals and test; default: 0")
    compare.add_argument("--json", type=Path, metavar="FILE", help="write everything there too")
    compare.add_argument("--markdown", type=Path, metavar="FILE", help="write it there as Markdown too")
    compare.set_defaults(command=_compare)


def _add_gate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    gate = commands.add_parser("gate", help="decide whether a run is good enough: exit code 0, or 10, 11, 12")
    gate.add_argument("run", type=Path, help="the run to decide on")
    gate.add_argument("--baseline", type=Path, metavar="RUN", help="the run that it must not be worse than")
    gate.add_argument("--policy", type=Path, metavar="FILE", help="the rules, in TOML; see docs/comparing.md")
    gate.add_argument("--model", metavar="M", help="decide on this model; default: on each")
    gate.add_argument("--baseline-model", metavar="M", help="default: the same model, else the baseline's only one")
    gate.add_argument("--calibration", type=Path, metavar="FILE", help="a file with the judge's, a number of 0 to 1")
    gate.add_argument("--seed", type=int, default=0, help="of the intervals' resampling; default: 0")
    gate.add_argument("--markdown", type=Path, metavar="FILE", help="write a summary there, for a pull request")
    gate.add_argument("--junit", type=Path, metavar="FILE", help="write each rule there as a test case")
    gate.set_defaults(command=_gate)


def _add_agree(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    agree = commands.add_parser("agree", help="hold a run's judge against what people said of the same artifacts")
    agree.add_argument("run", type=Path, help="a run folder; or answers on feasibility, as JSON lines")
    agree.add_argument("human", type=Path, help="people's scores or ranks, as CSV; or their labels, as JSON lines")
    agree.add_argument("--scale", type=_scale, default=Scale(), help="of the people's scores; default: 0-8")
    agree.add_argument("--tie", type=float, default=0.0, metavar="POINTS", help="the judge's ties; default: 0 of 100")
    agree.add_argument("--seed", type=int, default=0, help="of the intervals' resampling; default: 0")
    agree.add_argument("--json", type=Path, metavar="FILE", help="write the numbers there too")
    agree.set_defaults(command=_agree)


def _add_calibrate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    calibrate = commands.add_parser("calibrate", help="how often is a judge right? on good pages with seeded defects")
    add_options(calibrate)
    calibrate.set_defaults(command=_calibrate)


def _scale(text: str) -> Scale:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", text)
    if found is None or float(found[1]) >= float(found[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is no scale; write its ends, such as 0-8 or 1-5")
    return Scale(float(found[1]), float(found[2]))


def _report(options: argparse.Namespace) -> None:
    run = RunFolder.open(options.run)
    records, problems = run.collect()
    write_summary(run)
    write_site(run)
    print("\n".join([*problems, *report_lines(records, _TERMINAL_WIDTH, report=run.path / "index.html")]))


def _judge(options: argparse.Namespace) -> None:
    run, settings = RunFolder.open(options.run), load_settings(Path.cwd())
    roles = Roles(judge=options.judge, ablation=options.ablation)
    roles.check_judges()
    if options.budget_usd is not None and not options.budget_usd > 0:
        raise UsageError(f"--budget-usd={options.budget_usd:g}: more than nothing, or no such option")
    with _models(options, settings) as models:
        check_models(models, roles.calls(settings))
        judge = judge_of(roles, settings, models)
        found = rejudge(run, judge, at_once=options.at_once if roles.ask_models else 1)
        if roles.ask_models:
            print(spending(models.account()))
    for problem in found.problems:
        print(problem, file=sys.stderr)
    if not found.judged:
        raise CookieError(f"{judge.id} judged none of {quantities.count(found.items, 'item')}: the run is as it was")
    if found.judged < found.items:
        print(
            f"{judge.id} judged {found.judged} of {quantities.count(found.items, 'item')}; the others keep the record "
            "that they had, of the judge before. Run the same command again to judge them, too.",
            file=sys.stderr,
        )
    prompts = {role: told for role, told in run.manifest.prompts.items() if role != "judge"}
    run.write_manifest(run.manifest.model_copy(update={"judge": judge.id, "prompts": prompts | prompts_of(roles, ())}))
    _report(options)


@contextmanager
def _models(options: argparse.Namespace, settings: Settings) -> Iterator[Models]:
    """With an account of their own: what the run had spent before is no part of this command's budget."""
    with TemporaryDirectory(prefix="pytest-cookie-") as account:
        models = Access(Path.cwd(), Path(account), options.replay, options.budget_usd).models(settings)
        try:
            yield models
        finally:
            models.close()


def _cases(options: argparse.Namespace) -> None:
    found = validate(options.path)
    if options.list:
        for case in found.cases:
            print(f"{case.domain}/{case.leaf}  {case.id}  {case.difficulty}  {case.language}  {case.origin}")
    named = options.list or options.path is None
    print("\n".join(balance_lines(found.cases, _TERMINAL_WIDTH, leaves=named)), flush=True)
    if found.problems:
        count = "1 problem" if len(found.problems) == 1 else f"{len(found.problems)} problems"
        raise UsageError(f"{count}\n{problems_error(found.problems, most=None)}")
    print(f"no problem (cases: {len(found.cases)}, lists of faults: {len(found.fault_lists)})")


def _compare(options: argparse.Namespace) -> None:
    a = entry(RunFolder.open(options.a), options.model_a, option="--model-a")
    b = entry(RunFolder.open(options.b), options.model_b, option="--model-b")
    for problem in (*a.problems, *b.problems):
        print(problem, file=sys.stderr)
    found = compare_entries(a, b, anyway=options.anyway, tie=options.tie, seed=options.seed)
    differing = remarks(a, b)
    print("\n".join(comparison_lines(found, _TERMINAL_WIDTH, remarks=differing)))
    if options.json:
        write_model(options.json, found)
    if options.markdown:
        write_text(options.markdown, comparison_markdown(found, remarks=differing))


def _gate(options: argparse.Namespace) -> int:
    run = RunFolder.open(options.run)
    baseline = RunFolder.open(options.baseline) if options.baseline else None
    for problem in (*run.problems(), *(baseline.problems() if baseline else ())):
        print(problem, file=sys.stderr)
    decisions = gate_run(
        run,
        read_policy(options.policy) if options.policy else standard_policy(has_baseline=baseline is not None),
        baseline=baseline,
        model=options.model,
        baseline_model=options.baseline_model,
        calibration=read_calibration(options.calibration) if options.calibration else None,
        seed=options.seed,
    )
    print("\n\n".join("\n".join(gate_lines(decision, _TERMINAL_WIDTH)) for decision in decisions))
    if options.markdown:
        write_text(options.markdown, gate_markdown(decisions))
    if options.junit:
        write_text(options.junit, gate_junit(decisions))
    return EXIT_CODES[worst(decisions)]


def _agree(options: argparse.Namespace) -> None:
    if options.run.suffix == ".jsonl":
        answers, labels = read_feasibility(options.run), read_feasibility(options.human)
        answered = feasibility_agreement(answers, labels, seed=options.seed)
        print("\n".join(feasibility_lines(answered)))
        if options.json:
            write_model(options.json, answered)
        return
    records = _records(RunFolder.open(options.run))
    judge = _only_judge(records)
    opinions = read_opinions(options.human, options.scale)
    found = agreement(records, opinions, scale=options.scale, tie=options.tie, seed=options.seed)
    if not found.scores:
        raise UsageError(f"none of the opinions in {options.human} is on an artifact that {options.run} has scored")
    print("\n".join(agreement_lines(found, judge, _TERMINAL_WIDTH)))
    if options.json:
        write_model(options.json, found)


def _calibrate(options: argparse.Namespace) -> None:
    if options.list:
        print("\n".join(family_lines()))
        return
    settings = load_settings(Path.cwd())
    with TemporaryDirectory(prefix="pytest-cookie-") as account:
        access = Access(Path.cwd(), Path(account), options.replay, options.budget_usd)
        found, path = calibrate(
            request_of(options, settings, Path.cwd()), settings, access, lambda line: print(line, file=sys.stderr)
        )
    page = write_calibration_page(found, path.parent)
    print("\n".join([*calibration_lines(found, _TERMINAL_WIDTH), "", f"calibration: {path}", f"report: {page}"]))


def _records(run: RunFolder) -> tuple[Record, ...]:
    for problem in run.problems():
        print(problem, file=sys.stderr)
    records = run.records()
    if not records:
        raise UsageError(f"{run.path} has no records; if the run was stopped: pytest-cookie report {run.path}")
    return records


def _only_judge(records: Sequence[Record]) -> str:
    judges = sorted({record.judge for record in records})
    if len(judges) > 1:
        raise UsageError(f"the run has verdicts of several judges: {', '.join(judges)}")
    return judges[0]


def _browser(options: argparse.Namespace) -> None:
    explicit = load_settings(Path.cwd()).chromium
    chromium = find_chromium(explicit)
    if chromium is None and not options.install:
        raise CookieError("there is no Chromium here; get one with: pytest-cookie browser --install")
    wanting = chromium is None or not (chromium.is_headless_shell or chromium.origin == "setting")
    if chromium is None or (options.install and wanting):
        chromium = install_chromium(print)
    if options.install:
        install_fonts(print)
    print(f"Chromium {chromium.version} at {chromium.path} ({chromium.origin})")
    if not chromium.is_headless_shell:
        print("it is no headless shell: page time is real time here, and evidence depends on the machine")
    if lacking := missing_fonts():
        names = ", ".join(lacking)
        print(f"no fonts for {names} here, pictures of pages will show boxes; install fonts-noto-cjk or alike")
