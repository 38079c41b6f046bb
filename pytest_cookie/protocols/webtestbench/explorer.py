"""`TestingExplorer`: uses an application as Cookie's explorer does, then tries on fresh pages what may be wrong."""

from contextlib import AbstractContextManager
from pathlib import Path

from pytest_cookie.browser.errors import BrowserGoneError, PageGoneError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import ExplorationError, JudgingError
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.stages import Explorer, Judge
from pytest_cookie.exploration.explorer import LOCALES
from pytest_cookie.exploration.item_time import ItemTime
from pytest_cookie.protocols.webtestbench.checklist.author import Author
from pytest_cookie.protocols.webtestbench.checklist.rules import Probe, read_rules
from pytest_cookie.protocols.webtestbench.options import Options
from pytest_cookie.protocols.webtestbench.probing.completion import find_attempts
from pytest_cookie.protocols.webtestbench.probing.confirm import confirm
from pytest_cookie.protocols.webtestbench.probing.logins import Logins
from pytest_cookie.protocols.webtestbench.probing.paths import find_sent_forms
from pytest_cookie.protocols.webtestbench.probing.probes import Prober
from pytest_cookie.protocols.webtestbench.probing.results import FILE, PROBES, Confirmation, Probes
from pytest_cookie.protocols.webtestbench.suspicions import find_suspicions
from pytest_cookie.records.files import remove, write_text

_TASK = (
    "Find out for each of these checks whether it is true of the page. Try several in one reply where they need the "
    "same place, reload the page where a check needs a fresh one, and say in your report, by number, which fail and "
    "why:"
)
PROBING_SECONDS = 1800.0
"""Machine time for all fresh pages of an item; what is not tried then is said to be untested."""


class TestingExplorer:
    """Wraps `explorer`. `measured` names suspected defects, whose shortest paths are repeated.

    With an `author`, the agent is a model and works through its checklist.

    The evidence gets a folder `probes/` with pictures and `probes.json`.
    """

    __test__ = False  # the name is no test class of pytest

    def __init__(
        self,
        explorer: Explorer,
        host: BrowserHost,
        measured: Judge,
        options: Options,
        *,
        seed: int,
        author: Author | None = None,
    ) -> None:
        self.id = explorer.id
        self._explorer, self._host, self._measured = explorer, host, measured
        self._options, self._seed, self._author = options, seed, author

    def explore(
        self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None, repeat: int = 1
    ) -> Evidence:
        """Record the use of the application and what was tried on fresh pages. Raises as the wrapped explorer."""
        remove(folder / PROBES)
        briefed = self._with_checklist(case)
        evidence = self._explorer.explore(briefed, deployment, folder, source=source, repeat=repeat)
        seen = evidence.perception
        if not seen.loaded or seen.crashed or evidence.trace.stopped in ("crashed", "cpu"):
            return evidence
        probes = self._try(case, deployment, evidence, folder, source)
        write_text(folder / PROBES / FILE, probes.model_dump_json(indent=1), durable=False)
        files = sorted(path.name for path in (folder / PROBES).iterdir())
        session = SessionEvidence(name=PROBES, files=tuple(files), notes=(probes.note,) if probes.note else ())
        return evidence.model_copy(update={"sessions": (*evidence.sessions, session)})

    def _with_checklist(self, case: Case) -> Case:
        """The case as the agent sees it: with the checklist below the brief, if it is a model."""
        if self._author is None:
            return case
        try:
            checks = self._author.write(case).checks
        except JudgingError as error:
            raise ExplorationError(f"there is no checklist to work through: {error}", spend=error.spend) from error
        listed = "\n".join(f"{number}. {check.content}" for number, check in enumerate(checks, start=1))
        return case.model_copy(update={"brief": f"{case.brief}\n\n{_TASK}\n{listed}"})

    def _try(self, case: Case, deployment: Deployment, evidence: Evidence, folder: Path, source: Path | None) -> Probes:
        settings = SessionSettings(
            gateway=deployment.gateway, locale=LOCALES[case.language], seed=self._seed, clock=evidence.clock
        )
        time = ItemTime(self._host, PROBING_SECONDS)

        def opened() -> AbstractContextManager[Session]:
            return time.open_session(settings)

        steps, wanted = evidence.trace.steps, _list_probes()
        prober = Prober(
            opened, deployment.url, folder, wanted=wanted, most=self._options.probes, language=case.language
        )
        confirmations: list[Confirmation] = []
        note = ""
        try:
            suspected = self._suspected_steps(case, evidence, folder, source)[: self._options.confirmations]
            confirmations += [confirm(opened, deployment.url, steps, step, folder) for step in suspected]
            sent = find_sent_forms(steps)
            prober.try_forms(sent)
            prober.try_attempts(find_attempts(steps, sent))
            prober.survey(sent)
            Logins(
                opened, deployment.url, folder, results=prober.results, most=self._options.probes,
                entrance=prober.entrance, language=case.language,
            ).run()  # fmt: skip
        except ExplorationError as error:
            if isinstance(error, (PageGoneError, BrowserGoneError)):
                self._host.renew()
            note = f"not everything was tried on fresh pages: {error}"
        return Probes(
            probes=tuple(prober.results), forms=tuple(prober.forms), places=tuple(prober.places),
            confirmations=tuple(confirmations), note=note,
        )  # fmt: skip

    def _suspected_steps(self, case: Case, evidence: Evidence, folder: Path, source: Path | None) -> list[int]:
        """The steps in which the measured judge sees a defect, the gravest first."""
        key = ItemKey(case=case.id, model="", mode="html")
        artifact = Artifact(key=key, files=(), entry="index.html", digest=evidence.artifact_digest)
        try:
            verdict = self._measured.judge(case, artifact, evidence, folder, source=source)
        except JudgingError:
            return []
        steps = (finding.step for finding in find_suspicions(verdict, evidence.trace.steps))
        return list(dict.fromkeys(step for step in steps if step is not None))


def _list_probes() -> tuple[Probe, ...]:
    """The probes of fresh pages by the order of the rules."""
    by_trace = ("kept-entries", "confirmation", "")
    return tuple(rule.probe for rule in read_rules() if rule.probe not in by_trace)
