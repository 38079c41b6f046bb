"""What a Python application may import: `requirements.txt` as pip reads it, and only installed packages."""

import sys
from pathlib import Path

import pytest

from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.deployment.applications.manifest import ManifestError
from pytest_cookie.deployment.applications.python_packages import find_packages, required_packages

REQUIREMENTS = """\
\ufeff# the server
--index-url https://index.example/simple
-c constraints.txt
--constraint=constraints.txt
flask>=3 # micro
uvicorn[standard]==0.30.1 ; python_version >= "3.8"
pywin32 >= 1 ; sys_platform == "win32"
requests \\
    --hash=sha256:aa \\
    --hash=sha256:bb
url-of#no-comment @ https://files.example/a.whl
-r more/dev.txt
-r    "more/dev.txt"
--requirement=requirements.txt
-e .
.[test]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "more").mkdir()
    (tmp_path / "requirements.txt").write_text(REQUIREMENTS.replace("url-of#no-comment", "url-of"))
    (tmp_path / "more" / "dev.txt").write_text("-r base.txt\npytest\n")
    (tmp_path / "more" / "base.txt").write_text("attrs\n")
    return tmp_path


def test_requirements_are_read_as_pip_reads_them(folder: Path):
    assert required_packages(folder) == (
        "flask>=3", 'uvicorn[standard]==0.30.1 ; python_version >= "3.8"', 'pywin32 >= 1 ; sys_platform == "win32"',
        "requests", "url-of @ https://files.example/a.whl", "attrs", "pytest",
    )  # fmt: skip
    assert required_packages(folder / "more") == ()


@pytest.mark.parametrize(
    ("line", "error", "told"),
    [
        ("-r ../outside.txt", ManifestError, "outside.txt is not a file of the application"),
        ("-r missing.txt", ManifestError, "missing.txt is not a file of the application"),
        ("./vendored/thing", DeploymentError, "list its name in `python_packages`"),
        ("-e ./thing", DeploymentError, "nothing is downloaded"),
        ("git+https://code.example/a.git", DeploymentError, "nothing is downloaded"),
        ("https://files.example/a-1.0.tar.gz", DeploymentError, "nothing is downloaded"),
        ("thing-1.0-py3-none-any.whl", DeploymentError, "nothing is downloaded"),
    ],
)
def test_what_cannot_be_installed_here_is_told(folder: Path, line: str, error: type[Exception], told: str):
    (folder.parent / "outside.txt").write_text("attrs\n")
    (folder / "requirements.txt").write_text(f"{line}\n")
    with pytest.raises(error, match=told):
        required_packages(folder)


def add(site: Path, name: str, *requires: str) -> None:
    (site / name).mkdir(parents=True)
    (site / name / "__init__.py").write_text("")
    info = site / f"{name}-1.dist-info"
    info.mkdir()
    lines = [f"Requires-Dist: {requirement}" for requirement in requires]
    lines += [f"Provides-Extra: {one}" for one in ("fast", "slow")]
    (info / "METADATA").write_text("\n".join(["Metadata-Version: 2.1", f"Name: {name}", "Version: 1", *lines, ""]))
    (info / "RECORD").write_text(f"{name}/__init__.py,,\n{info.name}/METADATA,,\n")


def test_extras_and_markers_decide_what_else_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    add(tmp_path, "anapp", 'bquick; extra == "fast"', 'cslow; extra == "slow"', 'dwin; sys_platform == "win32"', "eall")
    add(tmp_path, "bquick", "anapp[slow]")  # back again, with another extra
    for name in ("cslow", "dwin", "eall"):
        add(tmp_path, name)
    monkeypatch.syspath_prepend(tmp_path)

    def shown(*requirements: str) -> set[str]:
        return {path.name for path in find_packages(requirements) if "." not in path.name}

    assert shown("anapp") == {"anapp", "eall"}
    assert shown("Anapp[fast]>=99") == {"anapp", "bquick", "cslow", "eall"}
    assert shown("anapp[slow]", 'dwin; sys_platform == "win32"') == {"anapp", "cslow", "eall"}
    assert shown("pytest-cookie") == set()
    with pytest.raises(DeploymentError, match=r"pip install no-such-thing\)"):
        find_packages(["no_such.thing; python_version > '3'"])
    assert sys.path[0] == str(tmp_path)


def test_lines_that_no_parser_takes_are_the_applications_fault(subtests: pytest.Subtests):
    nested = "a; " + "(" * 3_000 + "python_version > '3'" + ")" * 3_000
    few_but_open = "a; " + "(" * 480
    for line in ("two words", nested, few_but_open, "a; python_version ~= 'x'", f"a[{'x,' * 3_000}"):
        with subtests.test(line[:20]), pytest.raises(ManifestError, match="is no requirement"):
            find_packages([line])
