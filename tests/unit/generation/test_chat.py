"""The generator that calls a model: requests, stored files, and whose fault a missing page is."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.case import Case, Complexity
from pytest_cookie.core.errors import GenerationError
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.generation.chat import ChatGenerator, GenerationPrompts
from pytest_cookie.generation.file_intake import IntakeLimits
from pytest_cookie.llm.errors import BudgetSpentError, ProviderError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request, Text
from pytest_cookie.llm.messages.prompt import identity_of, read_prompt
from tests.scripted_model import ScriptedModel
from tests.unit.generation.replies import BAD, PAGE, SCRIPT, SKELETON, STYLE, fenced

FOLDER = Path(__file__).parents[3] / "pytest_cookie" / "protocols" / "cookie" / "prompts"
PROMPTS = GenerationPrompts(
    *(read_prompt(FOLDER / f"generation-{part}.md") for part in ("system", "user", "continue", "cdn"))
)
BRIEF = "Bitte eine Stoppuhr {{ tail }}"
CALL = Spend(calls=1, usage=Usage(input_tokens=340, output_tokens=5000), cost_usd=0.02, latency_seconds=3.0)
CUT = PAGE.index("<button")


def reply(text: str, finish: str = "stop") -> Completion:
    return replace(Completion(text, spend=CALL), finish=finish)


def generate(
    chat: ScriptedModel, item: Path, *, repeat: int = 1, limits: IntakeLimits | None = None, cdn: bool = False
) -> Artifact:
    easy = dict.fromkeys(Complexity.model_fields, 1)
    case = Case(
        id="c", brief=BRIEF, page_type="static", domain="utilities", leaf="timer", language="de",
        complexity=Complexity.model_validate(easy), source="test", version=1, origin="test", digest="0", cdn=cdn,
    )  # fmt: skip
    key = ItemKey(case="c", model="openai/any", mode="html", repeat=repeat)
    generator = ChatGenerator(
        "openai/any", chat, PROMPTS, parameters={"temperature": 0.5}, limits=limits or IntakeLimits()
    )
    return generator.generate(case, key, item / "artifact")


def texts(request: Request) -> list[tuple[str, str]]:
    parts = [(message.role, part) for message in request.messages for part in message.parts]
    return [(role, part.text) for role, part in parts if isinstance(part, Text)]


def test_a_case_that_allows_cdns_says_so_and_the_identity_of_others_stays(tmp_path: Path):
    chat = ScriptedModel(reply(fenced(PAGE)), reply(fenced(PAGE)))
    plain, allowed = generate(chat, tmp_path / "a"), generate(chat, tmp_path / "b", cdn=True)
    asked = [texts(request)[1][1] for request in chat.requests]
    assert "delivery networks" not in asked[0]
    assert asked[1].startswith(f"{BRIEF}\n\nFor this page there is one exception")
    assert plain.prompt == identity_of((PROMPTS.system, PROMPTS.user, PROMPTS.resume))
    assert allowed.prompt.startswith("generation-system+generation-user+generation-continue+generation-cdn ")


def test_a_page_is_asked_for_once_with_nothing_but_the_brief(tmp_path: Path):
    chat = ScriptedModel(reply(fenced(PAGE)))
    artifact = generate(chat, tmp_path, repeat=3)
    (request,) = chat.requests
    system, (role, brief) = texts(request)
    assert (role, brief) == ("user", BRIEF + "\n")
    assert system[0] == "system"
    assert "one complete HTML file" in system[1]
    assert (request.model, request.purpose, request.repeat) == ("openai/any", "generate", 3)
    assert (request.tools, request.reply_schema, request.parameters) == ((), None, {"temperature": 0.5})
    assert (artifact.entry, artifact.problem, artifact.spend) == ("index.html", None, CALL)
    assert artifact.prompt == PROMPTS.identity
    assert (tmp_path / "artifact" / "index.html").read_text().strip() == PAGE


def test_the_raw_reply_is_kept_beside_the_artifact(tmp_path: Path):
    raw = f"Gern! \ud800 {fenced(PAGE)}"
    artifact = generate(ScriptedModel(reply(raw)), tmp_path)
    assert artifact.replies == ("reply-1.md",)
    assert (tmp_path / "reply-1.md").read_text() == raw.replace("\ud800", "?")
    assert [path.name for path in (tmp_path / "artifact").iterdir()] == ["index.html"]


def test_several_files_are_written_as_they_are_called(tmp_path: Path):
    text = f"{fenced(SKELETON, 'html index.html')}{fenced(STYLE, 'css style.css')}{fenced(SCRIPT, 'js js/app.js')}"
    artifact = generate(ScriptedModel(reply(text)), tmp_path)
    assert [file.path for file in artifact.files] == ["index.html", "js/app.js", "style.css"]
    assert (tmp_path / "artifact" / "js" / "app.js").read_text().strip() == SCRIPT


def test_a_reply_that_was_cut_off_is_continued_once(tmp_path: Path):
    whole = fenced(PAGE)
    chat = ScriptedModel(reply(whole[: CUT + 8], "length"), reply(whole[CUT + 8 :], "length"))
    artifact = generate(chat, tmp_path, repeat=2)
    assert (tmp_path / "artifact" / "index.html").read_text().strip() == PAGE
    assert artifact.replies == ("reply-1.md", "reply-2.md")
    assert artifact.spend == CALL + CALL
    first, second = chat.requests
    assert second.messages[:2] == first.messages
    (role, handed_back), (_, resume) = texts(second)[2:]
    assert (role, handed_back) == ("assistant", whole[: CUT + 8])
    assert f"\n\n{handed_back[-300:]}\n\n" in resume
    assert second.repeat == 2


@pytest.mark.parametrize("text", [fenced(PAGE) + "\nIt works like th", f"```html\n{PAGE}"])
def test_a_page_that_is_whole_is_not_continued(tmp_path: Path, text: str):
    artifact = generate(ScriptedModel(reply(text, "length")), tmp_path)
    assert (artifact.problem, artifact.replies) == (None, ("reply-1.md",))


def test_what_is_still_cut_off_is_taken_as_it_is(tmp_path: Path):
    chat = ScriptedModel(reply(f"```html\n{PAGE[:CUT]}", "length"), reply("<button>", "length"))
    artifact = generate(chat, tmp_path)
    assert artifact.problem is None
    assert (tmp_path / "artifact" / "index.html").read_text() == PAGE[:CUT] + "<button>"


def test_a_reply_without_a_page_is_the_models_fault(subtests, tmp_path: Path):
    for bad in BAD:
        with subtests.test(bad.says):
            artifact = generate(ScriptedModel(reply(bad.reply)), tmp_path)
            assert artifact.problem is not None
            assert (artifact.problem.kind, artifact.entry, artifact.files) == ("no_code", None, ())
            assert bad.says in artifact.problem.message
            assert artifact.spend == CALL
            assert (tmp_path / "reply-1.md").is_file()


def test_nothing_but_the_length_limit_says_so_and_is_not_continued(tmp_path: Path):
    artifact = generate(ScriptedModel(reply("", "length")), tmp_path)
    assert artifact.problem is not None
    assert "max_tokens" in artifact.problem.message


@pytest.mark.parametrize(("text", "says"), [("I can't do that.", "“I can't do that.”"), ("", "without text")])
def test_a_refusal_is_an_answer_without_a_page(tmp_path: Path, text: str, says: str):
    artifact = generate(ScriptedModel(reply(text, "refusal")), tmp_path)
    assert artifact.problem is not None
    assert (artifact.problem.kind, "refused" in artifact.problem.message) == ("no_code", True)
    assert says in artifact.problem.message


def test_a_page_in_spite_of_a_filter_counts(tmp_path: Path):
    assert generate(ScriptedModel(reply(fenced(PAGE), "refusal")), tmp_path).problem is None


def test_more_files_than_are_allowed_is_the_models_fault_and_none_is_written(tmp_path: Path):
    text = fenced(PAGE) + "".join(fenced("a{}", f"css {number}.css") for number in range(5))
    artifact = generate(ScriptedModel(reply(text)), tmp_path, limits=IntakeLimits(files=5))
    assert artifact.problem is not None
    assert (artifact.problem.kind, artifact.files) == ("too_large", ())
    assert not (tmp_path / "artifact").exists()


def test_a_page_that_is_too_large_is_the_models_fault(tmp_path: Path):
    artifact = generate(ScriptedModel(reply(fenced(PAGE))), tmp_path, limits=IntakeLimits(page_bytes=100))
    assert artifact.problem is not None
    assert (artifact.problem.kind, artifact.entry) == ("too_large", None)


def test_a_provider_that_does_not_answer_is_not_the_models_fault(tmp_path: Path):
    failed = ProviderError("no answer after 5 tries", spend=CALL)
    with pytest.raises(GenerationError, match="no answer after 5 tries") as caught:
        generate(ScriptedModel(failed), tmp_path)
    assert caught.value.spend == CALL
    assert not (tmp_path / "reply-1.md").exists()


def test_what_the_first_half_took_is_told_when_the_second_does_not_come(tmp_path: Path):
    first = reply(f"```html\n{PAGE[:CUT]}", "length")
    with pytest.raises(GenerationError) as caught:
        generate(ScriptedModel(first, ProviderError("gone", spend=CALL)), tmp_path)
    assert caught.value.spend == CALL + CALL
    assert (tmp_path / "reply-1.md").is_file()
    with pytest.raises(BudgetSpentError) as spent:
        generate(ScriptedModel(first, BudgetSpentError("no more")), tmp_path)
    assert spent.value.spend == CALL


def test_the_prompts_have_no_place_that_is_not_filled(tmp_path: Path):
    chat = ScriptedModel(reply(f"```html\n{PAGE[:CUT]}", "length"), reply(""))
    generate(chat, tmp_path)
    for role, text in texts(chat.requests[1]):
        assert "{{" not in text.replace(BRIEF, ""), role
    assert json.dumps(PROMPTS.identity).count("generation-") == 3
