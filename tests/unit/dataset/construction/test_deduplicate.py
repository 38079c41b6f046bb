"""Equal queries, small edits and paraphrases are found without a model; what a template adds is not likeness."""

import csv
import random
from pathlib import Path

import pytest

from pytest_cookie.dataset.construction.deduplicate import Thresholds, deduplicate, write_tables
from pytest_cookie.dataset.construction.fingerprint import normalize, simhashes, strip_templates
from pytest_cookie.dataset.construction.near_pairs import find_close_fingerprints, find_similar_texts
from pytest_cookie.dataset.construction.pool import Query

TIMER = "A tea timer with three presets, a bell at the end, and a big round clock that my grandmother can read."
LONG = (
    "A tea timer with three presets for green, black and herbal tea. A bell rings at the end, a big round clock shows "
    "the minutes that are left so that my grandmother can read it from the other side of the kitchen, and a button "
    "starts the same preset again."
)
KIOSK = "A page for the museum's kiosk that shows opening hours and lets visitors leave a note."
SHELF = "书架盘点用的小工具：扫完输入书号，显示在哪一格，缺的标红。"


def pool(*texts: str) -> list[Query]:
    return [Query(str(number), text) for number, text in enumerate(texts, start=1)]


@pytest.mark.parametrize(
    ("text", "plain"),
    [("  Hello,\n WORLD!! ", "hello, world"), ("ＡＢＣ　１２", "abc 12"), ("「棚卸し」。", "棚卸し"), ("?!", "?!"),
     ("Straße", "strasse")],
)  # fmt: skip
def test_surface_differences_are_removed(text, plain):
    assert normalize(text) == plain


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (LONG.upper() + "!!", "equal"),
        (LONG.replace("big", "bigg"), "simhash"),
        (LONG.replace("my grandmother", "our neighbour").replace("big round", "large round"), "tfidf"),
    ],
)
def test_each_kind_of_duplicate_is_found_by_its_pass(other, why):
    found = deduplicate(pool(KIOSK, LONG, SHELF, other))
    assert len(found.kept) == 3
    merged = [member for member in (*found.lexical, *found.semantic) if member.why != "representative"]
    assert [(member.why, {member.query.id, member.representative.id}) for member in merged] == [(why, {"2", "4"})]


def test_the_width_of_punctuation_makes_no_other_query(subtests):
    wide = "书架盘点用的小工具：扫完输入书号，显示在哪一格。缺的标红（重要），用“React”做"
    for narrow in (
        '书架盘点用的小工具: 扫完输入书号, 显示在哪一格. 缺的标红 (重要), 用 "React" 做.',
        "书架盘点用的小工具:扫完输入书号,显示在哪一格。缺的标红(重要)，用「ｒｅａｃｔ」做",
        "书架盘点用的小工具：扫完输入书号、显示在哪一格。 缺的标红（重要），用 “React” 做！",
    ):
        with subtests.test(narrow):
            assert normalize(narrow) == normalize(wide)
            assert len(deduplicate(pool(KIOSK, wide, narrow)).kept) == 2


def test_different_queries_stay():
    assert len(deduplicate(pool(KIOSK, TIMER, SHELF)).kept) == 3


def test_the_longest_text_represents_its_group():
    found = deduplicate(pool(TIMER, TIMER + "  !!!", TIMER.lower()))
    assert [query.id for query in found.kept] == ["2"]


PREFACE = (
    "You are an experienced front-end developer. Write one HTML file with everything inside it, without libraries, "
    "and make it look good on phones. The task is as follows: "
)


def test_a_templates_preface_is_no_likeness():
    bodies = [KIOSK, TIMER, "A maze that grows while you walk, arrow keys, no timer.", "Compare three phone plans."]
    found = deduplicate(pool(*(PREFACE + body for body in bodies)))
    assert len(found.kept) == 4
    found = deduplicate(pool(*(PREFACE + body for body in (*bodies, TIMER + "!"))))
    assert len(found.kept) == 4


def test_many_copies_are_no_template():
    assert len(deduplicate(pool(*[PREFACE + TIMER] * 6)).kept) == 1
    assert strip_templates([PREFACE + TIMER] * 5) == [PREFACE + TIMER] * 5


def test_simhash_is_stable_and_near_for_near_texts():
    timer, near, far, empty, x, y = simhashes([TIMER, TIMER + "s", KIOSK, "", "x", "y"])
    assert (timer ^ near).bit_count() <= 3 < 15 < (timer ^ far).bit_count()
    assert empty == 0
    assert x != y
    texts = [TIMER, "", "x", SHELF, *(f"{KIOSK} {number}" for number in range(130))]
    assert simhashes(texts) == [simhashes([text])[0] for text in texts]


