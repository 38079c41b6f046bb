"""Recorded output of failed builds (`tests/projects/record.py`), and their causes."""

import re
from pathlib import Path

import pytest

from pytest_cookie.sandbox.attribution import attribute
from pytest_cookie.sandbox.job import BEGUN, Ended
from pytest_cookie.sandbox.limits import Limits
from tests.projects.mistakes import MISTAKES

LOGS = Path(__file__).parent / "logs"
DOCS = (Path(__file__).parents[3] / "docs/how-to/build-projects.md").read_text(encoding="utf-8")
INSTALLED = frozenset({"react", "react-dom", "lucide-react", "clsx", "vite", "@vitejs/plugin-react", "tailwindcss"})
FAILED = [path.stem for path in sorted(LOGS.glob("*.log")) if MISTAKES[path.stem].kind]


def ended(log: str, code: int = 1, **how: object) -> Ended:
    return Ended(code=code, log=f"{BEGUN}\n{log}", seconds=1.0, **how)


def test_the_cause_of_each_recorded_failure_is_found(subtests):
    assert len(FAILED) >= 20
    assert len({MISTAKES[name].kind for name in FAILED}) >= 4
    for name in FAILED:
        with subtests.test(name):
            mistake = MISTAKES[name]
            log = (LOGS / f"{name}.log").read_text()
            failure = attribute(Ended(code=1, log=log, seconds=1.0), Limits(), INSTALLED)
            assert failure is not None
            place = failure.place.split(":")[0] if mistake.place else ""
            assert (failure.kind, place) == (mistake.kind, mistake.place)
            assert mistake.words in failure.message
            assert len(failure.message) <= 400
            assert "\x1b" not in failure.message
            assert "node_modules/rolldown" not in failure.message


def test_the_docs_list_every_mistake_under_its_kind():
    rows = dict(re.findall(r"^\| (`\w+`|it builds) \| (.*) \|$", DOCS.partition("### What models get wrong")[2], re.M))
    for name, mistake in MISTAKES.items():
        row = rows[f"`{mistake.kind}`" if mistake.kind else "it builds"]
        assert name.replace("_", " ") in row.split(", ")


def test_a_build_with_exit_code_0_did_not_fail():
    assert attribute(ended("heap out of memory", code=0), Limits(), INSTALLED) is None


OTHER_TOOLS = [
    # Vite 5 to 7: Rollup and esbuild
    (
        '[vite]: Rollup failed to resolve import "zustand" from "/project/src/store.ts".',
        "missing_dependency",
        "src/store.ts",
    ),
    ('src/App.tsx (3:9): "Foo" is not exported by "src/lib.ts", imported by "src/App.tsx".', "phantom_import", ""),
    ('Could not resolve "./Missing" from "src/App.tsx"', "phantom_import", "src/App.tsx"),
    (
        '[vite:esbuild] Transform failed with 1 error:\n/project/src/App.tsx:5:2: ERROR: Unexpected "}"',
        "syntax",
        "src/App.tsx:5:2",
    ),
    ("[vite:css] [postcss] /project/src/a.css:3:1: Unclosed block", "syntax", "src/a.css:3:1"),
    # Next.js and webpack
    ("./app/page.tsx:1:1\nModule not found: Can't resolve 'framer-motion'", "missing_dependency", ""),
    ("Module not found: Error: Can't resolve './Card' in '/project/src'", "phantom_import", ""),
    ("Attempted import error: 'Foo' is not exported from './lib' (imported as 'Foo').", "phantom_import", ""),
    ("Export Cofee doesn't exist in target module", "phantom_import", ""),
    ("Error:   x Unexpected token `div`\n  Syntax Error", "syntax", ""),
    # Node.js and the shell
    ("sh: 1: parcel: not found", "missing_dependency", ""),
    ("sh: line 1: parcel: command not found", "missing_dependency", ""),
    ("Error: Cannot find module 'chart.js'\nRequire stack:", "missing_dependency", ""),
    ("Error: Cannot find module '/project/scripts/make.js'", "config", ""),
    # a package of this platform, which the lock file does not hold
    (
        'file:///project/node_modules/rolldown/dist/binding.mjs:507\n\tthrow new Error("Cannot find native '
        'binding. npm has a bug related to optional dependencies (https://github.com/npm/cli/issues/4828).", {\n\n'
        "Error: Cannot find native binding. npm has a bug related to optional dependencies "
        "(https://github.com/npm/cli/issues/4828). Please try `npm i` again after removing both package-lock.json "
        "and node_modules directory.\n    at file:///project/node_modules/rolldown/dist/binding.mjs:507:36 {\n"
        "  [cause]: Error: Cannot find module '@rolldown/binding-linux-x64-gnu'",
        "lock_file",
        "",
    ),
    (
        "Error: Cannot find module @rollup/rollup-linux-x64-gnu. npm has a bug related to optional dependencies "
        "(https://github.com/npm/cli/issues/4828).",
        "lock_file",
        "",
    ),
    (
        "failed to load config from /project/vite.config.ts\nerror during build:\n"
        'Error: The package "@esbuild/linux-x64" could not be found, and is needed by esbuild.\n\n'
        "If you are installing esbuild with npm, make sure that you don't specify the\n"
        '"--no-optional" or "--omit=optional" flags.',
        "lock_file",
        "",
    ),
    ("Error: Cannot find module '../lightningcss.linux-x64-gnu.node'\nRequire stack:", "lock_file", ""),
    ("FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory", "memory", ""),
    ("memory allocation of 1048576 bytes failed", "memory", ""),
    ("Error: ENOSPC: no space left on device, write", "output", ""),
    ("Error: EFBIG: file too large, write", "output", ""),
    ("Error: I do not feel like it", "other", ""),
]


