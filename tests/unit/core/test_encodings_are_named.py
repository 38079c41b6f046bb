"""Every text file and every program's output is read and written in an encoding that the code names."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[3] / "pytest_cookie"


def unnamed(source: str) -> list[int]:
    """Lines that ask for the text of a program's output and do not say in which encoding."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    given = ((call, {keyword.arg for keyword in call.keywords}) for call in calls)
    return [call.lineno for call, names in given if names & {"text", "universal_newlines"} and _runs(call, names)]


def _runs(call: ast.Call, names: set[str | None]) -> bool:
    is_program = isinstance(call.func, ast.Attribute) and call.func.attr in ("run", "Popen", "check_output")
    return is_program and "encoding" not in names


def test_output_of_programs_has_a_named_encoding():
    found = [(path.name, unnamed(path.read_text(encoding="utf-8"))) for path in sorted(PACKAGE.rglob("*.py"))]
    assert len(found) > 400
    assert [one for one in found if one[1]] == []
    assert unnamed("import subprocess\nsubprocess.run(['x'], text=True)") == [2]


def test_text_files_have_a_named_encoding(tmp_path: Path):
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent)) or shutil.which("ruff")
    if ruff is None:
        pytest.skip("ruff is not installed")
    check = [ruff, "check", "--isolated", "--no-cache", "--preview", "--select=PLW1514"]
    done = subprocess.run([*check, PACKAGE], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (tmp_path / "one.py").write_text("open('x').read()\n", encoding="utf-8")
    assert subprocess.run([*check, tmp_path], capture_output=True, check=False).returncode == 1
