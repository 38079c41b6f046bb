"""Which setting and which role each phase depends on, by the keys that change with it."""

from pathlib import Path

import pytest

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.labels import Mode
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.generation.ready_files import READY
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.contract.stages import Facts
from pytest_cookie.protocols.cookie.inputs import inputs_of
from pytest_cookie.protocols.run.existing_files import stock_of
from pytest_cookie.protocols.run.phase_keys import PhaseKeys

MODEL = "acme/any"
PROMPTS = {"generate": "page v1 aa", "explore": "agent v1 bb"}
ALL, FROM_EVIDENCE, VERDICT, NONE = {"artifact", "evidence", "verdict"}, {"evidence", "verdict"}, {"verdict"}, set()


@pytest.fixture
def case(tmp_path: Path) -> Case:
    (tmp_path / "page.html").write_text("<p>page</p>")
    (tmp_path / "cases.yaml").write_text(
        "- {id: one, leaf: article, language: en, brief: b, artifact: page.html, entry: page.html}"
    )
    (case,) = load_cases(tmp_path / "cases.yaml")
    return case


def keys(
    case: Case,
    model: str = MODEL,
    *,
    roles: Roles | None = None,
    repeat: int = 1,
    mode: Mode = "html",
    services: Facts | None = None,
    **settings: object,
) -> PhaseKeys:
    whole, judge = Settings.model_validate(settings), make_measured_judge()
    inputs = inputs_of(whole, roles or Roles(), judge=judge, prompts=PROMPTS, stock=stock_of(whole), services=services)
    key = ItemKey(case=case.id, model=model, mode=mode, repeat=repeat)
    return PhaseKeys.of(case, key, inputs, generated=inputs.generate(case, key) or {})


def differing(a: PhaseKeys, b: PhaseKeys) -> set[str]:
    return {name for name in ALL if getattr(a, name) != getattr(b, name)}


CHANGED_BY_SETTINGS = (
    ({"generation": {"temperature": 0.5}}, ALL),
    ({"max_page_mb": 1}, ALL),
    ({"max_steps": 7}, FROM_EVIDENCE),
    ({"seed": 7}, FROM_EVIDENCE),
    ({"clock": "cooperative"}, FROM_EVIDENCE),
    ({"film": False}, FROM_EVIDENCE),
    ({"draw_hand": False}, FROM_EVIDENCE),
    ({"build_seconds": 60}, FROM_EVIDENCE),
    ({"packages": "elsewhere", "allow_unsandboxed_builds": True}, NONE),
    ({"max_film_mb": 1}, FROM_EVIDENCE),
    ({"max_cpu_seconds": 5}, FROM_EVIDENCE),
    ({"max_evidence_mb": 5}, FROM_EVIDENCE),
    ({"agent_seconds": 10, "agent": {"temperature": 0}}, NONE),
    ({"judging": {"temperature": 0}}, NONE),
    ({"pass_total": 50, "call_seconds": 7, "calls_at_once": 2, "reports": "elsewhere"}, NONE),
)
CHANGED_BY_SETTINGS_OF_MODELS = (
    ({"agent_seconds": 10}, FROM_EVIDENCE),
    ({"agent": {"temperature": 0}}, FROM_EVIDENCE),
    ({"agent_sees": "published"}, FROM_EVIDENCE),
    ({"max_seconds": 7}, NONE),
    ({"judging": {"temperature": 0}}, VERDICT),
    ({"takes_video": True}, VERDICT),
    ({"agent_sees": "published", "judging": {"temperature": 0}}, FROM_EVIDENCE),
)


def test_settings_change_the_keys_of_the_phases_that_use_them(case: Case, subtests: pytest.Subtests):
    for roles, table in ((Roles(), CHANGED_BY_SETTINGS), (Roles(MODEL, MODEL), CHANGED_BY_SETTINGS_OF_MODELS)):
        for settings, changed in table:
            with subtests.test(roles=roles, settings=settings):
                assert differing(keys(case, roles=roles), keys(case, roles=roles, **settings)) == changed


def test_the_inputs_are_the_same_in_every_process(case: Case):
    assert keys(case) == keys(case.model_copy(update={"origin": "elsewhere.yaml:1", "artifact": Path("/elsewhere")}))
    assert len({keys(case).artifact, keys(case).evidence, keys(case).verdict}) == 3


def test_keys_depend_on_model_agent_and_repeat(case: Case):
    assert differing(keys(case), keys(case, "acme/other")) == ALL
    assert differing(keys(case), keys(case, repeat=2)) == ALL
    assert differing(keys(case), keys(case, roles=Roles(agent=MODEL))) == FROM_EVIDENCE


def test_a_project_depends_on_how_long_a_model_may_work_and_how_it_is_built(case: Case):
    assert differing(keys(case), keys(case, mode="react")) == ALL
    for settings in ({"coding_turns": 5}, {"coding_max_tokens": 9_000}, {"coding_seconds": 60}, {"build_seconds": 60}):
        assert differing(keys(case, mode="react"), keys(case, mode="react", **settings)) == ALL
    assert differing(keys(case), keys(case, coding_turns=5)) == NONE
    assert differing(keys(case, mode="react"), keys(case, mode="react", services={"docs": "a"})) == ALL
    assert differing(keys(case), keys(case, services={"docs": "a"})) == NONE


def test_provided_files_count_by_their_content(case: Case):
    before = keys(case, READY)
    assert case.artifact is not None
    moved = case.artifact.parent / "sub" / "page.html"
    moved.parent.mkdir()
    moved.write_bytes(case.artifact.read_bytes())
    assert differing(before, keys(case.model_copy(update={"artifact": moved}), READY)) == NONE
    assert differing(before, keys(case.model_copy(update={"entry": None}), READY)) == ALL
    case.artifact.write_text("<p>another</p>")
    assert differing(before, keys(case, READY)) == ALL


def test_missing_provided_files_have_no_inputs(case: Case):
    gone = case.model_copy(update={"artifact": Path("/nowhere/page.html")})
    inputs = inputs_of(Settings(), Roles(), judge=make_measured_judge(), prompts=PROMPTS, stock=stock_of(Settings()))
    for model in (READY, "sample/polished"):
        assert inputs.generate(gone, ItemKey(case="no-such-case", model=model, mode="html")) is None


def test_without_a_film_its_limits_do_not_count(case: Case):
    assert differing(keys(case, film=False), keys(case, film=False, max_film_mb=1, draw_hand=False)) == NONE


def test_the_prompt_of_cdns_counts_only_for_cases_that_allow_them(case: Case):
    def artifacts(case: Case, version: str, mode: Mode = "html") -> str:
        prompts = {**PROMPTS, "cdn": version}
        inputs = inputs_of(
            Settings(), Roles(), judge=make_measured_judge(), prompts=prompts, stock=stock_of(Settings())
        )
        key = ItemKey(case=case.id, model=MODEL, mode=mode)
        return PhaseKeys.of(case, key, inputs, generated=inputs.generate(case, key) or {}).artifact

    allowing = case.model_copy(update={"cdn": True})
    assert artifacts(case, "v1") == artifacts(case, "v2")
    assert artifacts(allowing, "v1") != artifacts(allowing, "v2")
    assert artifacts(allowing, "v1", "react") == artifacts(allowing, "v2", "react")