def test_close_fingerprints_are_those_of_all_pairs():
    chance = random.Random(3)
    prints = [chance.getrandbits(64) for _ in range(60)]
    prints += [value ^ (1 << chance.randrange(64)) ^ (1 << chance.randrange(64)) for value in prints[:30]]
    brute = {(i, j) for i in range(90) for j in range(i + 1, 90) if (prints[i] ^ prints[j]).bit_count() <= 3}
    assert {tuple(sorted(pair)) for pair in find_close_fingerprints(prints, 3)} == brute
    assert len(brute) >= 30


def test_similar_texts_are_those_of_all_pairs():
    chance = random.Random(5)
    words = [
        "clock",
        "tea",
        "bell",
        "page",
        "note",
        "chart",
        "list",
        "drag",
        "night",
        "paper",
        "stone",
        "river",
        "glass",
    ]
    texts = [" ".join(chance.choices(words, k=chance.randint(4, 12))) for _ in range(120)]
    texts += [" ".join(sorted(text.split())) for text in texts[:30]]
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectors = TfidfVectorizer(analyzer="char", ngram_range=(3, 3), sublinear_tf=True).fit_transform(texts)
    cosines = (vectors @ vectors.T).toarray()
    for least in (0.6, 0.85):
        brute = {(i, j) for i in range(150) for j in range(i + 1, 150) if cosines[i, j] >= least}
        found = {(first, second): cosine for first, second, cosine in find_similar_texts(texts, least)}
        assert set(found) == brute
        assert all(cosine == pytest.approx(cosines[pair], abs=1e-5) for pair, cosine in found.items())


def test_four_tables_say_what_was_merged_and_why(tmp_path: Path):
    queries = [Query("a", TIMER, {"source": "forum"}), Query("b", TIMER.upper()), Query("c", KIOSK)]
    write_tables(deduplicate(queries), tmp_path)
    tables = {path.name: list(csv.DictReader(path.open(encoding="utf-8"))) for path in tmp_path.iterdir()}
    assert set(tables) == {
        "deduped_queries.csv", "query_groups.csv", "semantic_deduped_queries.csv", "semantic_query_groups.csv",
    }  # fmt: skip
    assert [(row["id"], row["source"]) for row in tables["deduped_queries.csv"]] == [("a", "forum"), ("c", "")]
    assert [(row["id"], row["representative"], row["why"]) for row in tables["query_groups.csv"]] == [
        ("a", "a", "representative"), ("b", "a", "equal"), ("c", "c", "representative"),
    ]  # fmt: skip


def test_planted_duplicates_of_a_mixed_pool_are_found():
    chance = random.Random(11)
    stems = [
        *(f"A {look} {thing} for {who}, with {what}." for look in ("quiet", "bright", "printed") for thing in
          ("seating plan", "tide table", "score sheet") for who in ("our choir", "night shifts", "ferry crews")
          for what in ("undo", "a search field", "colours by group")),
        *(f"{who}用的{thing}，要能{what}。" for who in ("护士站", "村委会", "棋社")
          for thing in ("排班表", "记分板", "值日表")
          for what in ("打印出来贴墙上", "撤销上一步", "按名字搜索")),
    ]  # fmt: skip
    chance.shuffle(stems)
    distinct = [f"{stem} {chance.getrandbits(200):x}" for stem in stems]
    planted = [text.swapcase() + " ..." for text in chance.sample(distinct, 30)]
    found = deduplicate(pool(*distinct, *planted))
    merged = {member.query.id for member in found.lexical if member.why != "representative"}
    assert len(found.kept) == len(distinct)
    assert len(merged) == 30


def test_long_texts_of_the_same_n_grams_are_no_copies():
    """The fingerprints of long texts of one language converge; without common passages they are not linked."""
    chance = random.Random(0)
    words = ["ab", "cd", "ef", "gh", "ij", "kl", "mn", "op", "qr", "st", "uv", "wx"] * 80
    texts = [" ".join(chance.sample(words, len(words))) for _ in range(2)]
    first, second = simhashes(texts)
    assert (first ^ second).bit_count() <= 3
    assert len(deduplicate(pool(*texts), Thresholds(cosine=1.1)).kept) == 2
    assert len(deduplicate(pool(texts[0], texts[0][:-3] + "xy"), Thresholds(cosine=1.1)).kept) == 1
