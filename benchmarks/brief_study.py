"""How do the benchmark's briefs compare with published requests? `python benchmarks/brief_study.py [FILE.jsonl …]`

Prints two tables: the benchmark's briefs by language and by voice, and the requests of each file; and the benchmark's
briefs by difficulty. A file has one JSON object per line, with the request in `instruction`, `question` or `prompt`.
Only counts are printed.

- words: median, with the 10th and the 90th percentile. In Chinese 1.6 ideograms count as a word, in Japanese 2.2
  characters; a Korean word counts 1.3
- ≤ 40: share of requests with at most 40 words
- statements: median number of parts between full stops, semicolons, colons, question marks or line breaks
- named: median number of things that the judge extracts from the request without a model (controls, texts, figures)
- figures: numbers per 100 words
- common: share that names a subject which people often ask for (shop, login, dashboard, portfolio, to-do …)
- I: share that speaks of the writer (I, my, we, our)
- rules: share with at least 5 colons, semicolons or line breaks per 100 words, as lists of rules have

A sentence that only tells a model how to answer ("You are a code expert …") is not part of a request.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from pytest_cookie.core.case import Case
from pytest_cookie.core.labels import DIFFICULTIES, LANGUAGES, VOICES, Difficulty, Language
from pytest_cookie.dataset import builtin_set_folders, load_cases
from pytest_cookie.judging.brief.extract import extract_requirements

_UNSPACED = {"zh": 1.6, "ja": 2.2}
_SHORT = 40
_RULES = 5.0
_REQUEST_FIELDS = ("instruction", "question", "prompt")
_PREAMBLE = re.compile(r"\b(code|coding) expert\b|\bexecutable\b", re.I)
_MARKS = re.compile(r"[.!?;:](?=\s|$)|[。！？；：]|\n+")
_COMMON = re.compile(
    r"shop|store\b|basket|\bcart\b|checkout|log ?in\b|sign ?up|account|dashboard|portfolio|landing page|to-?do|"
    r"chat|calendar|weather|music player|playlist|snake|tetris|pong|2048|sudoku|chess|memory game|flappy|"
    r"minesweeper|breakout|calculator|blog|recipe|restaurant|quiz|timer|pomodoro|budget|expense|notes? app|"
    r"kanban|booking|gallery|"
    r"商城|购物车|商店|店铺|登录|注册|仪表盘|看板|作品集|官网|落地页|待办|聊天|日历|天气|播放器|贪吃蛇|俄罗斯方块|消消乐|"
    r"五子棋|象棋|扫雷|计算器|博客|菜谱|记账|番茄钟|倒计时|预约|相册|"
    r"boutique|panier|connexion|tableau de bord|calendrier|météo|recette|tienda|carrito|iniciar sesión|calendario|"
    r"el tiempo|receta|presupuesto|loja|carrinho|agenda|orçamento|receita|previsão|warenkorb|onlineshop|anmeld|"
    r"kalender|wetter|rezept|haushaltsbuch|ログイン|カート|ショップ|カレンダー|天気|レシピ|家計簿|テトリス|オセロ|ToDo|"
    r"쇼핑몰|장바구니|로그인|달력|날씨|레시피|가계부|포트폴리오|테트리스|채팅|할 ?일",
    re.I,
)
_WRITER = re.compile(
    r"\b(i|i'm|i'd|my|we|our|je|j'|mon|ma|mes|nous|notre|nos|on|yo|mi|mis|nuestr[oa]s?|eu|meus?|minhas?|noss[oa]s?|"
    r"ich|mein\w*|wir|unser\w*|mir|uns)\b|j['’]|我|咱|俺|私|僕|うち|俺|わたし|저|제|우리|내 |나 ",
    re.I,
)


@dataclass(frozen=True)
class Request:
    """What somebody asks for, and in which language."""

    text: str
    language: Language


def count_words(request: Request) -> float:
    """Words, or what counts as one in languages without spaces."""
    if per_word := _UNSPACED.get(request.language):
        letters = len(re.findall(r"[\u3040-\u30ff\u3400-\u9fff]", request.text))
        others = re.findall(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff]+|\d+", request.text)
        return letters / per_word + len(others)
    return len(request.text.split()) * (1.3 if request.language == "ko" else 1)


def read_requests(path: Path) -> list[Request]:
    """The requests of a JSONL file. Chinese is recognised by its ideograms; everything else counts as English."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        text = next(record[name] for name in _REQUEST_FIELDS if name in record)
        sentences = re.split(r"(?<=[.!?])\s+", text)
        plain = " ".join(each for each in sentences if not _PREAMBLE.search(each)) or text
        ideograms = len(re.findall(r"[\u3400-\u9fff]", plain))
        found.append(Request(plain, "zh" if ideograms > 0.2 * len(plain) else "en"))
    return found


