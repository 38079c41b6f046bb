import re

import pytest

from pytest_cookie.dataset.similarity import LONGEST_PASSAGE, MOST_IN_COMMON, find_similar, letter_weight
from tests.unit.dataset.case_builder import make_case

BRIEFS = {
    "en": "Our choir needs a seating plan for the concert. Forty chairs in five rows; I type the singers with their "
    "voice and the page puts sopranos left and basses behind. When somebody is ill I drag them out and the gap closes.",
    "de": "Für unseren Chor brauche ich einen Sitzplan: vierzig Stühle in fünf Reihen, Soprane links, Bässe hinten. "
    "Wenn jemand krank wird, ziehe ich den Namen heraus und die Lücke schließt sich von selbst wieder.",
    "zh": "合唱团演出要排座位，一共四十把椅子分五排，女高音坐左边，男低音站后排。我输入名字和声部，页面自动排好；"
    "有人请假我就把名字拖出去，空位要自己补上，打印出来一张纸放得下。",
    "ja": "合唱団の座席表を作りたいです。椅子は四十脚で五列、ソプラノは左、バスは後ろ。名前とパートを入れると自動で並び"
    "、休む人をドラッグで外すと空きが詰まるようにしてください。印刷は一枚に収めたいです。",
    "ko": "합창단 좌석표가 필요해요. 의자 마흔 개를 다섯 줄로 놓고 소프라노는 왼쪽, 베이스는 뒤에 앉힙니다. 이름과 "
    "파트를 입력하면 자동으로 배치되고, 아픈 사람을 끌어내면 빈자리가 저절로 채워졌으면 합니다.",
}


def found(*briefs: str):
    return list(find_similar([make_case(f"c{number}", brief=brief) for number, brief in enumerate(briefs)]))


def every_nth_word_replaced(brief: str, nth: int) -> str:
    words = re.findall(r"[\u3040-\u9fff]{2}|[^\s\u3040-\u9fff]+|\s+|.", brief)
    return "".join(("夢幻" if "\u3040" <= word[0] <= "\u9fff" else "quux") if number % nth == 0 else word
                   for number, word in enumerate(words))  # fmt: skip


def test_briefs_of_their_own_are_not_alike():
    assert found(*BRIEFS.values()) == []


@pytest.mark.parametrize("brief", BRIEFS.values(), ids=BRIEFS)
def test_a_copy_is_found_in_every_language(brief):
    (copy,) = found(brief, "Something else altogether, about a harbour and its tides.", brief)
    assert (copy.case.id, copy.other.id, copy.in_common) == ("c2", "c0", 1.0)
    assert copy.passage == brief.rstrip(".。")


@pytest.mark.parametrize("brief", BRIEFS.values(), ids=BRIEFS)
def test_so_is_one_with_words_exchanged_here_and_there(brief):
    (copy,) = found(brief, every_nth_word_replaced(brief, 12))
    assert MOST_IN_COMMON <= copy.in_common < 1


@pytest.mark.parametrize("brief", BRIEFS.values(), ids=BRIEFS)
def test_one_reworded_throughout_is_not(brief):
    assert found(brief, every_nth_word_replaced(brief, 2)) == []


def test_layout_case_width_and_composition_do_not_hide_a_copy():
    brief = "Café-Rechner: Größe, Röstung und Mahlgrad wählen, Preis je Becher sofort sehen."
    decomposed = brief.replace("é", "e\u0301").replace("ö", "o\u0308")
    bullets = decomposed.upper().replace("SS", "ß").replace(", ", "\n- ")
    wide = "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in brief)
    assert [each.in_common for each in found(brief, bullets, wide)] == [1.0, 1.0]


def test_a_short_brief_inside_a_long_one_is_alike():
    sentence = BRIEFS["en"].split(". ")[1]
    (inside,) = found(BRIEFS["en"], sentence)
    assert inside.in_common == 1.0


def test_in_common_is_counted_exactly():
    # 30 and 36 letters: 19 and 25 shingles of 12; the first 20 letters are the same, so 9 of them are.
    first = "abcdefghijklmnopqrst" + "0123456789"
    second = "abcdefghijklmnopqrst" + "9876543210zyxwvu"
    (pair,) = found(first, second)
    assert pair.in_common == 9 / 19
    assert pair.passage == "abcdefghijklmnopqrst"


@pytest.mark.parametrize(("length", "alike_"), [(LONGEST_PASSAGE - 1, False), (LONGEST_PASSAGE, True)])
def test_a_long_passage_in_common_is_a_templates(length, alike_):
    passage = "qazwsxedcrfvtgbyhnujmikolp1029384756plokmijnuhbygvtfcrdx"[:length]
    briefs = [f"{BRIEFS[one]} {BRIEFS[one][::-1]} {passage}. {one} {BRIEFS[two]}" for one, two in
              [("en", "zh"), ("de", "ja")]]  # fmt: skip
    pairs = found(*briefs)
    assert bool(pairs) is alike_
    if alike_:
        assert pairs[0].in_common < MOST_IN_COMMON
        assert pairs[0].passage == passage


@pytest.mark.parametrize(("length", "alike_"), [(15, False), (16, True)])
def test_ideograms_count_three_letters(length, alike_):
    passage = "页面打开以后请先显示一段说明文字再说"[:length]
    briefs = [f"{BRIEFS[one]} {BRIEFS[one][::-1]} {passage} {BRIEFS[two]}" for one, two in [("en", "ko"), ("zh", "ja")]]
    assert bool(found(*briefs)) is alike_


