"""A key that went to one origin goes to no other, under any scheme and in any header."""

import base64

import httpx
import pytest

from pytest_cookie.llm.transport.http_guard import Passage, RefusedTransferError

KEY = "sk-a1b2c3d4e5f6g7"
BASIC = base64.b64encode(f":{KEY}".encode()).decode()
FORMS = [
    {"Authorization": f"Bearer {KEY}"},
    {"authorization": f"bearer  {KEY}"},
    {"Authorization": KEY},
    {"x-api-key": KEY},
    {"api-key": f" {KEY} "},
    {"x-goog-api-key": f"Bearer {KEY}"},
    {"Authorization": f"Token {KEY}"},
    {"Authorization": f"Basic {BASIC}"},
]


@pytest.mark.parametrize("first", FORMS)
def test_a_key_is_the_same_in_every_form(first: dict[str, str]):
    passage = Passage()
    passage.keep_home(httpx.Request("GET", "https://api.one.example/x", headers=first))
    passage.keep_home(httpx.Request("GET", "https://api.one.example/y", headers=FORMS[0]))
    for other in FORMS:
        with pytest.raises(RefusedTransferError):
            passage.keep_home(httpx.Request("GET", "https://two.example/", headers=other))
    with pytest.raises(RefusedTransferError):
        passage.keep_home(httpx.Request("GET", f"https://two.example/?key={KEY}"))


def test_signatures_of_one_account_may_go_to_two_services():
    passage = Passage()
    for service in ("sts", "bedrock"):
        signed = f"AWS4-HMAC-SHA256 Credential=AKIA1/20260101/{service}, SignedHeaders=host, Signature={service * 9}"
        passage.keep_home(httpx.Request("GET", f"https://{service}.example/", headers={"Authorization": signed}))
    passage.keep_home(httpx.Request("GET", "https://two.example/", headers={"Authorization": "Bearer another-key-1"}))
