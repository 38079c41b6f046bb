"""The suite: the items of a run, case × model × mode × repeat, in a fixed order."""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import Mode
from pytest_cookie.dataset.select import item_name, model_slugs
from pytest_cookie.generation.ready_files import READY, SAMPLE_PREFIX, Stock


@dataclass(frozen=True)
class PlannedItem:
    """One item to run: `name` is its pytest id, `folder` its path below the run's folder."""

    name: str
    case: Case
    key: ItemKey
    folder: str


@dataclass(frozen=True)
class Suite:
    """The items of a run. `models` keep the user's order; `asked` are those that generate their artifacts."""

    cases: tuple[Case, ...]
    models: tuple[str, ...]
    items: tuple[PlannedItem, ...]
    asked: tuple[str, ...] = ()


def plan_suite(
    cases: Sequence[Case],
    models: Sequence[str],
    *,
    mode: Mode,
    repeats: int,
    stock: Stock,
    before: Sequence[str] = (),
) -> Suite:
    """Every case with every model that has an artifact for it or generates one. Raises `UsageError` if there is none.

    Without named models, the models are those of the provided artifacts, or else `ready` for the cases' own `artifact:`
    files. A sample model covers the cases with a sample, a provided model the cases with an artifact; any other id is a
    model that generates. The models `before` are in the run already and keep their folders.
    """
    chosen = tuple(dict.fromkeys(models)) or _ready(cases, stock)
    for model in chosen:
        _check_model(model, stock)
    slugs = _slugs(before, chosen)
    items = tuple(
        _planned(case, ItemKey(case=case.id, model=model, mode=mode, repeat=repeat), slugs[model])
        for case in cases
        for model in chosen
        if stock.is_asked(model) or stock.has(case, model)
        for repeat in range(1, repeats + 1)
    )
    if not items:
        raise UsageError(f"{' or '.join(chosen)} has no artifact for any case")
    asked = tuple(filter(stock.is_asked, chosen))
    return Suite(cases=tuple(cases), models=chosen, items=items, asked=asked)


def _slugs(before: Sequence[str], chosen: Sequence[str]) -> dict[str, str]:
    kept, slugs = model_slugs(before), model_slugs((*before, *chosen))
    for model in before:
        if slugs[model] != kept[model]:
            raise UsageError(
                f"the folders of {model} and of another model would have the same name; evaluate "
                f"{' and '.join(model for model in chosen if model not in before)} in a separate run"
            )
    return slugs


def _planned(case: Case, key: ItemKey, slug: str) -> PlannedItem:
    folder = f"items/{case.id}/{slug}/{key.mode}/{key.repeat}"
    return PlannedItem(name=item_name(case, key, model_slug=slug), case=case, key=key, folder=folder)


def _ready(cases: Sequence[Case], stock: Stock) -> tuple[str, ...]:
    if stock.handed_in is not None:
        return tuple(stock.handed_in.sources)
    missing = [case.id for case in cases if case.artifact is None]
    if missing:
        listed = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
        raise UsageError(
            f"no model is named, and these cases have no ready files: {listed}. "
            f"Name a model, for example --model={SAMPLE_PREFIX}polished, or give the cases an `artifact:`"
        )
    return (READY,)


def _check_model(model: str, stock: Stock) -> None:
    versions = stock.samples.versions()
    if model.startswith(SAMPLE_PREFIX) and model not in versions:
        raise UsageError(f"there are no samples called {model}; the samples are {' and '.join(versions)}")
