"""Failed attempts: kind, advice, and whether they may be billed."""

import pytest

from pytest_cookie.llm.transport.failures import failure_of, retry_after

NOW = 1_700_000_000.0  # 2023-11-14 22:13:20 UTC


RETRY_AFTER = {
    "7": 7.0,
    " 0.5 ": 0.5,
    "0": 0.0,
    "Tue, 14 Nov 2023 22:13:50 GMT": 30.0,
    "Tue, 14 Nov 2023 22:13:00 GMT": 0.0,
    "": None,
    "soon": None,
    "-3": None,
    "nan": None,
    "1e9999": None,
    "Tue, 14 Nov 99999 22:13:50 GMT": None,
}


def test_retry_after_is_seconds_or_a_date(subtests):
    for value, seconds in RETRY_AFTER.items():
        with subtests.test(value):
            assert retry_after(value, NOW) == seconds


class SaidError(Exception):
    """Like litellm's exceptions: a status, a message, headers."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status_code, self.message, self.litellm_response_headers = status, message, headers


KINDS = [
    (429, "slow down", "busy"),
    (429, "You exceeded your current quota, check your plan and billing", "final"),
    (503, "overloaded", "busy"),
    (529, "overloaded", "busy"),
    (500, "oops", "broken"),
    (504, "gateway", "broken"),
    (408, "timeout", "broken"),
    (409, "conflict", "broken"),
    (400, "bad", "final"),
    (401, "key", "refused"),
    (402, "pay", "final"),
    (403, "no", "final"),
    (403, "Project proj-1 does not have access to model gpt-9", "refused"),
    (404, "what", "final"),
    (404, "No endpoints found that support image input", "final"),
    (404, "The model `m` does not exist", "refused"),
    (404, "404 page not found", "refused"),
    (400, "m is not a valid model ID", "refused"),
    (400, "tool_call_id call-1 not found in messages", "final"),
    (400, "Invalid parameter: response_format is not supported", "schema"),
    (400, "This model's maximum context length is 8192 tokens", "too_long"),
]


def test_failures_are_classified_by_status_and_message(subtests):
    for status, message, kind in KINDS:
        with subtests.test(message, status=status):
            failure = failure_of(SaidError(status, message, {"x": "y"}), "openai/m", has_schema=True, now=NOW)
            assert failure.kind == kind
            assert not failure.maybe_paid


def test_without_a_reply_schema_no_failure_is_a_schema_failure():
    error = SaidError(400, "response_format: unknown field", {"x": "y"})
    assert failure_of(error, "openai/m", has_schema=False, now=NOW).kind == "final"


def test_a_broken_connection_may_be_billed():
    assert failure_of(SaidError(500, "Connection error."), "openai/m", has_schema=False, now=NOW).maybe_paid


def test_a_refused_connection_is_not_billed():
    error = SaidError(500, "Connection error.")
    error.__cause__ = ConnectionRefusedError(111, "refused")
    assert not failure_of(error, "openai/m", has_schema=False, now=NOW).maybe_paid


def test_a_refused_connection_names_the_variable_with_the_address(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://user:password@127.0.0.1:9/v1")
    error = SaidError(500, "Connection error.")
    error.__cause__ = ConnectionRefusedError(111, "refused")
    failure = failure_of(error, "openai/m", has_schema=False, now=NOW)
    assert failure.kind == "broken"
    assert str(failure).endswith("Connection error. (is a server running at OPENAI_BASE_URL?)")


@pytest.mark.parametrize(
    ("model", "variable"),
    [("openai/m", "OPENAI_API_KEY"), ("gemini/m", "GEMINI_API_KEY"), ("together_ai/m", "TOGETHERAI_API_KEY")],
)
def test_a_rejected_key_names_its_variable(model: str, variable: str):
    failure = failure_of(SaidError(401, "invalid key sk-abcdefgh", {"x": "y"}), model, has_schema=False, now=NOW)
    assert f"set {variable} to a key" in str(failure)
    assert "sk-abc" not in str(failure)


@pytest.mark.parametrize(
    ("model", "status", "said"),
    [
        ("openai/m", 500, "Missing credentials. Please pass an `api_key`, or set the `OPENAI_API_KEY` variable."),
        ("anthropic/m", 401, "Missing Anthropic API Key - A call is being made but no key is set"),
        ("gemini/m", 500, "Missing Gemini API key. Set the GEMINI_API_KEY or GOOGLE_API_KEY variable."),
        ("groq/m", 500, "GROQ_API_KEY is not set"),
    ],
)
def test_a_missing_key_is_final_and_names_its_variable(model: str, status: int, said: str):
    failure = failure_of(SaidError(status, said), model, has_schema=False, now=NOW)
    variable = f"{model.partition('/')[0].upper()}_API_KEY"
    assert (failure.kind, failure.maybe_paid) == ("refused", False)
    assert str(failure) == f"no API key: set {variable} to a key that may use {model}"


def test_a_package_that_a_provider_needs_is_named():
    failure = failure_of(SaidError(500, "No module named 'boto3'"), "bedrock/m", has_schema=False, now=NOW)
    assert failure.kind == "refused"
    assert "this provider needs the package boto3" in str(failure)


def test_no_traceback_is_shown():
    error = SaidError(500, 'litellm.APIError: OpenAIException - bad Traceback (most recent call last): File "/x.py"')
    assert str(failure_of(error, "openai/m", has_schema=False, now=NOW)) == "the response cannot be parsed: bad"


PARAMETERS = [
    (
        "openai does not support parameters: ['top_p'], for model=gpt-5. To drop these, set `litellm.drop_params`",
        "top_p",
    ),
    ("Unsupported value: 'temperature' does not support 0.2 with this model", "temperature"),
    ("gpt-5 doesn't support temperature=0.2 unless top_p is gone. To drop unsupported params set x", "temperature"),
    ("`temperature` and `top_p` cannot both be specified for this model. Please use only one.", "top_p"),
    ("presence_penalty: Extra inputs are not permitted", "presence_penalty"),
]


def test_the_parameter_that_a_model_does_not_support_is_known(subtests):
    names = ("max_tokens", "presence_penalty", "temperature", "top_p")
    for text, name in PARAMETERS:
        with subtests.test(text):
            error = SaidError(400, text, {"x": "y"})
            failure = failure_of(error, "openai/m", has_schema=False, now=NOW, parameters=names)
            assert (failure.kind, failure.parameter) == ("parameter", name)
            assert "litellm" not in str(failure)
            assert "To drop" not in str(failure)


def test_a_wrong_value_is_no_unsupported_parameter():
    error = SaidError(400, "max_tokens is too large: 900000", {"x": "y"})
    failure = failure_of(error, "openai/m", has_schema=False, now=NOW, parameters=("max_tokens", "top_p"))
    assert (failure.kind, failure.parameter) == ("final", "max_tokens")