def row(name: str, requests: Sequence[Request]) -> list[str]:
    """The table's cells for these requests."""
    words = sorted(count_words(each) for each in requests)
    statements = [len([part for part in _MARKS.split(each.text) if part.strip()]) for each in requests]
    named = [len(extract_requirements(each.text, each.language)) for each in requests]
    figures = sum(len(re.findall(r"\d+(?:[.,:]\d+)*", each.text)) for each in requests) / sum(words) * 100
    rules = [len(re.findall(r"[;:；：\n]", each.text)) / max(count_words(each), 1) * 100 for each in requests]
    return [
        name,
        str(len(requests)),
        f"{median(words):.0f} ({words[len(words) // 10]:.0f}–{words[len(words) * 9 // 10]:.0f})",
        _share(each <= _SHORT for each in words),
        f"{median(statements):.0f}",
        f"{median(named):.0f}",
        f"{figures:.1f}",
        _share(bool(_COMMON.search(each.text)) for each in requests),
        _share(bool(_WRITER.search(each.text)) for each in requests),
        _share(
            each >= _RULES and count > _SHORT for each, count in zip(rules, map(count_words, requests), strict=True)
        ),
    ]


def level_row(level: Difficulty, cases: Sequence[Case]) -> list[str]:
    """The cells for the briefs of a level: how many things they name, of which kinds, and who speaks."""
    own = [case for case in cases if case.difficulty == level]
    found = [extract_requirements(case.brief, case.language) for case in own]
    numbers = sorted(map(len, found))
    kinds = Counter(each.kind for requirements in found for each in requirements)
    common = ", ".join(f"{kind} {number / kinds.total():.0%}" for kind, number in kinds.most_common(4))
    spread = f"{median(numbers):.0f} ({numbers[len(numbers) // 10]}–{numbers[len(numbers) * 9 // 10]})"
    return [level, str(len(own)), spread, common, _share(case.voice is not None for case in own)]


def _share(claims: Iterable[bool]) -> str:
    found = list(claims)
    return f"{sum(found) / len(found):.0%}"


def main() -> None:
    """Print the table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE.jsonl")
    options = parser.parse_args()
    cases = load_cases(*builtin_set_folders("full"))
    groups = {"all": cases} | {each: [case for case in cases if case.language == each] for each in LANGUAGES}
    rows = [row(name, [Request(case.brief, case.language) for case in group]) for name, group in groups.items()]
    voices = {None: "written out", **{each: each for each in VOICES}}
    for voice, name in voices.items():
        if spoken := [Request(case.brief, case.language) for case in cases if case.voice == voice]:
            rows.append(row(name, spoken))
    rows.extend(row(f"{file.parent.name}/{file.stem}", read_requests(file)) for file in options.files)
    head = ["set", "requests", "words", "≤ 40", "statements", "named", "figures", "common", "I", "rules"]
    _print_table(head, rows)
    print()
    _print_table(
        ["level", "briefs", "named", "kinds", "with a voice"], [level_row(each, cases) for each in DIFFICULTIES]
    )


def _print_table(head: list[str], rows: Sequence[list[str]]) -> None:
    for cells in [head, ["---"] * len(head), *rows]:
        print(f"| {' | '.join(cells)} |" if cells[0] != "---" else f"|{'|'.join(cells)}|")


if __name__ == "__main__":
    main()
