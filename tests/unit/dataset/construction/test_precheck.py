"""Checks without a model: their objections to labelled queries; good briefs pass."""

import csv
from pathlib import Path

import pytest

from pytest_cookie.dataset import builtin_cases_folder, load_cases
from pytest_cookie.dataset.construction.pool import Query
from pytest_cookie.dataset.construction.precheck import check, find_objections, measure_precision, write_checked

LABELLED = [
    ("Build a page like https://shop.bakery.eu for my bakery", {"external_dependency"}),
    ("Clone of Spotify as a web page with playlists", {"external_dependency"}),
    ("做一个跟小红书一样的页面", {"external_dependency"}),
    ("Contact form page, mails go to anna.berg@web-post.de", {"privacy"}),
    ("A page that calls my service, api_key: 9f8e7d6c5b4a", {"privacy"}),
    ("Landing page, our phone is +49 30 1234 5678", {"privacy"}),
    ("A dashboard with a Django backend and PostgreSQL", {"executability"}),
    ("Write a Python script that renames my photos", {"task_direction"}),
    ("帮我写一份年终总结", {"task_direction"}),
    ("make app", {"intent_clarity"}),
    ("Contact page, mails go to hello@example.org, see https://example.org/imprint", set()),
    ("Push to my page with ghp_abcdefghij0123456789", {"privacy"}),
    ("Une page pour le club de pétanque avec les scores des 12 équipes", set()),
    ("A timer page: 25 minutes work, 5 minutes break, 4 rounds, total 120 minutes", set()),
    ("養蜂の記録アプリ。巣箱ごとに、見た日と蜜の重さを残したい", set()),
    ("A page with three@0.160.0, react@18.2.0-rc.1 and vite@5.4.x", set()),
    ("A page whose header shows logo@2x.png, 图标@3x.webp图", set()),
    ("Seite, Post an anna@web-post.de-Adresse", {"privacy"}),
    ("联系页面,邮箱anna@web-post.cn的表单", {"privacy"}),
    ("Landing page, our phone is (202)555-0143", {"privacy"}),
    ("Landing page, our phone is +4930123456789", {"privacy"}),
    ("联系我们页面，电话010-12345678", {"privacy"}),
    ("联系我们页面，电话+8613800138000", {"privacy"}),
    ("联系我们页面，手机138-0013-8000", {"privacy"}),
    ("联系我们页面，手机１３８００１３８０００", {"privacy"}),
    ("联系我们页面，邮箱anna＠web-post．cn", {"privacy"}),
    ("Contact page, mails go to anna@test-labs.de", {"privacy"}),
    ("Contact page, mails go to anna@my-example.shop.de", {"privacy"}),
    ("Contact page, mails go to hello@mail.example.com and hello@shop.test.", set()),
    ("Timer page for 2024-05-14, 10:30 to 11:45, version 1.20.300 at +12.5 points", set()),
    ("부품 120-33-45 재고를 세는 화면", set()),
    ("Chart page: 2019 1,204 · 2020 998 · 2021 1,377 visitors", set()),
]


def test_objections_name_their_axis(subtests):
    for text, axes in LABELLED:
        with subtests.test(text=text):
            assert {objection.axis for objection in find_objections(Query("1", text))} == axes


def test_the_benchmarks_own_briefs_are_not_rejected():
    checked = check([Query(case.id, case.brief) for case in load_cases(builtin_cases_folder())])
    assert {each.decision for each in checked} <= {"passed", "look"}
    assert sum(each.decision == "passed" for each in checked) > len(checked) / 2


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("Page that mails anna.berg@web-post.de", "rejected"),
        ("Page with my key sk-abcdefghijklmnop1234", "rejected"),
        ("Page like https://shop.bakery.eu", "look"),
        ("A list of birds for our club", "passed"),
    ],
)
def test_only_certain_objections_reject(text, decision):
    (checked,) = check([Query("1", text)])
    assert checked.decision == decision


def test_precision_counts_the_decisions_of_people():
    table = [("Clone of Spotify as a page", "no"), ("Page about Spotify's history", "yes"), ("Page of Trello", "")]
    checked = check([Query(str(number), text, {"admitted": admitted}) for number, (text, admitted) in enumerate(table)])
    (precision,) = measure_precision(checked)
    assert (precision.what, precision.raised, precision.right) == ("product name", 2, 1)


def test_the_table_says_why(tmp_path: Path):
    query = Query("a", "Clone of Spotify as a page", {"source": "forum", "decision": "passed"})
    write_checked(check([query]), tmp_path / "checked.csv")
    assert (tmp_path / "checked.csv").read_text().partition("\n")[0] == "id,query,decision,objections,source"
    (row,) = csv.DictReader((tmp_path / "checked.csv").open(encoding="utf-8"))
    assert row["decision"] == "look"
    assert row["objections"] == "external_dependency: product name (Spotify)"
    assert row["source"] == "forum"
