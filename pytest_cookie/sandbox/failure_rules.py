"""`RULES`: error messages of bundlers, package managers and Node.js with the causes they mean, the most certain first.

Each was observed in a build of Vite 8, or is the same message in Vite 5 to 7, Next.js 15, webpack 5 or esbuild.
"""

import re
from typing import TypeAlias

from pytest_cookie.core.build import FailureKind

Rule: TypeAlias = tuple[re.Pattern[str], FailureKind | None]
"""A pattern with the optional groups `what` (the import) and `place` (its file). Without a kind, `what` decides."""


def _rule(pattern: str, kind: FailureKind | None) -> Rule:
    return re.compile(pattern, re.MULTILINE), kind


_MODULE = r"Cannot find (?:package|module) '(?P<what>[^'\n]+)'"

RULES: tuple[Rule, ...] = (
    _rule(
        r"heap out of memory|Fatal process out of memory|Cannot allocate memory|memory allocation of \d+ bytes failed"
        r"|std::bad_alloc|Array buffer allocation failed|\bENOMEM\b",
        "memory",
    ),
    _rule(r"\bENOSPC\b|\bEFBIG\b|No space left on device|File too large", "output"),
    # a package for this platform is missing in the lock file
    _rule(
        r"(?:^|: )(?:Cannot find (?:native binding|module \S+)\. npm has a bug related to optional dependencies"
        r"|The package \"[^\"\n]+\" could not be found, and is needed by esbuild"
        r"|You installed esbuild for another platform than"
        r"|Cannot find module '[^'\n]{0,300}\b(?:linux|darwin|win32|freebsd)-\w{1,60}[^'\n]{0,300}\.node'"
        r"|Failed to load SWC binary for)",
        "lock_file",
    ),
    # the configuration: before the others, as its errors contain their messages
    _rule(rf"failed to load config from (?P<place>[^\s]+)[\s\S]{{0,600}}?{_MODULE}", None),
    _rule(r"failed to load config from (?P<place>[^\s]+)", "config"),
    _rule(rf"Failed to load PostCSS config[\s\S]{{0,600}}?{_MODULE}", None),
    _rule(r"Failed to load PostCSS config|use `?tailwindcss`? directly as a PostCSS plugin", "config"),
    _rule(r"Failed to resolve \S+ from (?P<place>\S+\.html)", "config"),
    _rule(r"(?:Cannot|Could not) resolve entry module", "config"),
    # imports
    _rule(r'(?:Rolldown|Rollup) failed to resolve import "(?P<what>[^"\n]+)" from "(?P<place>[^"\n]+)"', None),
    _rule(r"\[UNRESOLVED_IMPORT\] Could not resolve '(?P<what>[^'\n]+)' in (?P<place>\S+)", None),
    _rule(r'Could not resolve "(?P<what>[^"\n]+)" from "(?P<place>[^"\n]+)"', None),
    _rule(r"Can't resolve '(?P<what>[^'\n]+)'", None),
    _rule(r"\[UNLOADABLE_DEPENDENCY\] Could not load", "phantom_import"),
    _rule(
        r'Missing "[^"\n]+" specifier in "[^"\n]+" package|Package subpath \S+ is not defined by'
        r'|"[^"\n]+" is not exported under the conditions',
        "phantom_import",
    ),
    _rule(
        r"\[MISSING_EXPORT\]|\"[^\"\n]+\" is not exported by \"|Attempted import error: '[^'\n]+' is not exported from"
        r"|Export \S+ doesn't exist in target module",
        "phantom_import",
    ),
    # sources
    _rule(
        r"\[PARSE_ERROR\]|\[builtin:vite-(?:transform|json)\]|\bTransform failed with|\bCssSyntaxError\b|Unclosed block"
        r"|Cannot apply unknown utility class"
        r"|\[(?:plugin )?(?:vite:(?:css|json|esbuild|build-html)|@tailwindcss/vite)[^\]]{0,300}\]"
        r"|Parsing (?:ecmascript|CSS|css) source code failed|\bSyntax ?Error\b|\berror TS1\d{3}\b",
        "syntax",
    ),
    # the build script
    _rule(r"^sh: (?:\d+: |line \d+: )?(?P<what>\S+): (?:command )?not found", "missing_dependency"),
    _rule(r"Cannot find module '\.{0,2}/", "config"),
    _rule(_MODULE, None),
)
