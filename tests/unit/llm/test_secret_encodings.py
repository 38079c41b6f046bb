"""Random keys in random texts, in every disguise: nothing of them is left that anybody could use."""

import base64
import codecs
import html
import importlib.util
import json
import random
import re
import string
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from pytest_cookie.llm.transport.secrets import redacted, without_secrets, without_secrets_in

ALPHABETS = (
    string.ascii_letters + string.digits,
    string.ascii_letters + string.digits + "-_",
    string.ascii_lowercase + string.digits,
    string.hexdigits.lower(),
    string.ascii_letters + string.digits + "+/=.%&\"'<>",
)
PREFIXES = ("", "sk-", "sk-proj-", "sk-ant-api03-", "gsk_", "AIzaSy", "tenant:")


def key_of(chance: random.Random) -> str:
    signs = chance.choice(ALPHABETS)
    return chance.choice(PREFIXES) + "".join(chance.choices(signs, k=chance.randint(24, 90))) + "7"


def split(text: str, chance: random.Random, between: str) -> str:
    at = sorted(chance.sample(range(1, len(text)), 3))
    return between.join(text[start:end] for start, end in zip([0, *at], [*at, len(text)], strict=True))


def some(text: str, chance: random.Random, escape: Callable[[str], str]) -> str:
    return "".join(escape(sign) if chance.random() < 0.5 else sign for sign in text)


