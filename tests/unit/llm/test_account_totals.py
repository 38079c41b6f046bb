"""What runs paid for adds up when they become one, and a file from elsewhere cannot do more than be wrong."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.llm.cost.account_totals import unite_accounts
from pytest_cookie.llm.cost.ledger import Account, Ledger
from pytest_cookie.llm.messages.messages import Request, Text, user
from pytest_cookie.llm.transport.shared_state import State

REQUEST = Request("openai/m", (user(Text("hello")),), "generate")
PAID = Spend(calls=1, usage=Usage(input_tokens=10, output_tokens=5), cost_usd=0.25, latency_seconds=2.0)
UNKNOWN = PAID.model_copy(update={"cost_usd": None})


def write_account(folder: Path, *, answered: int = 0, unpriced: int = 0, unsure: int = 0, under_way: int = 0) -> State:
    """The state is left open, as by a worker that was killed."""
    state = State(folder)
    ledger = Ledger(state)
    for spend, number in ((PAID, answered), (UNKNOWN, unpriced)):
        for _ in range(number):
            ledger.book(ledger.set_aside(REQUEST, 1.0, wait_seconds=0), spend, most_usd=1.0)
    for _ in range(unsure):
        ledger.drop(ledger.set_aside(REQUEST, 1.0, wait_seconds=0), maybe_paid=True)
    for _ in range(under_way):
        ledger.set_aside(REQUEST, 1.0, wait_seconds=0)
    return state


def test_accounts_add_up_also_of_killed_runs(tmp_path: Path):
    write_account(tmp_path / "a", answered=3, unsure=1).close()
    open_state = write_account(tmp_path / "b", answered=2, unpriced=1, under_way=2)
    shutil.copytree(tmp_path / "b", tmp_path / "killed")  # also from the write-ahead log
    open_state.close()
    folders = [tmp_path / "a", tmp_path / "killed", tmp_path / "called-nobody"]
    account, problems = unite_accounts(folders, tmp_path / "all")
    assert problems == ()
    usage = Usage(input_tokens=60, output_tokens=30)
    assert account == Account(calls=6, usage=usage, cost_usd=1.25, unpriced=1, unsure_usd=4.0, under_way_usd=0.0)
    assert Ledger(State(tmp_path / "all")).account() == account
    assert not (tmp_path / "called-nobody").exists()


def test_runs_without_calls_have_no_account(tmp_path: Path):
    assert unite_accounts([tmp_path / "a"], tmp_path / "all") == (Account(), ())
    assert not (tmp_path / "all").exists()


def view(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE VIEW calls AS SELECT 1")


def nonsense(path: Path) -> None:
    path.write_text("no database at all" * 1_000)


def link(path: Path) -> None:
    path.symlink_to("/etc/passwd")


def linked_folder(path: Path) -> None:
    write_account(path.parent.with_name("elsewhere"), answered=1).close()
    path.parent.rmdir()
    path.parent.symlink_to(path.parent.with_name("elsewhere"))


def text_for_money(path: Path) -> None:
    write_account(path.parent, answered=1).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE calls SET most_usd = 'a million'")


@pytest.mark.parametrize("mischief", [view, nonsense, link, linked_folder, text_for_money])
def test_an_unreadable_account_is_named_and_the_others_count(tmp_path: Path, mischief):
    write_account(tmp_path / "good", answered=1).close()
    (tmp_path / "bad").mkdir()
    mischief(tmp_path / "bad" / "models.sqlite3")
    account, problems = unite_accounts([tmp_path / "bad", tmp_path / "good"], tmp_path / "all")
    assert account.calls == 1
    assert len(problems) == 1
    assert problems[0].startswith(f"cannot read {tmp_path / 'bad' / 'models.sqlite3'}: ")
    assert problems[0].endswith("; what its calls took is not in the sum")
