"""Selection with `-k` and `-m`: counts the selected items, and rejects impossible labels before anything runs."""

import ast
from collections.abc import Iterable, Iterator, Mapping

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.dataset.select import label_values

MARKER = "cookie"
TEST = "test_artifact"


def check_selection(expression: str) -> None:
    """Raise `UsageError` for a label of `cookie(…)` that does not exist, or an impossible value."""
    known = label_values()
    for label, value in _asked(expression):
        if label not in known:
            hint = did_you_mean(label, tuple(known)) or f"; the labels are {', '.join(known)}"
            raise UsageError(f"-m {expression}: cookie(…) has no label {label!r}{hint}")
        if value not in known[label]:
            hint = did_you_mean(str(value), known[label]) or f"; choose from {', '.join(known[label])}"
            raise UsageError(f"-m {expression}: there is no {label} {value!r}{hint}")


def count_selected(items: Iterable[tuple[str, Mapping[str, str]]], keyword: str, markers: str) -> int | None:
    """How many benchmark `items`, given by name and labels, `-k` and `-m` select, without collecting.

    None if unknown: the grammar is pytest's own, and its location is private.
    """
    try:
        from _pytest.mark.expression import Expression

        by_name, by_label = (Expression.compile(text) if text else None for text in (keyword, markers))
        left = sum(
            (by_name is None or by_name.evaluate(_ByName(name, labels)))
            and (by_label is None or by_label.evaluate(_ByLabel(labels)))
            for name, labels in items
        )
    except (ImportError, AttributeError, TypeError, SyntaxError):
        return None
    return left or None


class _ByName:
    """Whether a word is part of one of the names that `-k` matches."""

    def __init__(self, name: str, labels: Mapping[str, str]) -> None:
        self._names = [word.lower() for word in (f"{TEST}[{name}]", MARKER, *labels.values())]

    def __call__(self, word: str, /, **_: object) -> bool:
        return any(word.lower() in name for name in self._names)


class _ByLabel:
    """Whether an item has a marker: a label or `cookie(…)`."""

    def __init__(self, labels: Mapping[str, str]) -> None:
        self._labels = labels

    def __call__(self, word: str, /, **wanted: object) -> bool:
        if word == MARKER:
            return all(self._labels.get(label) == value for label, value in wanted.items())
        return not wanted and word in self._labels.values()


def _asked(expression: str) -> Iterator[tuple[str, object]]:
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except SyntaxError:
        return  # pytest accepts more names, and reports syntax errors itself
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == MARKER:
            for keyword in node.keywords:
                yield keyword.arg or "", keyword.value.value if isinstance(keyword.value, ast.Constant) else None