Disguise = Callable[[str, random.Random], str]
DISGUISES: dict[str, Disguise] = {
    "plain": lambda key, chance: key,
    "upper case": lambda key, chance: key.upper(),
    "backwards": lambda key, chance: key[::-1],
    "URL": lambda key, chance: quote(key, safe=""),
    "every sign of a URL": lambda key, chance: "".join(f"%{ord(sign):02x}" for sign in key),
    "a URL in a URL": lambda key, chance: quote("".join(f"%{ord(sign):02X}" for sign in key), safe=""),
    "some signs of a URL": lambda key, chance: some(key, chance, lambda sign: f"%{ord(sign):02X}"),
    "JSON": lambda key, chance: json.dumps(key),
    "JSON in JSON": lambda key, chance: json.dumps(json.dumps({"key": key})),
    "JSON's escapes": lambda key, chance: some(key, chance, lambda sign: f"\\u{ord(sign):04x}"),
    "a script's escapes": lambda key, chance: some(key, chance, lambda sign: f"\\x{ord(sign):02x}"),
    "HTML": lambda key, chance: html.escape(key),
    "HTML's numbers": lambda key, chance: some(key, chance, lambda sign: f"&#{ord(sign)};"),
    "HTML's hexadecimal": lambda key, chance: some(key, chance, lambda sign: f"&#x{ord(sign):X};"),
    "hexadecimal": lambda key, chance: key.encode().hex(),
    "bytes": lambda key, chance: key.encode().hex(":").upper(),
    "a list of bytes": lambda key, chance: ", ".join(f"0x{ord(sign):02x}" for sign in key),
    "base64": lambda key, chance: base64.b64encode(key.encode()).decode(),
    "base64 for URLs": lambda key, chance: base64.urlsafe_b64encode(key.encode()).decode().rstrip("="),
    "base64 among others": lambda key, chance: base64.b64encode(f"Bearer {'x' * chance.randint(0, 2)}{key}!".encode())
    .decode(),
    "base64 on lines": lambda key, chance: base64.encodebytes((key * 3).encode()).decode(),
    "base32": lambda key, chance: base64.b32encode(f"{'x' * chance.randint(0, 4)}{key}".encode()).decode(),
    "base64 backwards": lambda key, chance: base64.b64encode(key.encode()).decode()[::-1],
    "base64 of it backwards": lambda key, chance: base64.b64encode(key[::-1].encode()).decode(),
    "hexadecimal backwards": lambda key, chance: key.encode().hex()[::-1],
    "UTF-16 in hexadecimal": lambda key, chance: key.encode(chance.choice(["utf-16-le", "utf-16-be"])).hex(),
    "UTF-16 in base64": lambda key, chance: base64.b64encode(key.encode("utf-16-le")).decode(),
    "base64 twice": lambda key, chance: base64.b64encode(base64.b64encode(key.encode())).decode(),
    "base64 of hexadecimal": lambda key, chance: base64.b64encode(key.encode().hex().encode()).decode(),
    "hexadecimal of base64": lambda key, chance: base64.b64encode(key.encode()).hex(),
    "decimal bytes": lambda key, chance: chance.choice([", ", ",", " "]).join(str(ord(sign)) for sign in key),
    "a script's numbers": lambda key, chance: f"String.fromCharCode({','.join(str(ord(sign)) for sign in key)})",
    "a script's braces": lambda key, chance: some(key, chance, lambda sign: f"\\u{{{ord(sign):x}}}"),
    "octal": lambda key, chance: "".join(f"\\{ord(sign):o}" for sign in key),
    "full width": lambda key, chance: "".join(chr(ord(sign) + 0xFEE0) for sign in key),
    "letters of formulas": lambda key, chance: some(
        key, chance, lambda sign: chr(0x1D5D4 + ord(sign) - 65) if "A" <= sign <= "Z" else sign),
    "spaces": lambda key, chance: split(key, chance, " "),
    "letter by letter": lambda key, chance: " ".join(key),
    "line breaks": lambda key, chance: split(key, chance, "\r\n  "),
    "escaped line breaks": lambda key, chance: split(key, chance, "\\n"),
    "strings that are added": lambda key, chance: split(key, chance, '" + "'),
    "signs without width": lambda key, chance: split(key, chance, "\u200b"),
    "its first half": lambda key, chance: key[: len(key) // 2 + 1],
    "its second half": lambda key, chance: key[len(key) // 2 - 1 :],
    "both halves": lambda key, chance: f"{key[: len(key) // 2]} and then {key[len(key) // 2 :]}",
}  # fmt: skip


def letters(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum()).lower()


@pytest.mark.parametrize("keys", [15, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("what", DISGUISES)
def test_nothing_of_a_key_is_left_in_a_text(monkeypatch: pytest.MonkeyPatch, what: str, keys: int):
    chance = random.Random(what)
    for _ in range(keys):
        key = key_of(chance)
        monkeypatch.setenv("OPENAI_API_KEY", key)
        hidden = DISGUISES[what](key, chance)
        before, after = "It is <b>here</b>: (", ") - 1 time and nothing else, 100% sure."
        for said in (without_secrets(before + hidden + after), redacted(before + hidden + after)):
            assert "[redacted]" in said, (key, hidden)
            assert said.endswith(" nothing else, 100% sure.")
            left = letters(said.removeprefix(before).removesuffix(after).replace("[redacted]", ""))
            assert len(left) <= len(letters(hidden)) // 3 + 8, (key, hidden, said)
            assert not any(left[start : start + 9] in letters(key) for start in range(len(left) - 8)), (key, said)


def test_pages_and_words_stay_as_they_are(monkeypatch: pytest.MonkeyPatch):
    chance = random.Random(4)
    for name in ("OPENAI_API_KEY", "HF_TOKEN", "DB_PASSWORD"):
        monkeypatch.setenv(name, key_of(chance))
    for index in range(40):
        words = ["".join(chance.choices(string.ascii_lowercase, k=chance.randint(1, 12))) for _ in range(2_000)]
        page = (
            f"<p class=a{index}>" + " ".join(words) + base64.b64encode(chance.randbytes(3_000)).decode() + "%20\\u00e9"
        )
        assert without_secrets(page) == page


@pytest.mark.parametrize("value", ["none", "placeholder", "not-needed", "EMPTY", "local-server-key", "sk-1234"])
def test_a_key_that_is_none_takes_no_word_from_a_page(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv("OPENAI_API_KEY", value)
    page = f'<input placeholder="{value}"> {value}'
    assert without_secrets(page) == page


NOT_FOUND: dict[str, Callable[[str], str]] = {
    "rot13": lambda key: codecs.encode(key, "rot13"),
    "base85": lambda key: base64.b85encode(key.encode()).decode(),
    "a letter between": "x".join,
    "numbered": lambda key: " ".join(f"{number}: {sign}" for number, sign in enumerate(key)),
    "three parts in sentences": lambda key: (
        f"It starts with {key[:16]}, goes on with {key[16:32]}, ends with {key[32:]}"
    ),
}


@pytest.mark.parametrize("how", NOT_FOUND)
def test_what_the_guide_says_is_not_found(monkeypatch: pytest.MonkeyPatch, how: str):
    """If one of these is found some day, `docs/how-to/use-models.md` promises too little."""
    key = "Zx81kQp7Rt29vLmW4sYc60hNaGd3Ue5BjFoTiXyP7zQ8"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    hidden = NOT_FOUND[how](key)
    assert without_secrets(hidden) == hidden


JWT = "eyJhbGciOiJSUzI1NiJ9.abc123DEF456ghi789.sig0987654321"


@pytest.mark.parametrize(
    ("name", "value", "secret"),
    [
        ("SNOWFLAKE_JWT", "a1b2c3d4e5f6g7h8", "a1b2c3d4e5f6g7h8"),
        ("GITLAB_PAT", "a1b2c3d4e5f6g7h8", "a1b2c3d4e5f6g7h8"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "x-honeycomb-team=a1b2c3d4e5f6", "x-honeycomb-team=a1b2c3d4e5f6"),
        ("MY_SESSION", JWT, JWT),
        ("WHATEVER", "sk-ant-api03-a1b2c3d4e5f6", "sk-ant-api03-a1b2c3d4e5f6"),
        ("DATABASE_URL", "postgres://me:a1b2c3d4e5f6g7@db.example/x", "a1b2c3d4e5f6g7"),
        ("HTTPS_PROXY", "http://:a1b2c3d4e5f6g7@proxy.example", "a1b2c3d4e5f6g7"),
    ],
)
def test_secrets_are_known_by_their_name_or_their_form(monkeypatch, name: str, value: str, secret: str):
    monkeypatch.setenv(name, value)
    assert without_secrets(f"It is {secret}.") == "It is [redacted]."
    assert without_secrets(base64.b64encode(secret.encode()).decode()) == "[redacted]"


def test_every_variable_that_litellm_takes_as_a_key_is_a_secret(monkeypatch: pytest.MonkeyPatch):
    package = importlib.util.find_spec("litellm")
    assert package
    assert package.origin
    reads = re.compile(r'\bapi_key\b[^=\n]{0,40}=[^=\n][^\n]{0,200}?(?:get_secret(?:_str)?|getenv)\(\s*"([A-Z0-9_]+)"')
    names = set(reads.findall(Path(package.origin).with_name("main.py").read_text("utf-8")))
    assert len(names) > 20
    for number, name in enumerate(sorted(names)):
        monkeypatch.setenv(name, f"value-{number}-a1b2c3d4e5f6g7h8")
        assert without_secrets(f"value-{number}-a1b2c3d4e5f6g7h8") == "[redacted]", name


@pytest.mark.parametrize(
    "page",
    [
        "data: [12, 45, 67, 110, 97, 98, 99, 100, 101, 102]", "rgb(10 20 30) 1234567890123456", "\\101 \\12 \\u{1F600}",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk", "ＡＢＣ ①②③ ﬁ ½",
        "aGVsbG8gd29ybGQsIHRoaXMgaXMgbm8gc2VjcmV0", "deadbeefdeadbeefdeadbeefdeadbeef", "a" * 17, "A" * 65,
    ],
)  # fmt: skip
def test_encoded_texts_without_a_secret_stay(monkeypatch: pytest.MonkeyPatch, page: str):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-proj-Zx81kQp7Rt29vLmW4sYc60hNaGd3Ue5B")
    assert without_secrets(page) == page


def test_names_of_people_and_keyboards_are_no_secrets(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Ada Lovelace 1815")
    monkeypatch.setenv("XKB_KEYBOARD", "pc105-layout-german")
    assert redacted("Ada Lovelace 1815 has a pc105-layout-german") == "Ada Lovelace 1815 has a pc105-layout-german"


def test_json_that_holds_a_split_key_is_json_without_it(monkeypatch: pytest.MonkeyPatch):
    chance = random.Random(5)
    for _ in range(50):
        key = "sk-" + "".join(chance.choices(ALPHABETS[1], k=40))
        monkeypatch.setenv("OPENAI_API_KEY", key)
        text = json.dumps({"parts": [key[:20], key[20:]], "whole": f"a {key} b", "n": 1})
        read = json.loads(without_secrets(text))
        assert (read["n"], read["whole"]) == (1, "a [redacted] b")


def test_every_text_of_a_value_is_cleaned(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("A_TOKEN", "0123456789abcdef")
    value = {"a": ["x 0123456789abcdef", 1, None, {"b": "0123456789ABCDEF"}], "c": True}
    assert without_secrets_in(value) == {"a": ["x [redacted]", 1, None, {"b": "[redacted]"}], "c": True}


@pytest.mark.parametrize("length", [3_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_long_texts_and_many_almost_keys_end(monkeypatch: pytest.MonkeyPatch, length: int):
    monkeypatch.setenv("A_TOKEN", "a" * 30 + "1")
    assert without_secrets("a" * length) == "[redacted]"
    assert without_secrets("%" * 15 * length) == "%" * 15 * length


@pytest.mark.parametrize(
    ("name", "value", "page"),
    [
        ("OPENAI_API_KEY", "sk-placeholder-000000000", '<input placeholder="Name" value="1000000000000">'),
        ("LOCAL_API_KEY", "dummy-password-for-tests-1", '<input type="password" id="password-for-login">'),
        ("NEXTAUTH_URL", "http://localhost:3000/api/auth", 'fetch("http://localhost:8080/api/auth/session")'),
        ("SSH_AUTH_SOCK", "/run/user/1000/keyring/ssh", "see /run/user/1000/keyring for the socket"),
        ("SECRET_FILE", "~/.config/secrets/token-2024.json", "~/.config/secrets/token-2024.json"),
    ],
)
def test_words_paths_and_addresses_of_pages_are_left_to_them(monkeypatch, name, value, page):
    monkeypatch.setenv(name, value)
    assert without_secrets(page) == page


def test_what_is_random_beside_a_word_is_gone_though_the_word_is_not(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-service-A1b2C3d4E5f6G7h8I9j0")
    assert without_secrets("our service has A1b2C3d4E5f6G7h8I9j0") == "our service has [redacted]"
