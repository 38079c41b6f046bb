"""DOM_SCORE: a page's HTML in five dimensions, without a model (ArtifactsBench, A.8).

The paper names the dimensions, what each looks at and their weights, not the costs. The costs are ours. They are shares
where the paper has "excessive" or "overuse", so that a long page is not worse than a short one of the same make.
"""

from collections.abc import Iterable

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.perception import AxeViolation
from pytest_cookie.protocols.artifactsbench.dom_facts import DomFacts

DOM_SCORE_VERSION = "3"
WEIGHTS = {"structure": 0.25, "accessibility": 0.30, "semantics": 0.20, "seo": 0.15, "best_practices": 0.10}
NAMES = {name: name.replace("_", " ") for name in WEIGHTS} | {"seo": "SEO"}

_DUPLICATE_ID, _MOST_DUPLICATE_IDS = 5.0, 30.0
_EMPTY_FREE, _EMPTY_SLOPE, _MOST_EMPTY = 0.05, 100.0, 30.0
_STYLES_FREE, _STYLES_SLOPE, _MOST_STYLES = 0.10, 50.0, 30.0
_NO_SEMANTIC_TAGS, _NO_MAIN, _FEW_ELEMENTS = 10.0, 2.0, 20
_GENERIC_FREE, _GENERIC_SLOPE, _MOST_GENERIC = 0.70, 100.0, 20.0
_TABLES = 20.0
_NO_TITLE, _ODD_TITLE, _SHORTEST_TITLE, _LONGEST_TITLE = 20.0, 5.0, 4, 70
_NO_DESCRIPTION, _NO_LANG, _NO_VIEWPORT = 10.0, 10.0, 10.0
_NO_H1, _SEVERAL_H1, _SKIPPED_LEVELS = 10.0, 5.0, 5.0
_SCRIPTS_FREE, _SCRIPT, _BLOCKING_SCRIPT, _MOST_SCRIPTS = 3, 3.0, 2.0, 30.0
_DEPRECATED, _MOST_DEPRECATED = 5.0, 30.0
_IMAGE_SIZES = 10.0

_NAME_RULES = frozenset({"button-name", "link-name"})
_LABEL_RULES = frozenset({"label", "select-name"})
_ALT_RULES = frozenset({"image-alt"})


class DomScore(FrozenModel):
    """Five scores and their weighted sum, each 0 to 100."""

    structure: float
    """Unique ids, few empty elements, few inline styles."""
    accessibility: float
    """Alternative texts, labels, names of buttons and links."""
    semantics: float
    """Semantic tags, not only `div` and `span`, header cells of tables."""
    seo: float
    """Title, description, language, viewport, headings."""
    best_practices: float
    """External scripts, deprecated tags, sizes of images."""

    @property
    def total(self) -> float:
        """DOM_SCORE: the sum with the weights 0.25, 0.30, 0.20, 0.15 and 0.10."""
        return round(sum(weight * float(getattr(self, name)) for name, weight in WEIGHTS.items()), 2)


def score_dom(facts: DomFacts, axe: Iterable[AxeViolation] = ()) -> DomScore:
    """The scores of a page. Without elements in the body all are 0.

    axe-core computes names from the rendered tree. If it reports more failures than the HTML shows, its number counts.
    """
    if not facts.elements:
        return DomScore(structure=0, accessibility=0, semantics=0, seo=0, best_practices=0)
    return DomScore(
        structure=_rest(_structure(facts)),
        accessibility=_accessibility(_with_axe(facts, axe)),
        semantics=_rest(_semantics(facts)),
        seo=_rest(_seo(facts)),
        best_practices=_rest(_best_practices(facts)),
    )


def _rest(costs: Iterable[float]) -> float:
    return round(max(0.0, 100.0 - sum(costs)), 2)


def _beyond(share: float, free: float, slope: float, most: float) -> float:
    """The cost of a share beyond the free one."""
    return min(most, max(0.0, slope * (share - free)))


def _structure(facts: DomFacts) -> Iterable[float]:
    yield min(_MOST_DUPLICATE_IDS, _DUPLICATE_ID * facts.duplicate_ids)
    yield _beyond(facts.empty / facts.elements, _EMPTY_FREE, _EMPTY_SLOPE, _MOST_EMPTY)
    yield _beyond(facts.inline_styles / facts.elements, _STYLES_FREE, _STYLES_SLOPE, _MOST_STYLES)


def _accessibility(facts: DomFacts) -> float:
    """The mean share of named elements, over images, fields, and buttons with links, as far as the page has them."""
    groups = (
        (facts.images, facts.images_without_alt),
        (facts.fields, facts.fields_without_label),
        (facts.buttons_and_links, facts.unclear_names),
    )
    shares = [1 - min(bad, count) / count for count, bad in groups if count]
    return round(100 * sum(shares) / len(shares), 2) if shares else 100.0


def _with_axe(facts: DomFacts, axe: Iterable[AxeViolation]) -> DomFacts:
    violations = list(axe)

    def reported(rules: frozenset[str]) -> int:
        return sum(violation.count for violation in violations if violation.rule in rules)

    return facts.model_copy(
        update={
            "images_without_alt": max(facts.images_without_alt, reported(_ALT_RULES)),
            "fields_without_label": max(facts.fields_without_label, reported(_LABEL_RULES)),
            "unclear_names": max(facts.unclear_names, reported(_NAME_RULES)),
        }
    )


def _semantics(facts: DomFacts) -> Iterable[float]:
    if facts.elements >= _FEW_ELEMENTS:
        yield 0.0 if facts.semantic else _NO_SEMANTIC_TAGS
        yield 0.0 if facts.has_main or not facts.semantic else _NO_MAIN
        yield _beyond(facts.generic / facts.elements, _GENERIC_FREE, _GENERIC_SLOPE, _MOST_GENERIC)
    if facts.tables:
        yield _TABLES * facts.tables_without_header / facts.tables


def _seo(facts: DomFacts) -> Iterable[float]:
    if not facts.title:
        yield _NO_TITLE
    elif not _SHORTEST_TITLE <= len(facts.title) <= _LONGEST_TITLE:
        yield _ODD_TITLE
    yield 0.0 if facts.has_description else _NO_DESCRIPTION
    yield 0.0 if facts.has_lang else _NO_LANG
    yield 0.0 if facts.has_viewport else _NO_VIEWPORT
    if not facts.h1:
        yield _NO_H1
    elif facts.h1 > 1:
        yield _SEVERAL_H1
    yield _SKIPPED_LEVELS if facts.skipped_levels else 0.0


def _best_practices(facts: DomFacts) -> Iterable[float]:
    extra = max(0, facts.external_scripts - _SCRIPTS_FREE)
    yield min(_MOST_SCRIPTS, _SCRIPT * extra + _BLOCKING_SCRIPT * facts.blocking_scripts)
    yield min(_MOST_DEPRECATED, _DEPRECATED * facts.deprecated)
    yield _IMAGE_SIZES * facts.images_without_size / facts.images if facts.images else 0.0