def test_each_is_named_with_the_most_similar_earlier_one():
    near = BRIEFS["en"].replace("Forty", "Fifty")
    half = BRIEFS["en"][: len(BRIEFS["en"]) // 2] + BRIEFS["zh"] + BRIEFS["ko"]
    pairs = found(half, near, BRIEFS["en"])
    assert [(each.case.id, each.other.id) for each in pairs] == [("c1", "c0"), ("c2", "c1")]


def test_briefs_without_letters_do_no_harm():
    assert [each.in_common for each in found("!!!", "…", "ab")] == [1.0]


def test_weights():
    assert [letter_weight(letter) for letter in ("a", "é", "7", "漢", "\U00020000", "か", "カ", "한", "。", " ")] == [
        1, 1, 1, 3, 3, 2, 2, 2, 0, 0,
    ]  # fmt: skip


PREFACE = (
    "You are asked to make a complete web page in a single file. It works without a network, on phones and on large "
    "screens, with the keyboard and with a pointer, keeps what was entered when it is loaded again, says in plain "
    "words what went wrong, and looks as if somebody cared: clear type, room to breathe, calm colours, no dead ends. "
    "Write it for people who have never seen it before. "
)
CLOSING = "\n\nReturn the page alone, without a word before or behind it, and do not explain how you made it."
SUBJECTS = (
    "tides harbour crane",
    "bees hive honey",
    "choir rehearsal alto",
    "bakery sourdough oven",
    "chess clock blitz",
    "library loan shelf",
    "telescope nebula exposure",
    "kayak rapids paddle",
    "violin rosin string",
    "greenhouse tomato seedling",
    "marathon pace lap",
    "pottery glaze kiln",
    "tram timetable depot",
    "falcon nest camera",
    "vineyard grape press",
    "puppet theatre curtain",
    "compost worm bin",
    "lighthouse fog lamp",
    "carpenter dovetail joint",
    "weather balloon sonde",
)
CLAUSES = (
    "Each morning {0} numbers arrive from the {1} and I want them drawn as a curve against last week's {2}",
    "Let me drag any {0} onto a {1} so that its {2} is reserved until noon",
    "A red edge should warn when the {2} of one {0} runs out before its {1} does",
    "Children press the {1}, hear the {0}, and guess which {2} comes next",
    "Sort by {2}, filter by {0}, and print a single sheet for the {1} door",
)


def bodies() -> list[str]:
    """Twenty that share only their structure."""
    found_ = []
    for number, subject in enumerate(SUBJECTS):
        words = subject.split()
        own = [f"{word}{ending}" for word in words for ending in ("keeper", "wright", "monger", "smith")]
        found_.append(
            CLAUSES[number % 5].format(*words) + f" {number}. " + " ".join(own[::-1]) + f" {words[2]} {number * 7}. "
            + " ".join(word[::-1] + words[0] for word in own) + "."
        )  # fmt: skip
    return found_


@pytest.mark.parametrize(("before", "behind"), [(PREFACE, ""), ("", CLOSING), (PREFACE, CLOSING)])
def test_what_all_briefs_of_a_set_have_in_common_makes_none_alike(before: str, behind: str):
    assert len(PREFACE.split()) >= 60
    assert found(*(before + body + behind for body in bodies())) == []


@pytest.mark.parametrize(("before", "behind"), [("", ""), (PREFACE, ""), (PREFACE, CLOSING)])
def test_bodies_that_are_alike_are_found_with_a_preface_and_without(before: str, behind: str):
    several = bodies()
    several[13] = every_nth_word_replaced(several[4], 9)
    (pair,) = found(*(before + body + behind for body in several))
    assert (pair.case.id, pair.other.id) == ("c13", "c4")
    assert pair.passage in several[4]
    assert MOST_IN_COMMON <= pair.in_common < 1


def test_a_passage_in_two_bodies_is_still_told_beside_a_preface():
    passage = "the ferry of half past seven leaves without its mail whenever the northern pier is under water"
    several = bodies()
    several[2], several[9] = f"{several[2]} {passage}", f"{passage}. {several[9]}"
    (pair,) = found(*(PREFACE + body for body in several))
    assert (pair.case.id, pair.other.id) == ("c9", "c2")
    assert pair.passage == passage


def test_many_copies_of_one_brief_are_no_preface():
    copies = [every_nth_word_replaced(BRIEFS["en"], nth) for nth in (14, 15, 16, 17, 18, 19)]
    assert [pair.case.id for pair in found(*bodies()[:5], *copies)] == [f"c{number}" for number in range(6, 11)]
    assert len(found(*[BRIEFS["zh"]] * 8)) == 7


def test_copies_among_briefs_with_a_preface_are_found_and_the_others_are_not():
    several = [*bodies()[:10], *[bodies()[10]] * 5]
    pairs = found(*(PREFACE + body for body in several))
    assert [(pair.case.id, pair.other.id) for pair in pairs] == [(f"c{number}", "c10") for number in range(11, 15)]


def test_a_brief_of_the_preface_alone_is_like_another_such_one_only():
    pairs = found(*(PREFACE + body for body in bodies()[:6]), PREFACE, PREFACE)
    assert [(pair.case.id, pair.other.id) for pair in pairs] == [("c7", "c6")]


def test_two_briefs_alone_have_no_preface():
    assert len(found(PREFACE + bodies()[0], PREFACE + bodies()[1])) == 1
