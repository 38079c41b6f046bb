"""Templates → HTML: everything escaped, our style and scripts inline, a content policy that names only them."""

import base64
import hashlib
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pytest_cookie.reporting import quantities
from pytest_cookie.reporting.expense import tokens, usage
from pytest_cookie.reporting.site.prose import unwrapped

_PACKAGE = "pytest_cookie.reporting.site"


def render(template: str, *, script: str | None, **view: object) -> str:
    """A whole page from `templates/<template>` with `assets/<script>`, where it has one.

    Inline and allowed by hash, so that the page works from disk and no other script can run in it, whatever a
    model, a page or a judge has written into the data.
    """
    style, code = _asset("report.css"), _asset(script) if script else ""
    return _environment().get_template(template).render(
        # our own files, not data: the only text that is not escaped
        style=Markup(style),
        code=Markup(code),
        policy=_policy(style, code),
        **view,
    )  # fmt: skip


def _policy(style: str, code: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            "img-src 'self' file: data:",
            "media-src 'self' file:",
            f"style-src {_hash(style)}",
            f"script-src {_hash(code)}",
            "frame-src 'self' file:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


@cache
def _asset(name: str) -> str:
    return (files(_PACKAGE) / "assets" / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader(_PACKAGE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    names = ("score", "span", "percent", "money", "duration", "count")
    environment.filters.update({name: getattr(quantities, name) for name in names})
    environment.filters |= {"unwrapped": unwrapped, "tokens": tokens, "usage": usage}
    return environment
