"""Measures the construction of a benchmark on a synthetic pool with known duplicates and planted inadmissible queries.

    python benchmarks/construction_pool.py --queries 5000
    python benchmarks/construction_pool.py --queries 100000 --speed

Prints precision and recall of the merges, of the keyless checks and of the detected languages; with `--speed` only the
time and memory of deduplication. The pool mixes eight languages. Its queries are different selections of sentences
from the benchmark's own briefs, so that different ones share up to 60 % of
their text, which is harder than a real pool.
"""

import argparse
import random
import re
import resource
import time
from collections import defaultdict

from pytest_cookie.dataset import builtin_cases_folder, load_cases
from pytest_cookie.dataset.construction.deduplicate import deduplicate
from pytest_cookie.dataset.construction.pool import Query, name_languages
from pytest_cookie.dataset.construction.precheck import check, measure_precision

SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
MOST_SHARED = 0.6
"""Two different queries have at most this share of their characters in common sentences."""
PLANTED = (
    "Mail me at {name}@{name}-post.de when it is done.", "My key is sk-{code}.", "It should look like Spotify.",
    "Use https://www.{name}-shop.eu for the pictures.", "It needs a PostgreSQL database and a Django backend.",
)  # fmt: skip


def main() -> None:
    """Run one measurement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", action="store_true", help="only time and memory of deduplication")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    pool, origin = (
        make_pool(options.queries, chance) if not options.speed else (make_words(options.queries, chance), {})
    )
    start, processor = time.monotonic(), time.process_time()
    found = deduplicate(pool)
    seconds, busy = time.monotonic() - start, time.process_time() - processor
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000
    print(f"{len(pool):,} queries, {len(found.kept):,} kept: {seconds:.1f} s ({busy:.1f} s CPU), {megabytes:,.0f} MB")
    if options.speed:
        return
    groups: dict[str, str] = {}
    semantic = {member.query.id: member.representative.id for member in found.semantic}
    for member in found.lexical:
        groups[member.query.id] = semantic[member.representative.id]
    _print_merges(pool, origin, groups)
    _print_checks(pool, chance)
    named = name_languages([Query(query.id, query.text) for query in pool])
    right = sum(one.labels["language"] == two.labels["language"] for one, two in zip(named, pool, strict=True))
    print(f"languages: {right / len(pool):.1%} right")


def make_pool(size: int, chance: random.Random) -> tuple[list[Query], dict[str, tuple[str, str]]]:
    """The pool, and for each query the id of its original and the kind of its change ("" for an original)."""
    queries: list[Query] = []
    origin: dict[str, tuple[str, str]] = {}
    parts = sentences_by_language()
    seen: dict[str, list[set[str]]] = defaultdict(list)
    while len(queries) < size:
        language = chance.choice(sorted(parts))
        chosen = chance.sample(parts[language], chance.randint(3, 5))
        if any(_share(set(chosen), other) > MOST_SHARED for other in seen[language]):
            continue
        seen[language].append(set(chosen))
        text = " ".join(chosen)
        original = Query(str(len(queries)), text, {"language": language})
        queries.append(original)
        origin[original.id] = (original.id, "")
        if chance.random() < 0.25:
            kind, changed = change(text, chance)
            if changed != text:
                queries.append(Query(str(len(queries)), changed, {"language": language}))
                origin[queries[-1].id] = (original.id, kind)
    return queries, origin


def make_words(size: int, chance: random.Random) -> list[Query]:
    """Unrelated queries of 15 to 50 made-up words, as frequent as words are (Zipf)."""
    letters = "aaabcddeeeeefghhiiijklllmmnnnoooopqrrrsssttttuuvwxyz"
    words = ["".join(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(4_000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    return [
        Query(str(number), " ".join(chance.choices(words, weights, k=chance.randint(15, 50)))) for number in range(size)
    ]


def sentences_by_language() -> dict[str, list[str]]:
    """The sentences of the benchmark's own briefs."""
    found: dict[str, list[str]] = defaultdict(list)
    for case in load_cases(builtin_cases_folder()):
        found[case.language] += [part.strip() for part in SENTENCE.split(case.brief) if 20 <= len(part.strip()) <= 300]
    return found


def _share(one: set[str], other: set[str]) -> float:
    """The share of common sentences, in characters of the shorter text."""
    lengths = [sum(map(len, sentences)) for sentences in (one, other, one & other)]
    return lengths[2] / min(lengths[:2])


def change(text: str, chance: random.Random) -> tuple[str, str]:
    """A duplicate: its surface, a letter, a twelfth of its words, or the order of its sentences is changed."""
    kind = chance.choice(["surface", "letter", "word", "order"])
    if kind == "surface":
        return kind, f"  {text.upper()} !!"
    if kind == "letter":
        place = chance.randrange(len(text) // 2, len(text) - 1)
        return kind, text[:place] + text[place + 1] + text[place:]
    if kind == "word":
        words = text.split(" ")
        for place in chance.sample(range(len(words)), max(1, len(words) // 12)):
            words[place] = words[place][::-1]
        return kind, " ".join(words)
    sentences = [part for part in SENTENCE.split(text) if part]
    chance.shuffle(sentences)
    return kind, " ".join(sentences)


def _print_merges(pool: list[Query], origin: dict[str, tuple[str, str]], groups: dict[str, str]) -> None:
    by_group: dict[str, list[str]] = defaultdict(list)
    for query in pool:
        by_group[groups[query.id]].append(query.id)
    merged = right = 0
    for ids in by_group.values():
        merged += len(ids) - 1
        right += len(ids) - len({origin[each][0] for each in ids})
    print(f"merges: {merged:,}, and {right:,} join true duplicates: precision {right / max(1, merged):.1%}")
    for kind in ("surface", "letter", "word", "order"):
        planted = [name for name, (_, changed) in origin.items() if changed == kind]
        found = sum(groups[name] == groups[origin[name][0]] for name in planted)
        print(f"  {kind:<8} recall {found / max(1, len(planted)):.1%} of {len(planted)}")


def _print_checks(pool: list[Query], chance: random.Random) -> None:
    planted = set(chance.sample(range(len(pool)), len(pool) // 20))
    texts = []
    for place, query in enumerate(pool):
        name = "".join(chance.choices("abdegklmnorst", k=7))
        code = "".join(chance.choices("abcdef0123456789", k=24))
        more = chance.choice(PLANTED).format(name=name, code=code) if place in planted else ""
        decided = {"admitted": "no" if place in planted else "yes"}
        texts.append(Query(query.id, f"{query.text} {more}".strip(), decided))
    checked = check(texts)
    objected = {place for place, each in enumerate(checked) if each.decision != "passed"}
    rejected = {place for place, each in enumerate(checked) if each.decision == "rejected"}
    print(f"planted inadmissible: {len(planted)}, {len(planted & objected) / len(planted):.1%} found")
    for each in measure_precision(checked):
        print(f"  {each.what:<28} precision {each.right / each.raised:.1%} of {each.raised:,}")
    print(f"  rejections of {len(rejected):,}: precision {len(planted & rejected) / max(1, len(rejected)):.1%}")


if __name__ == "__main__":
    main()
