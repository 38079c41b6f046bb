"""Shards: every item is in exactly one, whatever else there is, and they are about as large."""

import pytest

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import UsageError
from pytest_cookie.records.shard import Shard


def keys(cases: int, models: int, repeats: int = 1) -> list[ItemKey]:
    return [
        ItemKey(case=f"case-{case}", model=f"maker/model-{model}", mode="html", repeat=repeat + 1)
        for case in range(cases)
        for model in range(models)
        for repeat in range(repeats)
    ]


def parts(count: int) -> list[Shard]:
    return [Shard(index=index, count=count) for index in range(1, count + 1)]


@pytest.mark.parametrize("count", [1, 2, 3, 10, 64])
def test_every_item_is_in_exactly_one_shard(count: int):
    assert all(sum(shard.holds(key) for shard in parts(count)) == 1 for key in keys(40, 3, 2))


def test_what_else_is_there_and_in_which_order_moves_no_item():
    few, many = keys(10, 1), keys(40, 3, 2)
    shard = Shard(index=2, count=3)
    assert {key.model_dump_json() for key in few if shard.holds(key)} == {
        key.model_dump_json() for key in reversed(many) if shard.holds(key) and key in few
    }


def test_the_shard_of_an_item_never_changes():
    """Fixed values: a run that was begun with one version of ours is continued and merged with the next."""
    items = [
        ItemKey(case="moth-and-lanterns", model="sample/polished", mode="html"),
        ItemKey(case="moth-and-lanterns", model="sample/flawed", mode="html"),
        ItemKey(case="moth-and-lanterns", model="sample/polished", mode="html", repeat=2),
        ItemKey(case="moth-and-lanterns", model="sample/polished", mode="react"),
        ItemKey(case="蛾", model="a/b", mode="html"),
    ]
    assert [next(shard.index for shard in parts(10) if shard.holds(key)) for key in items] == [1, 9, 8, 5, 8]


def test_a_thousand_items_in_ten_shards_are_even_to_about_a_fifth():
    """250 queries of 4 models: 100 items a shard on average. Whole queries in one shard would be half as even."""
    sizes = [sum(shard.holds(key) for key in keys(250, 4)) for shard in parts(10)]
    assert sum(sizes) == 1000
    assert max(sizes) <= 120
    assert min(sizes) >= 80


@pytest.mark.parametrize(("text", "index", "count"), [("1/4", 1, 4), ("4/4", 4, 4), (" 03 / 10 ", 3, 10)])
def test_shards_as_people_write_them(text: str, index: int, count: int):
    assert Shard.parse(text, source="x") == Shard(index=index, count=count)


NO_SHARDS = (
    ("0/4", "x: shards are counted from 1, so the first of 4 is 1/4"),
    ("5/4", "x: shards are counted from 1, so the first of 4 is 1/4"),
    ("1/0", "x: the number of shards must be at least 1"),
    *((text, "x: must be i/N, such as 1/4 for the first of four shards, or `off`")
      for text in ("", "2", "1:4", "1/4/2", "-1/4", "a/b", "1/4.0", "1/9999999999")),
)  # fmt: skip


def test_what_is_no_shard_says_how_to_write_one(subtests: pytest.Subtests):
    for text, message in NO_SHARDS:
        with subtests.test(text=text):
            with pytest.raises(UsageError) as caught:
                Shard.parse(text, source="x")
            assert str(caught.value) == message
