"""Where the cases and sample artifacts are that come with pytest-cookie: in the wheel, or beside it in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def builtin_cases_folder() -> Path:
    """The folder of the benchmark's own cases."""
    return _folder("cookie")


def builtin_samples_folder() -> Path:
    """The folder of the sample artifacts, which `--model=sample/…` names."""
    return _folder("samples")


def _folder(name: str) -> Path:
    installed = _PACKAGE / "_cases" / name
    return installed if installed.is_dir() else _PACKAGE.parent / "benchmark_cases" / name
