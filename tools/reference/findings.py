"""Lists the findings that a function can return, from its source: kind, severity and title of each of them.

A finding is a `Defect` or a `Finding`. Kinds and titles are resolved through local variables, conditions, returned
tuples and parameters. Parts that depend on the judged page become `…`.
"""

import ast
import dataclasses
import inspect
import re
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product

from pytest_cookie.core.labels import LANGUAGES
from pytest_cookie.core.verdict import SEVERITIES, Finding
from pytest_cookie.core.wording import count
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.grade import Grade
from pytest_cookie.judging.rubric.names import list_names
from tools.reference.reach import ROOMS, Code, Function, code_of, reach

UNKNOWN = "…"
_DEPTH = 12
"""Maximum number of names, calls and conditions in the resolution of a title."""
_MANY = 30


@dataclass(frozen=True)
class PossibleFinding:
    """A finding with its possible severities, the gravest first."""

    severities: tuple[str, ...]
    title: str


@cache
def findings_of(start: Function) -> tuple[PossibleFinding, ...]:
    """Every finding that the function can return, in source order."""
    codes = reach(start, through=gives_findings)
    found: dict[str, set[str]] = {}
    for code in codes:
        for made, call in code.calls():
            if made in (Defect, Finding):
                for scope in _scopes(code, call, codes):
                    grave = scope.texts(_argument(call, "severity", 1))
                    for text in scope.texts(_argument(call, "title", 2)):
                        found.setdefault(_tidy(text), set()).update(grave)
    return tuple(PossibleFinding(_sorted(found[text]), text) for text in _distinct(found))


@cache
def kinds_of(start: Function) -> dict[str, tuple[str, ...]]:
    """The kinds of finding that the function can return, each with its possible severities, the gravest first."""
    codes = reach(start, through=gives_findings)
    found: dict[str, set[str]] = {}
    for code in codes:
        for made, call in code.calls():
            if made in (Defect, Finding):
                for scope in _scopes(code, call, codes):
                    for kind in scope.texts(_argument(call, "kind", 0)):
                        found.setdefault(kind, set()).update(scope.texts(_argument(call, "severity", 1)))
    return {kind: _sorted(severities) for kind, severities in found.items() if kind != UNKNOWN}


def _sorted(severities: Iterable[str]) -> tuple[str, ...]:
    return tuple(severity for severity in SEVERITIES if severity in severities)


def gives_findings(function: Function) -> bool:
    """Whether its return annotation names defects, findings or the result of an item."""
    return any(name in str(function.__annotations__.get("return")) for name in ("Defect", "Finding", "Measured"))


def _distinct(titles: Iterable[str]) -> list[str]:
    """Drop unresolved titles and titles that only add names or numbers to another title."""
    known = [title for title in titles if not re.search(r"[^:] …$|^[… ]*$", title)]
    known = [title for title in known if f"{title}: {UNKNOWN}" not in known]
    known = [title for title in known if not any(_adds_to(title, other) for other in known)]
    claims = {re.sub(r"^([…“” ]+ )", "", title): title for title in known if title[0] in "…“"}
    return [
        other
        for other in known
        if not any(other.endswith(f" {claim}") and other != title for claim, title in claims.items())
    ]


def _adds_to(title: str, other: str) -> bool:
    """Whether `title` is `other` with an addition in brackets or a count of further elements."""
    return title.startswith(other) and re.match(r",| \(| and …", title.removeprefix(other)) is not None


def _tidy(title: str) -> str:
    """Merge adjacent `…` and drop one that follows the last word directly."""
    return re.sub(r"(?<=\w)…$", "", re.sub(r"…+( …+)*", "…", title))


def grades_of(start: Function) -> dict[str, float]:
    """The graded measures of an item, each with its maximum deduction."""
    found: dict[str, float] = {}
    for code in reach(start):
        for made, call in code.calls():
            if made is Grade:
                name, _, weight = call.args
                found[ast.literal_eval(name)] = float(_number(code, weight))
    return found


def _number(code: Code, node: ast.expr) -> float:
    value = code.names[node.id] if isinstance(node, ast.Name) else ast.literal_eval(node)
    assert isinstance(value, int | float)
    return value


def _argument(call: ast.Call, name: str, position: int) -> ast.expr:
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    return given[name] if name in given else call.args[position]


def _scopes(code: Code, call: ast.Call, codes: Iterable[Code]) -> list["_Scope"]:
    """The scopes of a finding: one for each caller if it depends on a parameter, else the function itself."""
    parts = [_argument(call, name, position) for position, name in enumerate(("kind", "severity", "title"))]
    nodes = [node for part in parts for node in ast.walk(part)]
    if any(isinstance(node, ast.Name) and node.id in code.parameters for node in nodes):
        callers = [(other, one) for other in codes for made, one in other.calls() if made is code.function]
        if callers:
            return [_Scope(code, _given(code, one), _Scope(other)) for other, one in callers]
    return [_Scope(code)]


def _given(code: Code, call: ast.Call) -> dict[str, ast.expr]:
    named = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    return dict(zip(code.parameters, call.args, strict=False)) | named


