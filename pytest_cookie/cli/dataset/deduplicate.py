"""`pytest-cookie dataset deduplicate`: groups equal and nearly equal queries, and elects one of each group."""

import argparse
import time
from collections import Counter

from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.deduplicate import (
    COSINE,
    GRAM,
    HAMMING,
    Deduplicated,
    Member,
    Thresholds,
    deduplicate,
    write_tables,
)
from pytest_cookie.dataset.construction.pool_options import add_output, add_pool, describe_bar, read_queries
from pytest_cookie.protocols.contract.commands import Commands

_MOST_SHOWN = 5
_MOST_CHARACTERS = 70
_WHY = {"equal": "equal", "simhash": "small edits (SimHash)", "tfidf": "alike (TF-IDF)"}


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("deduplicate", help="group equal and nearly equal queries, and keep one of each group")
    add_pool(step)
    step.add_argument(
        "--hamming",
        type=int,
        default=HAMMING,
        metavar="BITS",
        help=f"bits by which SimHashes differ (default: {HAMMING})",
    )
    step.add_argument("--gram", type=int, default=GRAM, help=f"characters of an n-gram of SimHash (default: {GRAM})")
    step.add_argument("--cosine", type=float, default=COSINE, help=f"least cosine of TF-IDF (default: {COSINE})")
    add_output(step, "the four tables")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    queries = read_queries(options)
    print(f"comparing {count(len(queries), 'query', 'queries')} …", flush=True)
    start = time.monotonic()
    found = deduplicate(queries, Thresholds(options.hamming, options.gram, options.cosine))
    write_tables(found, options.out)
    print("\n".join(_summary(found, len(queries))))
    print(f"{time.monotonic() - start:.1f} s; written: four tables in {options.out}")


def _summary(found: Deduplicated, whole: int) -> list[str]:
    merged = [each for each in (*found.lexical, *found.semantic) if each.why != "representative"]
    numbers = Counter(each.why for each in merged)
    lines = [describe_bar("kept", len(found.kept), whole)]
    lines += [describe_bar(words, numbers[why], whole) for why, words in _WHY.items() if numbers[why]]
    doubtful = sorted((each for each in merged if each.why != "equal"), key=lambda each: each.likeness)[:_MOST_SHOWN]
    if doubtful:
        lines += ["", "the least alike that were merged:"]
        lines += [line for each in doubtful for line in _pair(each)]
    return lines


def _pair(member: Member) -> list[str]:
    return [
        f"  {member.likeness:.2f}  {_clip(member.representative.text)}  ({member.representative.id})",
        f"        {_clip(member.query.text)}  ({member.query.id})",
    ]


def _clip(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST_CHARACTERS else f"{line[: _MOST_CHARACTERS - 1]}…"
