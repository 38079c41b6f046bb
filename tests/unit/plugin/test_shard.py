"""The shard of a session comes from the option, a scheduler or a CI system, never by accident."""

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.plugin.shard import VARIABLES, choose_shard

SLURM = {"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "1"}
CIRCLE = {"CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "4"}


def chosen(option: str | None, environment: dict[str, str]) -> tuple[str, str] | None:
    found = choose_shard(option, environment)
    return None if found is None else (str(found.shard), found.source)


ARRAY = SLURM | {"SLURM_ARRAY_TASK_ID": "20", "SLURM_ARRAY_TASK_STEP": "10"}
SHARDS = (
    (SLURM, "3/4", "a Slurm array"),
    (SLURM | {"SLURM_ARRAY_TASK_STEP": "1"}, "3/4", "a Slurm array"),
    (SLURM | {"SLURM_ARRAY_TASK_MIN": "0"}, "4/4", "a Slurm array"),
    (ARRAY | {"SLURM_ARRAY_TASK_MIN": "0"}, "3/4", "a Slurm array"),  # --array=0-30:10
    (ARRAY | {"SLURM_ARRAY_TASK_MIN": "10"}, "2/4", "a Slurm array"),  # --array=10-40:10
    ({"JOB_COMPLETION_INDEX": "0", "PYTEST_COOKIE_SHARDS": "8"}, "1/8", "a Kubernetes Indexed Job"),
    ({"GITLAB_CI": "true", "CI_NODE_INDEX": "8", "CI_NODE_TOTAL": "8"}, "8/8", "GitLab CI"),
    (CIRCLE, "2/4", "CircleCI"),
    ({"BUILDKITE_PARALLEL_JOB": "0", "BUILDKITE_PARALLEL_JOB_COUNT": "2"}, "1/2", "Buildkite"),
    (SLURM | CIRCLE | {"CIRCLE_NODE_INDEX": "2"}, "3/4", "a Slurm array"),
)
NO_SHARDS: tuple[dict[str, str], ...] = (
    {},
    {"GITLAB_CI": "true", "CI_NODE_TOTAL": "1"},
    {"GITLAB_CI": "true", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "1"},
    {"CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1"},
    {"CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"},  # other tools count these from 0
    {"JOB_COMPLETION_INDEX": "0", "PYTEST_COOKIE_SHARDS": "1"},
    {"PYTEST_COOKIE_SHARDS": "4"},
    {"SLURM_JOB_ID": "12"},
)


def test_schedulers_and_cis_are_read(subtests: pytest.Subtests):
    for environment, shard, source in SHARDS:
        with subtests.test(environment=environment):
            assert chosen(None, environment) == (shard, source)


def test_the_option_takes_precedence_over_the_environment():
    assert chosen("2/3", SLURM) == ("2/3", "--cookie-shard")
    assert chosen("off", SLURM) is None
    assert chosen("1/1", SLURM) is None


def test_without_a_shard_all_items_run(subtests: pytest.Subtests):
    for environment in NO_SHARDS:
        with subtests.test(environment=environment):
            assert chosen(None, environment) is None


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"JOB_COMPLETION_INDEX": "0"}, "set PYTEST_COOKIE_SHARDS, or pass --cookie-shard=i/N, or --cookie-shard=off"),
        ({"CIRCLE_NODE_INDEX": "x", "CIRCLE_NODE_TOTAL": "4"}, "CircleCI: CIRCLE_NODE_INDEX='x' is not a number"),
        (CIRCLE | {"CIRCLE_NODE_INDEX": "4"}, "CircleCI: CIRCLE_NODE_INDEX=4, CIRCLE_NODE_TOTAL=4: shards are counted"),
        (
            SLURM | CIRCLE,
            "the shard is ambiguous: a Slurm array sets 3/4 but CircleCI sets 2/4; pass --cookie-shard=i/N",
        ),
        ({"SLURM_ARRAY_TASK_ID": "3"}, "a Slurm array: SLURM_ARRAY_TASK_COUNT='' is not a number"),
    ],
)
def test_an_incomplete_or_ambiguous_shard_is_refused(environment: dict[str, str], message: str):
    with pytest.raises(UsageError) as caught:
        choose_shard(None, environment)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("task", "count", "least"),
    [
        pytest.param("3", "1", "3", id="--array=3, one task again"),
        pytest.param("1", "1", "1", id="--array=1, the first again"),
        pytest.param("7", "2", "3", id="--array=3,7"),
        pytest.param("4", "2", "3", id="--array=3-4"),
    ],
)
def test_a_resubmitted_part_of_an_array_is_refused(task: str, count: str, least: str):
    again = {"SLURM_ARRAY_TASK_ID": task, "SLURM_ARRAY_TASK_COUNT": count, "SLURM_ARRAY_TASK_MIN": least}
    with pytest.raises(UsageError) as caught:
        choose_shard(None, again)
    assert f"pass --cookie-shard={task}/N" in str(caught.value)


def test_every_variable_that_is_read_is_listed():
    assert set(SLURM) | set(CIRCLE) | {"JOB_COMPLETION_INDEX", "PYTEST_COOKIE_SHARDS", "CI_NODE_TOTAL"} <= set(
        VARIABLES
    )
