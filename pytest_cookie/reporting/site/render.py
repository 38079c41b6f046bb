"""Renders templates to HTML: values escaped, scripts inline, a content security policy that allows only them."""

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from markupsafe import Markup

from pytest_cookie.reporting.site.environment import PACKAGE, environment

_LOOSE = re.compile(r"\s{0,99}([{};,>])\s*")
_ASIDE = re.compile(r"^[ \t]*(?://[^\n]*\n)?|^/\*(?:[^*]|\*(?!/)){0,4000}+\*/\n", re.MULTILINE)


def render(
    template: str,
    *,
    script: str | tuple[str, ...] = (),
    styles: tuple[str, ...] = ("report.css",),
    stylesheet: str = "",
    loads_data: bool = False,
    **view: object,
) -> str:
    """A whole page from `templates/<template>`; `script` and `styles` name its `assets/`. All scripts share one scope.

    Scripts are inline and allowed by hash, so the page works from disk and no other script can run in it, whatever a
    model, a page or a judge has written into the data. With `loads_data` our script may load further scripts, but
    markup may not: `strict-dynamic` instead of `file:`, which would allow every file of an artifact. Pages that exist
    in thousands link to a `stylesheet` (`style_of`) instead of containing it.
    """
    style, theme = "" if stylesheet else style_of(styles), _asset("theme.js")
    code = _code((script,) if isinstance(script, str) else script)
    return environment().get_template(template).render(
        # our own files, not data: the only unescaped text
        style=Markup(style),
        stylesheet=stylesheet,
        theme=Markup(theme),
        code=Markup(code),
        policy=_policy(style, [theme, code] if code else [theme], loads_data=loads_data),
        **view,
    )  # fmt: skip


def style_of(styles: tuple[str, ...]) -> str:
    """The text of a stylesheet, without comments and white space."""
    return _joined(styles)


@cache
def _code(scripts: tuple[str, ...]) -> str:
    return f'"use strict";\n(() => {{\n{_joined(scripts)}}})();\n' if scripts else ""


@cache
def _joined(names: tuple[str, ...]) -> str:
    return "".join(map(_asset, names))


def _policy(style: str, scripts: Sequence[str], *, loads_data: bool) -> str:
    # the charting library creates an empty style element and fills it by script
    styles, dynamic = ([style, ""], " 'strict-dynamic'") if loads_data else ([style], "")
    allowed = " ".join(map(_hash, styles)) if style else "'self' file:"  # an inline style, or a linked one
    return "; ".join(
        (
            "default-src 'none'",
            "img-src 'self' file: data:",
            "media-src 'self' file:",
            f"style-src {allowed}",
            f"script-src {' '.join(map(_hash, scripts))}{dynamic}",
            "frame-src 'self' file:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


@cache
def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


@cache
def _asset(name: str) -> str:
    """An asset without comments and white space, because every page contains it."""
    text = _ASIDE.sub("", (files(PACKAGE) / "assets" / name).read_text(encoding="utf-8"))
    return _LOOSE.sub(r"\1", text).replace(": ", ":") if name.endswith(".css") else text
