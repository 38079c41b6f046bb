"""What providers say is shown without keys."""

import pytest

from pytest_cookie.llm.transport.secrets import MAX_SAID, redacted


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "MY_TOKEN", "db_password", "AWS_SECRET_ACCESS_KEY"])
def test_values_of_secret_variables_are_gone(monkeypatch: pytest.MonkeyPatch, name: str):
    monkeypatch.setenv(name, "plain-words-as-a-key")
    assert redacted("wrong key plain-words-as-a-key!") == "wrong key [redacted]!"


def test_a_key_that_holds_another_is_gone_whole(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("A_KEY", "abcdefgh")
    monkeypatch.setenv("B_KEY", "abcdefgh-and-more")
    assert redacted("x abcdefgh-and-more y") == "x [redacted] y"


@pytest.mark.parametrize(
    "secret",
    [
        "sk-proj-Ab12Cd34Ef56",
        "sk-loop****42c8",
        "Bearer abc.def-ghi",
        "authorization: Basic dXNlcjpwYXNz",
        "https://example.org/v1?api_key=0123456789&x=1",
        "https://example.org/v1?key=0123456789",
        '{"api-key": "0123456789"}',
        "AIzaSyA0123456789abcdef",
        "AKIAIOSFODNN7EXAMPLE",
        "gsk_0123456789ab",
        "http://user:0123456789@proxy.example",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln",
    ],
)
def test_what_looks_like_a_key_is_gone(secret: str):
    said = redacted(f"refused: {secret} (see the documentation)")
    assert "[redacted]" in said
    assert "(see the documentation)" in said
    for part in ("Ab12Cd34", "42c8", "abc.def", "dXNlcjpw", "0123456789", "IOSFODNN7", "eyJzdWIi"):
        assert part not in said


@pytest.mark.parametrize("said", ["max_tokens: 4096 is too large", "Rate limit reached for 3 requests", "key is wrong"])
def test_what_is_no_secret_stays(said: str):
    assert redacted(said) == said


def test_it_is_one_line_of_bounded_length():
    said = redacted("line one\nline \x1b[31mtwo\r\n" + "word " * 1000)
    assert said.startswith("line one line [31mtwo word")
    assert len(said) == MAX_SAID


def test_hostile_lengths_take_no_time():
    assert len(redacted("api_key=" * 500_000)) <= MAX_SAID
    assert len(redacted("https://" + "a" * 3_000_000)) <= MAX_SAID