def test_messages_of_other_tools_are_recognised(subtests):
    for log, kind, place in OTHER_TOOLS:
        with subtests.test(log[:80]):
            failure = attribute(ended(log), Limits(), INSTALLED)
            assert failure is not None
            assert (failure.kind, failure.place) == (kind, place)


UNRESOLVED = [
    ("zustand", "missing_dependency"),
    ("@radix-ui/react-slot", "missing_dependency"),
    ("lucide-react/icons", "phantom_import"),
    ("./Card", "phantom_import"),
    ("@/lib/utils", "phantom_import"),
    ("~/lib/utils", "phantom_import"),
    ("#lib", "phantom_import"),
    ("/src/main.tsx", "phantom_import"),
    ("https://esm.sh/react", "phantom_import"),
    ("virtual:pwa", "phantom_import"),
]


def test_an_unresolved_package_is_missing_and_any_other_import_a_phantom(subtests):
    for specifier, kind in UNRESOLVED:
        with subtests.test(specifier):
            log = f'Rollup failed to resolve import "{specifier}" from "src/a.ts"'
            failure = attribute(ended(log), Limits(), INSTALLED)
            assert failure is not None
            assert failure.kind == kind


@pytest.mark.parametrize(
    ("how", "kind", "words"),
    [
        ({"stopped": "time"}, "timeout", "300 s; its last output: still going"),
        ({"stopped": "memory"}, "memory", "3000 MB of memory"),
        ({"stopped": "log"}, "output", "logged more than 8 MB"),
        ({"stopped": "output"}, "output", "produced more than 80 MB"),
        ({"stopped": "files"}, "output", "created more than 200,000 files; its last output: still going"),
        ({"code": 152}, "timeout", "processor time"),
        ({"code": 137}, "other", "signal 9: still going"),
        ({"code": 3}, "other", "exit code 3: still going"),
    ],
)
def test_the_way_a_build_ended_decides_if_its_output_does_not(how: dict[str, object], kind: str, words: str):
    failure = attribute(ended("still going\n", **how), Limits(), INSTALLED)
    assert failure is not None
    assert (failure.kind, words in failure.message) == (kind, True)


def test_the_message_of_a_build_is_bounded_and_printable():
    hostile = "\x1b]0;owned\x07\x1b[2J\u202eSyntaxError: " + "<script>alert(1)</script>" * 1000 + "\x00"
    failure = attribute(ended(hostile), Limits(), INSTALLED)
    assert failure is not None
    assert failure.kind == "syntax"
    assert len(failure.message) == 400
    assert failure.message.isprintable()
