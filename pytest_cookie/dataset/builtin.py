"""The folders of the built-in cases and sample artifacts, in the installed wheel or in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def builtin_cases_folder() -> Path:
    """The folder of the benchmark's own cases."""
    return _folder("cookie")


def builtin_samples_folder() -> Path:
    """The folder of the sample artifacts, used by `--model=sample/…`."""
    return _folder("samples")


def _folder(name: str) -> Path:
    installed = _PACKAGE / "_cases" / name
    return installed if installed.is_dir() else _PACKAGE.parent / "benchmark_cases" / name
