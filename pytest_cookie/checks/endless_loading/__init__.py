"""Endless loading: a text such as "Loading …", or grey blocks in place of content, stay for long."""

import re

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.endless_loading.tactic import WaitForContent
from pytest_cookie.checks.endless_loading.watch import LEAST_MS, LoadingFact, LoadingWatch
from pytest_cookie.core.text import shorten
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect

ENDLESS_LOADING = CheckKind("endless-loading", "Content never comes: the page goes on showing that it is loading.")

_MOST_QUOTED = 60  # characters
_SHOWS_LOADING = re.compile(
    r"skeleton|spinner|loader|loading|preload|boot|terminal|component|design system|style guide|ui kit"
    r"|加载|载入|骨架|组件|终端|ローディング|読み込み|コンポーネント|로딩|컴포넌트|chargement|composant|cargando|componente|carregando"
    r"|lade(?:anzeige|zustand|animation)|komponente",
    re.IGNORECASE,
)
"""Briefs that may ask for loading itself to be seen."""


def find_endless_loading(context: RubricContext) -> list[Defect]:
    """At most one defect (major): a sign of loading that stayed for at least ten seconds of page time."""
    if _SHOWS_LOADING.search(context.case.brief):
        return []
    shown = [
        (sign.for_ms, step, sign.text)
        for step in context.trace.steps
        if (fact := LoadingFact.of(step.change))
        for sign in fact.signs
    ]
    for_ms, step, text = max(shown, key=lambda one: one[0], default=(0, None, ""))
    if step is None or for_ms < LEAST_MS:
        return []
    what = f"“{shorten(text, _MOST_QUOTED)}” is" if text else "Empty blocks in place of content are"
    title = f"{what} still shown after {for_ms // 1000} s"
    why = (
        "What should come does not come. Show the content, or say that it could not be loaded and offer another try. "
        "An error before the content is drawn, or a promise that is never fulfilled, has this effect."
    )
    return [step_defect(context, step, ENDLESS_LOADING, "major", title, why, "")]


CHECK = Check(
    id="endless-loading",
    item="1",
    find=find_endless_loading,
    kinds=(ENDLESS_LOADING,),
    fact=LoadingFact,
    watch=LoadingWatch,
    tactics=lambda: [WaitForContent()],
)
