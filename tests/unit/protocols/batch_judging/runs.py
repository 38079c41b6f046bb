"""A stored run of three items whose judging needs three calls each, and what became of it."""

from pytest_cookie.cli import main
from pytest_cookie.records.run import RunFolder

NAMES = ["one", "two", "three"]
STAGES = 3
SETTINGS = """[tool.pytest-cookie]
prices = "prices.toml"
batch_poll_seconds = 0.01
answer_seconds = 120
call_seconds = 20
"""
PRICES = '["openai/any"]\ninput_per_million = 1.0\noutput_per_million = 4.0\n'


def judge(run: RunFolder, *arguments: str) -> int:
    return main(["judge", str(run.path), "--judge=openai/any", *arguments])


def outcomes(run: RunFolder) -> list[str]:
    return [record.outcome for record in run.collect()[0]]


def scores(run: RunFolder) -> list[tuple[float | None, float | None]]:
    return [(record.scores["functionality"], record.scores["aesthetics"]) for record in run.collect()[0]]


def spent(run: RunFolder) -> float:
    return sum(record.cost_usd or 0.0 for record in run.collect()[0])
