"""`pytest-cookie dataset check`: checks queries without a model."""

import argparse
from collections import Counter

from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.pool_options import add_output, add_pool, describe_bar, read_queries
from pytest_cookie.dataset.construction.precheck import check, measure_precision, write_checked
from pytest_cookie.protocols.contract.commands import Commands

_DECISIONS = {"passed": "nothing found", "look": "for people to look at", "rejected": "rejected"}


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("check", help="check queries without a model: credentials, addresses, products, …")
    add_pool(step)
    step.add_argument(
        "--decided",
        default="admitted",
        metavar="COLUMN",
        help="column with what people decided, yes or no, to measure the precision of the checks (default: admitted)",
    )
    add_output(step, "checked.csv")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    checked = check(read_queries(options))
    write_checked(checked, options.out / "checked.csv")
    print(count(len(checked), "query", "queries"))
    decisions: Counter[str] = Counter(each.decision for each in checked)
    print("\n".join(describe_bar(words, decisions[name], len(checked)) for name, words in _DECISIONS.items()))
    kinds = Counter((objection.axis, objection.what) for each in checked for objection in each.objections)
    if kinds:
        print("\nobjections:")
    for (axis, what), number in kinds.most_common():
        print(f"  {number:>8,}  {what} ({axis.replace('_', ' ')})")
    if precisions := measure_precision(checked, options.decided):
        print("\nprecision against people's decisions:")
        for each in precisions:
            print(f"  {each.right / each.raised:>8.0%}  {each.what} ({each.right} of {each.raised})")
    print(f"written: {options.out / 'checked.csv'}")