@dataclass(frozen=True)
class _Scope:
    """Resolves expressions of a function to texts. `given` are the arguments of a call, to be resolved in `caller`."""

    code: Code
    given: Mapping[str, ast.expr] = field(default_factory=dict)
    caller: "_Scope | None" = None
    depth: int = _DEPTH

    def texts(self, node: ast.expr | None) -> list[str]:
        """All texts that an expression can have, with `…` for unknown parts."""
        inner = replace(self, depth=self.depth - 1)
        if self.depth == 0 or node is None:
            return [UNKNOWN]
        read = inner._written(node)
        return list(dict.fromkeys(read if read is not None else inner._looked_up(node)))

    def _written(self, node: ast.expr) -> list[str] | None:
        """Resolve literals, f-strings, sums and conditions. None for other expressions."""
        match node:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.JoinedStr(values=pieces):
                return _joined([self.texts(piece) for piece in pieces])
            case ast.FormattedValue(value=value):
                return _short(self.texts(value))
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return _joined([self.texts(left), self.texts(right)])
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return [text for branch in self._taken(test, body, orelse) for text in self.texts(branch)]
        return None

    def _looked_up(self, node: ast.expr) -> list[str]:
        match node:
            case ast.Name(id=name) if name in self.given and self.caller is not None:
                return replace(self.caller, depth=self.depth).texts(self.given[name])
            case ast.Name(id=name):
                return self._of_name(name)
            case ast.Call():
                return self._of_call(node)
            case ast.Subscript(value=ast.Name(id=name)):
                value = self.code.names.get(name)
                if isinstance(value, dict) and not set(value) <= set(LANGUAGES):
                    return [str(item) for item in value.values()]
            case ast.Attribute(value=ast.Name(id=FindingKind.__name__), attr=member):
                return [FindingKind[member].value]
            case ast.Attribute(value=ast.Attribute() | ast.Name() as member, attr="value"):
                return self._looked_up(member)
            case ast.Attribute(attr=attribute):
                return self._of_constants(attribute)
        return [UNKNOWN]

    def _taken(self, test: ast.expr, body: ast.expr, orelse: ast.expr) -> list[ast.expr]:
        """Both branches of a condition, or a single one if the caller's value of a flag decides it."""
        if self.caller is None or not (isinstance(test, ast.Name) and test.id in self.code.parameters):
            return [body, orelse]
        given = self.given.get(test.id)
        default = inspect.signature(self.code.function).parameters[test.id].default
        is_set = default if given is None else ast.literal_eval(given)
        return [body if is_set else orelse]

    def _of_name(self, name: str) -> list[str]:
        value = self.code.names.get(name)
        if isinstance(value, str):
            return [value]
        found: list[str] = []
        for target, assigned in _assignments(self.code):
            if isinstance(target, ast.Name) and target.id == name:
                found += self.texts(assigned)
            elif isinstance(target, ast.Tuple):
                at = [position for position, one in enumerate(target.elts) if ast.unparse(one) == name]
                found += [text for position in at for text in self.part(assigned, position)]
        return found or [UNKNOWN]

    def part(self, node: ast.expr, position: int) -> list[str]:
        """Resolve one element of a tuple, or of the tuples that a function returns."""
        if isinstance(node, ast.Tuple):
            return self.texts(node.elts[position])
        if isinstance(node, ast.IfExp):
            return [*self.part(node.body, position), *self.part(node.orelse, position)]
        called = self._called(node)
        if called is None or self.depth == 0:
            return [UNKNOWN]
        return [text for result in _results(called.code) for text in called.part(result, position)]

    def _of_call(self, node: ast.Call) -> list[str]:
        if isinstance(node.func, ast.Name) and self.code.names.get(node.func.id) is count:
            return [f"N {noun}s" for noun in self.texts(node.args[1])]
        called = self._called(node)
        return [text for result in _results(called.code) for text in called.texts(result)] if called else [UNKNOWN]

    def _called(self, node: ast.expr) -> "_Scope | None":
        """The called function, if it belongs to `ROOMS` and is more than a text helper."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            function = self.code.names.get(node.func.id)
            is_followed = isinstance(function, types.FunctionType) and function.__module__.startswith(ROOMS)
            if is_followed and function.__module__ not in (count.__module__, list_names.__module__):
                return _Scope(code_of(function), depth=self.depth - 1)
        return None

    def _of_constants(self, attribute: str) -> list[str]:
        """Resolve `mark.title` to the titles of the module's constants."""
        constants = [value for name, value in self.code.names.items() if name.isupper()]
        ones = [constant for value in constants for constant in (value if isinstance(value, tuple) else (value,))]
        texts = [getattr(constant, attribute, None) for constant in ones if dataclasses.is_dataclass(constant)]
        return [text for text in texts if isinstance(text, str)] or [UNKNOWN]


def _assignments(code: Code) -> Iterator[tuple[ast.expr, ast.expr]]:
    for node in code.nodes:
        if isinstance(node, ast.Assign):
            yield node.targets[0], node.value
        elif isinstance(node, ast.AnnAssign) and node.value:
            yield node.target, node.value


def _results(code: Code) -> list[ast.expr]:
    return [node.value for node in code.nodes if isinstance(node, ast.Return) and node.value]


def _joined(pieces: list[list[str]]) -> list[str]:
    return ["".join(parts) for parts in product(*map(_short, pieces))]


def _short(texts: list[str]) -> list[str]:
    return texts if len(texts) <= _MANY else [UNKNOWN]
