"""Processes share slots and budget; a killed one loses its slot."""

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.llm.cost.ledger import Account, Ledger
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.llm.messages.messages import Request, Text, user
from pytest_cookie.llm.transport.limiter import Limiter
from pytest_cookie.llm.transport.shared_state import State
from pytest_cookie.records.lock_holder import LockHolder
from tests.disks import fill, small_disk

WORKER = Path(__file__).with_name("shared_state.py")
REQUEST = Request("openai/m", (user(Text("hello")),), "generate")
PAID = Spend(calls=1, usage=Usage(input_tokens=10, output_tokens=5), cost_usd=0.25, latency_seconds=2.0)


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    state = State(tmp_path)
    yield state
    state.close()


@pytest.fixture
def limiter(state: State) -> Limiter:
    return Limiter(state, 4, random.Random(1))


@contextmanager
def worker(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, str(WORKER), *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def take(limiter: Limiter, provider: str = "openai", *, wait_seconds: float = 0.0, lease_seconds: float = 60.0):
    return limiter.slot(provider, lease_seconds=lease_seconds, wait_seconds=wait_seconds)


def refuse(limiter: Limiter, times: int, pause_seconds: float = 0.0) -> None:
    for _ in range(times):
        with take(limiter) as slot:
            assert slot
            slot.refused(pause_seconds)


def test_each_provider_has_its_own_slots(limiter: Limiter):
    four = (take(limiter), take(limiter), take(limiter), take(limiter))
    with four[0], four[1], four[2], four[3], take(limiter) as fifth, take(limiter, "gemini") as other:
        assert fifth is None
        assert other is not None
    with take(limiter) as free:
        assert free is not None


def test_three_processes_share_two_slots(tmp_path: Path):
    rounds = ("places", tmp_path, 2, 50)
    with worker(*rounds) as one, worker(*rounds) as two, worker(*rounds) as three:
        seen = [int(process.communicate(timeout=60)[0]) for process in (one, two, three)]
    assert max(seen) <= 2


def test_each_429_halves_the_limit_down_to_one(limiter: Limiter):
    refuse(limiter, 1)
    assert limiter.allowed("openai") == 2
    refuse(limiter, 5)
    assert limiter.allowed("openai") == 1
    assert limiter.allowed("gemini") == 4


def test_concurrent_429s_halve_the_limit_once(limiter: Limiter):
    with take(limiter) as one, take(limiter) as two, take(limiter) as three:
        for slot in (one, two, three):
            assert slot
            slot.refused(0.0)
    assert limiter.allowed("openai") == 2


def test_responses_raise_the_limit_up_to_the_maximum(limiter: Limiter):
    refuse(limiter, 2)
    allowed = []
    for _ in range(20):
        with take(limiter) as slot:
            assert slot
            slot.answered()
        allowed.append(limiter.allowed("openai"))
    # 1 → 2 by one answer, 2 → 3 by about two, 3 → 4 by about three more
    assert allowed[:1] == [2]
    assert allowed == sorted(allowed)
    assert allowed[3] < 4
    assert allowed[-1] == 4


def test_a_retry_after_pauses_all_workers(limiter: Limiter, tmp_path: Path):
    refuse(limiter, 1, pause_seconds=30.0)
    with take(Limiter(State(tmp_path), 4, random.Random(2)), wait_seconds=5.0) as other:
        assert other is None


def test_a_slot_is_free_after_its_lease(limiter: Limiter, state: State):
    one = Limiter(state, 1, random.Random(1))
    with take(one, lease_seconds=-1.0), take(one) as second:
        assert second is not None


def test_a_killed_process_loses_its_slot_and_its_reservation_becomes_unsure(tmp_path: Path, state: State):
    one, ledger = Limiter(state, 1, random.Random(1)), Ledger(state, 1.0)
    with worker("hold", tmp_path) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        assert ledger.account().under_way_usd == 0.5
        with take(one) as slot:
            assert slot is None
        holder.kill()
        holder.wait()
        with take(one) as slot:
            assert slot is not None
        with pytest.raises(BudgetSpentError, match=r"\$0\.5000 for calls without an answer"):
            ledger.set_aside(REQUEST, 0.6, wait_seconds=10)
    ledger.set_aside(REQUEST, 0.5, wait_seconds=0)


def test_only_processes_of_this_machine_can_be_known_to_be_dead():
    assert not LockHolder.this().is_dead
    assert not LockHolder("elsewhere.invalid", 1, 0.0).is_dead


def test_costs_are_booked_by_purpose_and_model(state: State):
    ledger = Ledger(state, 10.0)
    for request in (REQUEST, REQUEST, Request("openai/n", REQUEST.messages, "judge")):
        ledger.book(ledger.set_aside(request, 1.0, wait_seconds=0), PAID, most_usd=0.9)
    assert ledger.account() == Account(
        calls=3, usage=Usage(input_tokens=30, output_tokens=15), cost_usd=0.75, budget_usd=10.0
    )
    accounts = ledger.accounts()
    assert list(accounts) == [("generate", "openai/m"), ("judge", "openai/n")]
    assert accounts["generate", "openai/m"].cost_usd == 0.5


def test_a_call_without_a_response_costs_nothing_unless_it_may_be_billed(state: State):
    ledger = Ledger(state, 1.0)
    ledger.drop(ledger.set_aside(REQUEST, 0.4, wait_seconds=0), maybe_paid=False)
    assert ledger.account() == Account(budget_usd=1.0)
    ledger.drop(ledger.set_aside(REQUEST, 0.4, wait_seconds=0), maybe_paid=True)
    assert ledger.account() == Account(unsure_usd=0.4, budget_usd=1.0)


def test_a_response_of_unknown_cost_counts_against_the_budget(state: State):
    ledger = Ledger(state, 1.0)
    unknown = PAID.model_copy(update={"cost_usd": None})
    ledger.book(ledger.set_aside(REQUEST, 0.9, wait_seconds=0), unknown, most_usd=0.7)
    account = ledger.account()
    assert (account.unpriced, account.cost_usd, account.unsure_usd) == (1, 0.0, 0.7)
    with pytest.raises(BudgetSpentError):
        ledger.set_aside(REQUEST, 0.4, wait_seconds=0)


def test_a_call_that_could_exceed_the_budget_is_not_made(state: State):
    ledger = Ledger(state, 1.0)
    for _ in range(3):
        ledger.book(ledger.set_aside(REQUEST, 0.4, wait_seconds=0), PAID, most_usd=0.4)
    with pytest.raises(BudgetSpentError, match=r"budget of \$1\.0000 .* at most \$0\.4000: \$0\.7500 are spent"):
        ledger.set_aside(REQUEST, 0.4, wait_seconds=10)
    ledger.set_aside(REQUEST, 0.25, wait_seconds=0)


def test_a_call_waits_for_reservations_that_may_be_freed(state: State):
    ledger = Ledger(state, 1.0)
    call = ledger.set_aside(REQUEST, 0.8, wait_seconds=0)
    with pytest.raises(BudgetSpentError):
        ledger.set_aside(REQUEST, 0.5, wait_seconds=0.1)
    ledger.book(call, PAID, most_usd=0.8)
    ledger.set_aside(REQUEST, 0.5, wait_seconds=0)


def test_several_processes_together_stay_within_the_budget(tmp_path: Path, state: State):
    with worker("money", tmp_path, 3, 100) as one, worker("money", tmp_path, 3, 100) as two:
        made = [int(process.communicate(timeout=60)[0]) for process in (one, two)]
    account = Ledger(state, 3.0).account()
    assert account.calls == sum(made)
    assert account.under_way_usd == 0
    # the dearest call was of 10 cents, so that no more than that is left
    assert 2.9 <= account.cost_usd <= 3.0


def test_reading_the_account_creates_no_file(tmp_path: Path):
    assert Ledger(State(tmp_path / "none"), 1.0).account() == Account(budget_usd=1.0)
    assert Ledger(State(tmp_path / "none")).accounts() == {}
    assert list(tmp_path.iterdir()) == []


def test_many_can_open_a_new_state_at_once(tmp_path: Path):
    together, failed = threading.Barrier(16), list[str]()

    def begin() -> None:
        for number in range(15):
            together.wait(30)
            own = State(tmp_path / str(number))
            try:
                with own.transaction() as change:
                    change.execute("INSERT INTO pace VALUES (?, 1, 0, 0)", (str(threading.get_ident()),))
            except RecordingError as error:
                failed.append(str(error))
            own.close()

    threads = [threading.Thread(target=begin) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failed == []
    with State(tmp_path / "14").transaction() as change:
        assert change.execute("SELECT count(*) FROM pace").fetchone() == (16,)


def test_a_state_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "models.sqlite3").write_bytes(b"no database at all, but a long enough text to look at" * 40)
    with pytest.raises(RecordingError, match=r"models\.sqlite3"):
        Ledger(State(tmp_path)).set_aside(REQUEST, 0.1, wait_seconds=0)
    (tmp_path / "file").touch()
    with pytest.raises(RecordingError, match="cannot make"):
        Ledger(State(tmp_path / "file" / "folder")).set_aside(REQUEST, 0.1, wait_seconds=0)


def test_a_full_disk_is_told_and_the_account_goes_on_when_there_is_room(tmp_path: Path):
    with small_disk(tmp_path / "disk", megabytes=2) as disk:
        state = State(disk / "state")
        ledger = Ledger(state, 10.0)
        call = ledger.set_aside(REQUEST, 0.5, wait_seconds=0)
        filler = fill(disk)
        with pytest.raises(RecordingError, match="disk is full"):  # noqa: PT012 - a few may fit into existing pages
            for _ in range(10_000):
                ledger.set_aside(REQUEST, 0.0, wait_seconds=0)
        filler.unlink()
        ledger.book(call, PAID, most_usd=0.5)
        assert ledger.account().cost_usd == PAID.cost_usd
        state.close()


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_changed_system_clock_delays_no_call(limiter: Limiter, monkeypatch: pytest.MonkeyPatch, hours: int):
    refuse(limiter, 1, pause_seconds=30.0)
    told = time.time
    monkeypatch.setattr(time, "time", lambda: told() + hours * 3600)
    with take(limiter) as slot:
        assert slot is not None
        slot.refused(0.0)
    assert limiter.allowed("openai") == 1, "the limit is halved as usual"


def test_a_changed_system_clock_makes_no_process_dead(monkeypatch: pytest.MonkeyPatch):
    this = LockHolder.this()
    boot = psutil.boot_time()
    monkeypatch.setattr("psutil._pslinux.boot_time", lambda: boot - 3600, raising=False)
    assert not this.is_dead
    assert LockHolder.this() == this
