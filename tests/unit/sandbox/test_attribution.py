"""What failed builds said, as recorded (`tests/projects/record.py`), and what it is to be called."""

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


@pytest.mark.parametrize("name", FAILED)
def test_a_recorded_failure_is_called_what_it_is(name: str):
    mistake = MISTAKES[name]
    told = attribute(Ended(code=1, log=(LOGS / f"{name}.log").read_text(), seconds=1.0), Limits(), INSTALLED)
    assert told is not None
    assert (told.kind, told.place.split(":")[0] if mistake.place else "") == (mistake.kind, mistake.place)
    assert mistake.words in told.message
    assert len(told.message) <= 400
    assert "\x1b" not in told.message
    assert "node_modules/rolldown" not in told.message


def test_a_good_deal_of_mistakes_is_recorded():
    assert len(FAILED) >= 20
    assert len({MISTAKES[name].kind for name in FAILED}) >= 4


def test_the_docs_tell_every_mistake_by_what_it_is_called():
    rows = dict(re.findall(r"^\| (`\w+`|it builds) \| (.*) \|$", DOCS.partition("### What models get wrong")[2], re.M))
    for name, mistake in MISTAKES.items():
        row = rows[f"`{mistake.kind}`" if mistake.kind else "it builds"]
        assert name.replace("_", " ") in row.split(", ")


def test_the_exit_code_decides_whatever_is_said():
    assert attribute(ended("heap out of memory", code=0), Limits(), INSTALLED) is None


@pytest.mark.parametrize(
    ("log", "kind", "place"),
    [
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
    ],
)  # fmt: skip
def test_other_tools_say_it_in_other_words(log: str, kind: str, place: str):
    told = attribute(ended(log), Limits(), INSTALLED)
    assert told is not None
    assert (told.kind, told.place) == (kind, place)


@pytest.mark.parametrize(
    ("specifier", "kind"),
    [
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
    ],
)
def test_a_package_that_is_not_there_is_missing_anything_else_a_phantom(specifier: str, kind: str):
    told = attribute(ended(f'Rollup failed to resolve import "{specifier}" from "src/a.ts"'), Limits(), INSTALLED)
    assert told is not None
    assert told.kind == kind


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
def test_how_it_ended_tells_where_words_do_not(how: dict[str, object], kind: str, words: str):
    told = attribute(ended("still going\n", **how), Limits(), INSTALLED)
    assert told is not None
    assert (told.kind, words in told.message) == (kind, True)


def test_what_a_build_says_is_bounded_and_harmless():
    hostile = "\x1b]0;owned\x07\x1b[2J\u202eSyntaxError: " + "<script>alert(1)</script>" * 1000 + "\x00"
    told = attribute(ended(hostile), Limits(), INSTALLED)
    assert told is not None
    assert told.kind == "syntax"
    assert len(told.message) == 400
    assert told.message.isprintable()
