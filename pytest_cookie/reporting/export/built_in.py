"""The built-in exporters, by name. Their modules are imported when they are used."""

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

_PACKAGE = "pytest_cookie.reporting.export"


class BuiltIn(NamedTuple):
    """Where an exporter is, and the folder that it writes to by default: in the working directory.

    Without a folder it writes below the run. Trackers collect many runs in a folder of their own. `library` is the
    module that it needs besides the core; its extra has the exporter's name.
    """

    module: str
    exporter: str
    folder: Path | None = None
    library: str = ""


BUILT_IN: dict[str, BuiltIn] = {
    "ctrf": BuiltIn("ctrf", "CtrfExporter"),
    "huggingface": BuiltIn("huggingface", "HuggingFaceExporter"),
    "inspect": BuiltIn("inspect_log", "InspectExporter", library="inspect_ai"),
    "mlflow": BuiltIn("mlflow_runs", "MlflowExporter", Path("mlruns"), "mlflow"),
    "otel": BuiltIn("otel", "OtelExporter"),
    "promptfoo": BuiltIn("promptfoo", "PromptfooExporter"),
    "wandb": BuiltIn("wandb_runs", "WandbExporter", Path(), "wandb"),
}


def load_built_in(name: str) -> object:
    """The exporter of this name."""
    found = BUILT_IN[name]
    exporter: object = getattr(import_module(f"{_PACKAGE}.{found.module}"), found.exporter)()
    return exporter
