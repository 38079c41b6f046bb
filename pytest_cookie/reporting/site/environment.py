"""How a template becomes code: what it prints is escaped, once; what it reads is read as Python reads it.

A page prints a thousand values, and a large run has 26,000 pages: this is where their time goes.
"""

import html
import re
from collections.abc import Callable
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr, Getattr
from markupsafe import Markup, escape

from pytest_cookie.reporting.model_costs import tokens, usage
from pytest_cookie.reporting.site.brief_text import unwrapped
from pytest_cookie.reporting.text import quantities

PACKAGE = "pytest_cookie.reporting.site"
_CODES = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff"
"""Codes that a terminal or an editor would obey, overrides of the direction of writing, halves of characters."""
_CONTROLS = re.compile(f"[{_CODES}]")
_SPECIAL = re.compile(f"[&<>\"'{_CODES}]")
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


def harmless(text: str) -> str:
    """Without the control codes that pages, models and file names may hold."""
    return _CONTROLS.sub("", text)


def shown(value: object) -> str:
    """A value as it stands in a page: harmless, escaped; markup as it is.

    Most values are short texts without anything special in them, which is told at a glance.
    """
    if type(value) is str:
        return html.escape(harmless(value)) if _SPECIAL.search(value) else value
    if type(value) is int:
        return str(value)
    return value if isinstance(value, Markup) else str(escape(value))


class _Code(CodeGenerator):
    """The code of a template, without two calls for each value that nothing here needs."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("environment.finalize(")  # that is `shown`, which escapes

    def _output_child_post(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write(")")

    def visit_Getattr(self, node: Getattr, frame: Frame) -> None:  # noqa: N802 - so it is called there
        """An attribute and nothing else: one that is not there is a mistake in the template."""
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")


class _Templates(PackageLoader):
    """Templates without their indentation, which is for us to read and would be a tenth of a page."""

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
    names = ("score", "span", "percent", "money", "duration", "count", "clock")
    made.filters.update({name: getattr(quantities, name) for name in names})
    made.filters |= {"unwrapped": unwrapped, "tokens": tokens, "usage": usage}
    return made
