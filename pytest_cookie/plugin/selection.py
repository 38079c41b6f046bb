"""`-m "cookie(…)"`: a label that no item can have selects nothing, so it is refused before anything runs."""

import ast
from collections.abc import Iterator

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.select import label_values
from pytest_cookie.dataset.taxonomy import did_you_mean

MARKER = "cookie"


def check_selection(expression: str) -> None:
    """Raises `UsageError` for a label of `cookie(…)` that does not exist, or a value that it cannot have."""
    known = label_values()
    for label, value in _asked(expression):
        if label not in known:
            hint = did_you_mean(label, tuple(known)) or f"; the labels are {', '.join(known)}"
            raise UsageError(f"-m {expression}: cookie(…) has no label {label!r}{hint}")
        if value not in known[label]:
            hint = did_you_mean(str(value), known[label]) or f"; there are {', '.join(known[label])}"
            raise UsageError(f"-m {expression}: there is no {label} {value!r}{hint}")


def _asked(expression: str) -> Iterator[tuple[str, object]]:
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except SyntaxError:
        return  # pytest's own grammar is wider in names, and it says itself what is wrong
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == MARKER:
            for keyword in node.keywords:
                yield keyword.arg or "", keyword.value.value if isinstance(keyword.value, ast.Constant) else None
