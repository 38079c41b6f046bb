"""`python -m tools.release_check`: rehearses a release, from a clean clone to installed wheels.

Prints a line per step, and exits with 1 if one failed. Steps whose program is missing here are named as skipped;
with the variable CI set, a missing Python fails. The
wheel, the source archive and the list of what an installation contains (SBOM) stay in `dist/`.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
MAX_WHEEL_MB = 8.0
"""The benchmark's cases and samples are in the wheel; it had 4.6 MB when the limit was set."""
MAX_IMPORT_MS = 60.0
"""pytest imports the entry module in every project that has the plugin. More is a warning: machines differ."""
MAX_CORE_MIB = 420.0
"""What `pip install pytest-cookie` adds to an environment, without compiled Python."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
POLICIES = ("SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "docs/explanation/versions.md")
IN_WHEEL = (
    "pytest_cookie/_cases/cookie/",
    "pytest_cookie/_cases/samples/",
    "pytest_cookie/py.typed",
    "licenses/LICENSE",
)
ELSEWHERE = ("tests/", "docs/", "tools/", "reports/", "deploy/", "benchmarks/")
UNWANTED = ("__pycache__/", ".pyc", ".env", "node_modules/")

_IMPORT = """import time; import pytest; start = time.perf_counter()
import pytest_cookie.plugin.entry
print(1000 * (time.perf_counter() - start))"""
_SIZE = """import pathlib, sysconfig
files = pathlib.Path(sysconfig.get_path("purelib")).rglob("*")
print(sum(f.stat().st_size for f in files if f.is_file() and f.suffix != ".pyc") / 2**20)"""


class StepFailedError(Exception):
    """What is wrong with the release."""


def run(*command: object, cwd: Path | None = None) -> str:
    """The output of a command. Raises `StepFailedError` with its last lines if it fails."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        tail = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise StepFailedError(f"{' '.join(map(str, command))[:200]} exited with {done.returncode}:\n{tail}")
    return done.stdout


def build(work: Path) -> str:
    """Builds wheel and source archive of the last commit, in a clone without any other file."""
    clone = work / "clone"
    run("git", "clone", "--quiet", "--no-hardlinks", ROOT, clone)
    for old in DIST.glob("pytest_cookie-*"):
        old.unlink()
    run(sys.executable, "-m", "build", "--outdir", DIST, clone)
    run(sys.executable, "-m", "twine", "check", "--strict", *DIST.glob("pytest_cookie-*"))
    return f"{', '.join(sorted(path.name for path in DIST.glob('pytest_cookie-*')))}; twine accepts them"


def wheel() -> Path:
    """The built wheel."""
    return next(DIST.glob("pytest_cookie-*.whl"))


def check_contents(_: Path) -> str:
    """The wheel has what users need, nothing else, and is small."""
    problems = wheel_problems(zipfile.ZipFile(wheel()).namelist())
    size = wheel().stat().st_size / 1e6
    if size > MAX_WHEEL_MB:
        problems.append(f"it has {size:.1f} MB, more than {MAX_WHEEL_MB:g}")
    if problems:
        raise StepFailedError("; ".join(problems))
    return f"{size:.1f} MB"


def wheel_problems(names: list[str]) -> list[str]:
    """Files that are missing, and files that must not be there."""
    missing = [f"{part} is missing" for part in IN_WHEEL if not any(part in name for name in names)]
    ours = [name for name in names if "/_cases/" not in name and "/benchmark/" not in name]
    wrong = [name for name in ours if name.startswith(ELSEWHERE) or any(part in name for part in UNWANTED)]
    return missing + [f"{name} does not belong into it" for name in wrong]


