"""`pytest-cookie dataset`: makes a benchmark from a pool of raw queries, one step a command."""

from importlib import import_module

from pytest_cookie.protocols.commands import add_command, list_commands
from pytest_cookie.protocols.contract.commands import Commands

_STEPS = (
    "import_pool",
    "synthesize",
    "deduplicate",
    "check",
    "admit",
    "quality",
    "classify",
    "validate",
    "rebalance",
    "review",
    "tiers",
    "contamination",
    "release",
)


def add(commands: Commands) -> None:
    """Add the command and its steps to the parser."""
    dataset = commands.add_parser("dataset", help="make a benchmark from a pool of raw queries")
    steps = dataset.add_subparsers(required=True, metavar="STEP")
    for step in _STEPS:
        import_module(f"{__name__}.{step}").add(steps)
    for name, point in list_commands({f"dataset {step}" for step in steps.choices}).items():
        if name.startswith("dataset "):
            add_command(point, steps)
