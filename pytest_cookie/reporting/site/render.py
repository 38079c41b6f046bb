"""Templates → HTML: everything escaped, our scripts inline, a content policy that names only them."""

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
    """A whole page from `templates/<template>` with the `assets/` that make its script, in one scope, and its styles.

    Inline and allowed by hash, so that the page works from disk and no other script can run in it, whatever a
    model, a page or a judge has written into the data. With `loads_data` its script may load others, and markup
    may not: `strict-dynamic`, and not `file:`, which would let in any file of an artifact. A page of which there are
    thousands names the address of its `stylesheet` (`style_of`) instead of carrying it.
    """
    style, theme = "" if stylesheet else style_of(styles), _asset("theme.js")
    code = _code((script,) if isinstance(script, str) else script)
    return environment().get_template(template).render(
        # our own files, not data: the only text that is not escaped
        style=Markup(style),
        stylesheet=stylesheet,
        theme=Markup(theme),
        code=Markup(code),
        policy=_policy(style, [theme, code] if code else [theme], loads_data=loads_data),
        **view,
    )  # fmt: skip


def style_of(styles: tuple[str, ...]) -> str:
    """The text of a stylesheet, without its comments and white space."""
    return _joined(styles)


@cache
def _code(scripts: tuple[str, ...]) -> str:
    return f'"use strict";\n(() => {{\n{_joined(scripts)}}})();\n' if scripts else ""


@cache
def _joined(names: tuple[str, ...]) -> str:
    return "".join(map(_asset, names))


def _policy(style: str, scripts: Sequence[str], *, loads_data: bool) -> str:
    # the empty style is one that a charting library makes for itself and fills by script
    styles, dynamic = ([style, ""], " 'strict-dynamic'") if loads_data else ([style], "")
    allowed = " ".join(map(_hash, styles)) if style else "'self' file:"  # a style of its own, or one beside it
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
    """As it is written, but for comments and white space: every page of a run carries it."""
    text = _ASIDE.sub("", (files(PACKAGE) / "assets" / name).read_text(encoding="utf-8"))
    return _LOOSE.sub(r"\1", text).replace(": ", ":") if name.endswith(".css") else text