def find_pythons() -> dict[str, Path | None]:
    """The interpreter of each version, from PATH or pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found: dict[str, Path | None] = {}
    for version in PYTHONS:
        own = sorted(pyenv.glob(f"{version}.*/bin/python{version}"))
        on_path = shutil.which(f"python{version}")
        found[version] = own[-1] if own else Path(on_path) if on_path else None
    return found


def install(python: Path) -> Callable[[Path], str]:
    """A step that installs the wheel in a fresh environment, and runs the first commands there."""

    def step(work: Path) -> str:
        folder = work / f"fresh-{python.name}"
        run(python, "-m", "venv", folder)
        binaries = folder / ("Scripts" if os.name == "nt" else "bin")
        empty = float(run(binaries / "python", "-c", _SIZE, cwd=work))
        run(binaries / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel(), cwd=work)
        listed = run(binaries / "pytest-cookie", "cases", "--list", cwd=work).splitlines()
        run(binaries / "pytest", "--model=sample/polished", "--collect-only", "-q", "-k", "games", cwd=work)
        fastest = min(float(run(binaries / "python", "-c", _IMPORT, cwd=work)) for _ in range(5))
        size = float(run(binaries / "python", "-c", _SIZE, cwd=work)) - empty
        if size > MAX_CORE_MIB:
            raise StepFailedError(f"the installation adds {size:.0f} MiB, more than {MAX_CORE_MIB:g}")
        slow = f" (WARNING: more than {MAX_IMPORT_MS:g})" if fastest > MAX_IMPORT_MS else ""
        return f"{len(listed)} lines of cases, entry module {fastest:.0f} ms{slow}, {size:.0f} MiB"

    return step


def miss(_: Path) -> str:
    """A step whose interpreter is not installed. Raises `StepFailedError` where CI has to have all of them."""
    if os.environ.get("CI"):
        raise StepFailedError("not installed here")
    return "skipped: not installed here"


def write_sbom(work: Path) -> str:
    """Lists the distributions of a fresh environment in the form of CycloneDX."""
    fresh = next(work.glob("fresh-*"), None)
    if fresh is None:
        raise StepFailedError("no environment was made, so there is nothing to list")
    output = DIST / "sbom.cdx.json"
    run(sys.executable, "-m", "cyclonedx_py", "environment", "--output-file", output, fresh)
    return f"{len(json.loads(output.read_text(encoding='utf-8'))['components'])} components in {output.name}"


def check_container(_: Path) -> str:
    """Lints the container file, and builds it where a builder runs."""
    file = ROOT / "deploy" / "container" / "Containerfile"
    run(Path(sys.executable).with_name("hadolint"), file)
    for builder in ("docker", "podman"):
        if shutil.which(builder) and not subprocess.run([builder, "info"], capture_output=True, check=False).returncode:
            run(builder, "build", "-t", "pytest-cookie:rehearsal", "-f", file, DIST)
            return f"linted, built by {builder}: {run(builder, 'run', '--rm', 'pytest-cookie:rehearsal', 'cases')[:60]}"
    return "linted; not built, as no builder runs here"


def check_policies(_: Path) -> str:
    """The pages that say what users can rely on exist."""
    if missing := [name for name in POLICIES if not (ROOT / name).is_file()]:
        raise StepFailedError(f"missing: {', '.join(missing)}")
    return ", ".join(POLICIES)


def run_like_uvx(work: Path) -> str:
    """Runs the command from the wheel as `uvx pytest-cookie` does, in a throw-away environment."""
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv is None:
        return "skipped: uv is not installed"
    run(uv, "tool", "run", "--no-config", "--python", sys.executable, "--from", wheel(), "pytest-cookie", "cases",
        cwd=work)  # fmt: skip
    return "pytest-cookie cases"


def steps() -> Iterator[tuple[str, Callable[[Path], str]]]:
    """The steps in order."""
    yield "policies", check_policies
    yield "build from a clean clone", build
    yield "contents of the wheel", check_contents
    for version, python in find_pythons().items():
        yield f"Python {version}", install(python) if python else miss
    yield "uvx", run_like_uvx
    yield "SBOM", write_sbom
    yield "container", check_container


def main() -> int:
    """Run all steps; 1 if one failed."""
    failed = 0
    DIST.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="release-") as name:
        for title, step in steps():
            try:
                mark, text = "ok", step(Path(name))
            except StepFailedError as error:
                mark, text = "FAILED", str(error)
                failed = 1
            sys.stdout.write(f"{mark:6}  {title}: {text}\n")
            sys.stdout.flush()
    return failed


if __name__ == "__main__":
    sys.exit(main())
