"""The Jinja environment: every printed value is escaped exactly once, and attributes are read as in Python.

The compiler is tuned because a page prints about a thousand values and a large run has 26,000 pages.
"""

import html
import re
from collections.abc import Callable
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr, Getattr
from markupsafe import Markup, escape

from pytest_cookie.core.wording import count
from pytest_cookie.reporting.model_costs import tokens, usage
from pytest_cookie.reporting.site.brief_text import unwrapped
from pytest_cookie.reporting.site.tones import label_of, tone_of
from pytest_cookie.reporting.text import quantities

PACKAGE = "pytest_cookie.reporting.site"
_CODES = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff"
"""Control codes, overrides of the text direction, lone surrogates."""
_CONTROLS = re.compile(f"[{_CODES}]")
_SPECIAL = re.compile(f"[&<>\"'{_CODES}]")
_CODE = re.compile(r"`([^`\n]{1,300})`")
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


def harmless(text: str) -> str:
    """`text` without the control codes that pages, models and file names may contain."""
    return _CONTROLS.sub("", text)


def shown(value: object) -> str:
    """A value as printed in a page: without control codes, escaped; markup unchanged.

    Fast path: most values are short texts without special characters.
    """
    if type(value) is str:
        return html.escape(harmless(value)) if _SPECIAL.search(value) else value
    if type(value) is int:
        return str(value)
    return value if isinstance(value, Markup) else str(escape(value))


def with_code(text: str) -> Markup:
    """`text` as `shown`, with the text between backticks as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", shown(text)))


def sentences(reason: str) -> tuple[str, ...]:
    """The parts of a reason, which semicolons separate outside of brackets and quotes, as sentences."""
    parts, depth = [""], 0
    for sign in reason:
        depth = max(0, depth + (sign in "(“") - (sign in ")”"))
        if sign == ";" and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    told = (part.strip() for part in parts)
    return tuple(f"{part[0].upper()}{part[1:]}{'' if part[-1] in '.!?…。！？' else '.'}" for part in told if part)


class _Code(CodeGenerator):
    """Generates template code without Jinja's two extra calls per value, which our templates do not need."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("environment.finalize(")  # `shown`, which escapes

    def _output_child_post(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write(")")

    def visit_Getattr(self, node: Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        """Plain attribute access, without Jinja's fallback to items: a missing attribute raises an error."""
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")


class _Templates(PackageLoader):
    """Loads templates without indentation, which would be a tenth of a page's size."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool] | None]:
        source, name, uptodate = super().get_source(environment, template)
        return _INDENTATION.sub("", source), name, uptodate


class _Environment(Environment):
    code_generator_class = _Code


@cache
def environment() -> Environment:
    """The environment of all pages."""
    made = _Environment(
        loader=_Templates(PACKAGE),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        finalize=shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    names = ("score", "span", "percent", "money", "duration", "clock", "coefficient")
    made.filters.update({name: getattr(quantities, name) for name in names} | {"count": count})
    made.filters |= {"unwrapped": unwrapped, "tokens": tokens, "usage": usage, "with_code": with_code}
    made.filters["sentences"] = sentences
    made.filters["tone"] = lambda name, scores: tone_of(scores, name)
    made.filters["score_label"] = lambda name, scores: label_of(scores, name)
    return made
