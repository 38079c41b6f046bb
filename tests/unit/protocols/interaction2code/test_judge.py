"""The judge on stored evidence, without a browser; and the requests to models."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import ExplorationError, JudgingError, UsageError
from pytest_cookie.llm.messages.messages import Picture, Text
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields
from pytest_cookie.protocols.interaction2code.explorer import copy_reference
from pytest_cookie.protocols.interaction2code.generation.message import RebuildPrompts, make_messages
from pytest_cookie.protocols.interaction2code.judge import InteractionJudge
from pytest_cookie.protocols.interaction2code.labels import label_case
from pytest_cookie.protocols.interaction2code.marks import find_red_center
from pytest_cookie.protocols.interaction2code.metrics.visual import Clip
from pytest_cookie.protocols.interaction2code.options import Options
from pytest_cookie.protocols.interaction2code.scores import SCORES
from tests.unit.protocols.interaction2code.page_builder import attempt, page
from tests.unit.protocols.interaction2code.recorded_case import AFTER, YAML, read_case, write_case, write_evidence
from tests.unit.protocols.part_scores import assert_means

ARTIFACT = Artifact(key=ItemKey(case="ferry", model="m", mode="html"), files=(), entry="index.html", digest="a")


def judge(tmp_path: Path, tried, options: Options | None = None):
    case = write_case(tmp_path / "cases")
    evidence = write_evidence(case, tmp_path / "evidence", tried)
    return InteractionJudge(options or Options()).judge(case, ARTIFACT, evidence, tmp_path / "evidence")


def test_a_faithful_rebuild_has_the_best_scores(tmp_path: Path):
    verdict = judge(tmp_path, attempt(page(), AFTER))
    assert verdict.findings == ()
    unmeasured = {"full_clip", "part_clip", "full_ocr", "part_ocr"}
    assert verdict.scores == {name: None if name in unmeasured else pytest.approx(1) for name in verdict.scores}
    assert verdict.panels[1].columns[:3] == ("no.", "full appearance", "full ssim")
    (figure,) = verdict.panels[0].figures
    assert [picture.outline is not None for picture in figure.pictures] == [False, True, False, True]


def test_a_page_that_does_nothing(tmp_path: Path):
    verdict = judge(tmp_path, attempt(page(), page()))
    assert [finding.kind for finding in verdict.findings] == ["interaction2code-no-interaction"]
    assert verdict.scores["usability"] == pytest.approx(0.0693)
    assert verdict.scores["implement_rate"] == verdict.scores["part_ssim"] == 0
    assert_means(verdict, *SCORES.ids)


def test_interactions_are_labelled_even_of_a_page_that_does_not_load(tmp_path: Path):
    text = YAML.replace("element: 2,", "element: 2, tags: [button, text], visual: [text],")
    case = write_case(tmp_path, text)
    (part,) = label_case(case).parts
    assert part.slices == {"tags": ("button", "text"), "visual": ("text",), "saliency": ("0–0.025",)}
    moved = case.model_copy(update={"folder": tmp_path / "gone", "digest": "other"})
    assert "saliency" not in label_case(moved).parts[0].slices


def test_published_and_corrected_are_told_apart(tmp_path: Path):
    options = Options(comparison="published")
    by_likeness = attempt(page(), AFTER, found_by="likeness")
    ours = judge(tmp_path / "a", by_likeness)
    assert (ours.scores["implement_rate"], ours.scores["usability"], ours.findings) == (1, 1, ())
    verdict = judge(tmp_path / "b", by_likeness, options)
    assert verdict.scores["implement_rate"] == verdict.scores["usability"] == 0
    assert [finding.kind for finding in verdict.findings] == ["interaction2code-element-missing"]
    assert "No element has the id" in verdict.findings[0].why
    assert verdict.judge_version.endswith("published")
    by_id = judge(tmp_path / "c", attempt(page(), AFTER), options)
    assert (by_id.scores["usability"], by_id.findings) == (1, ())


def test_a_page_that_does_not_load_fails(tmp_path: Path):
    case = write_case(tmp_path / "cases")
    evidence = write_evidence(case, tmp_path / "evidence", attempt(page(), AFTER))
    gone = evidence.model_copy(update={"perception": evidence.perception.model_copy(update={"loaded": False})})
    verdict = InteractionJudge(Options()).judge(case, ARTIFACT, gone, tmp_path / "evidence")
    assert not verdict.runnable
    assert verdict.scores["usability"] == 0
    (tmp_path / "evidence/interactions/1.json").unlink()
    with pytest.raises(JudgingError, match="cannot be compared"):
        InteractionJudge(Options()).judge(case, ARTIFACT, evidence, tmp_path / "evidence")


def test_a_page_that_crashes_after_it_loaded_fails(tmp_path: Path):
    case = write_case(tmp_path / "cases")
    evidence = write_evidence(case, tmp_path / "evidence", attempt(page(), AFTER))
    crashed = evidence.model_copy(update={"perception": evidence.perception.model_copy(update={"crashed": True})})
    (tmp_path / "evidence/interactions/1.json").unlink()
    verdict = InteractionJudge(Options()).judge(case, ARTIFACT, crashed, tmp_path / "evidence")
    assert (verdict.runnable, verdict.scores["usability"]) == (False, 0)
    assert "crashes" in verdict.findings[0].why


@pytest.mark.parametrize("cosine", [1.0000002, 1.0, -0.25])
def test_a_cosine_that_rounding_takes_beyond_its_range_is_a_score(tmp_path: Path, cosine: float):
    class Rounds:
        def compare(self, first: object, second: object) -> float:
            return cosine

    case = write_case(tmp_path / "cases")
    evidence = write_evidence(case, tmp_path / "evidence", attempt(page(), AFTER))
    verdict = InteractionJudge(Options(), Rounds()).judge(case, ARTIFACT, evidence, tmp_path / "evidence")
    assert SCORES.complaints(verdict.scores) == []
    assert verdict.scores["full_clip"] == pytest.approx(max(0, cosine))


def shorten_data(png: bytes) -> bytes:
    """A PNG whose data chunk has half of its true length, so that the rest is no chunk."""
    at = png.index(b"IDAT")
    size = int.from_bytes(png[at - 4 : at], "big") // 2
    return png[: at - 4] + size.to_bytes(4, "big") + png[at:]


@pytest.mark.parametrize("spoil", [shorten_data, lambda png: png[:90], bytes.upper])
def test_a_broken_picture_is_a_fault_of_the_case(tmp_path: Path, spoil: Callable[[bytes], bytes]):
    write_case(tmp_path)
    picture = tmp_path / "ferry/1.png"
    picture.write_bytes(spoil(picture.read_bytes()))
    case = read_case(tmp_path)
    with pytest.raises(ExplorationError, match="picture"):
        copy_reference(case, InteractionFields.model_validate(case.fields), tmp_path / "evidence")


@pytest.mark.parametrize("name", ["marked", "marked.png", "a.b/marked", "MARKED.PNG"])
def test_a_published_mark_is_found_whatever_its_name(tmp_path: Path, name: str):
    write_case(tmp_path)
    (tmp_path / "a.b").mkdir()
    image = Image.new("RGB", (40, 20), "white")
    image.paste((255, 0, 0), (10, 4, 20, 8))
    image.save(tmp_path / name, "PNG")
    case = read_case(tmp_path, YAML.replace("element: 2", f"marked_after: {name}, element: 2"))
    reference = copy_reference(case, InteractionFields.model_validate(case.fields), tmp_path / "evidence")
    assert find_red_center(reference, 1) == (15, 6)


def test_a_picture_that_changed_after_the_start_is_refused(tmp_path: Path):
    case = write_case(tmp_path)
    (tmp_path / "ferry/1.png").write_bytes((tmp_path / "ferry/0.png").read_bytes())
    with pytest.raises(ExplorationError, match="was changed"):
        copy_reference(case, InteractionFields.model_validate(case.fields), tmp_path / "evidence")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("ferry/1.png", "ferry/9.png", "cannot be read"),
        ("ferry/1.png", "../1.png", "leads out"),
        ('target: "1"', 'target: "7"', "names the screen '7'"),
        ('id: "1"', 'id: "0"', "two screens have the same id"),
        ("element: 2", "action: dance", "action"),
    ],
)
def test_wrong_cases_are_reported(tmp_path: Path, old: str, new: str, message: str):
    with pytest.raises(UsageError, match=message):
        write_case(tmp_path, YAML.replace(old, new))


@pytest.mark.parametrize(
    ("options", "pictures", "words"),
    [
        (Options(), 2, ["Interaction 1: on the page at rest."]),
        (Options(modality="text"), 0, ["Interaction 1: click, on the page at rest. One more ticket is counted."]),
        (Options(modality="both", prompt="chain-of-thought"), 2, ["One more ticket", "work through"]),
        (Options(prompt="mark"), 2, ["Red frames"]),
    ],
)
def test_models_are_asked_with_pictures_and_words(tmp_path: Path, options: Options, pictures: int, words: list[str]):
    prompts = RebuildPrompts.read()
    _, asked = make_messages(write_case(tmp_path), options, prompts)
    text = "\n".join(part.text for part in asked.parts if isinstance(part, Text))
    assert sum(isinstance(part, Picture) for part in asked.parts) == pictures
    assert all(each in text for each in words)
    assert ("One more ticket" in text) == ("click" in text) == (options.modality != "visual")
    assert prompts.identity(options) == RebuildPrompts.read().identity(options)


def test_marks_and_magnification_change_the_pictures(tmp_path: Path):
    case, prompts = write_case(tmp_path), RebuildPrompts.read()

    def pictures(**options: object) -> list[bytes]:
        _, asked = make_messages(case, Options.model_validate(options), prompts)
        return [part.data for part in asked.parts if isinstance(part, Picture)]

    plain, marked, near = pictures(), pictures(prompt="mark"), pictures(magnification=3)
    assert all(one != other for one, other in zip(plain, marked, strict=True))
    assert plain[0] == near[0]
    assert plain[1] != near[1]


def test_an_unusable_rebuild_of_an_imported_page_has_no_texts_to_compare(tmp_path: Path):
    recorded, imported = write_case(tmp_path / "cases"), write_imported(tmp_path / "imported")
    evidence = write_evidence(recorded, tmp_path / "evidence", attempt(page(), AFTER))
    gone = evidence.model_copy(update={"perception": evidence.perception.model_copy(update={"loaded": False})})
    scores = [InteractionJudge(Options()).judge(case, ARTIFACT, gone, tmp_path).scores for case in (recorded, imported)]
    assert [(one["full_text"], one["part_text"], one["full_appearance"]) for one in scores] == [
        (0, 0, 0),
        (None, None, 0),
    ]


def write_imported(folder: Path, *, marks: bool = True) -> Case:
    """Two interactions on two pictures of the page at rest, without places of elements, as imported pages have them."""
    write_case(folder)
    for number, left in enumerate((40, 300) if marks else (), start=1):
        with Image.open(folder / "ferry/0.png") as image:
            ImageDraw.Draw(image).rectangle((left, 100, left + 120, 140), outline=(255, 0, 0), width=3)
            image.save(folder / f"ferry/{number}-mark.png")
    edges = [
        f'{{source: "{source}", target: "1"' + (f", marked_before: ferry/{number}-mark.png}}" if marks else "}")
        for number, source in enumerate(("0", "2"), start=1)
    ]
    return read_case(
        folder,
        f"""
- id: ferry
  leaf: event
  language: en
  brief: Rebuild the page of the ferry.
  screens: [{{id: "0", picture: ferry/0.png}}, {{id: "1", picture: ferry/1.png}}, {{id: "2", picture: ferry/0.png}}]
  interactions: [{", ".join(edges)}]
""",
    )


def test_published_marks_of_all_elements_are_in_the_first_picture(tmp_path: Path):
    case = write_imported(tmp_path)
    _, asked = make_messages(case, Options(prompt="mark"), RebuildPrompts.read())
    first = next(part for part in asked.parts if isinstance(part, Picture))
    with Image.open(io.BytesIO(first.data)) as image:
        places = (40, 120), (160, 120), (300, 120), (420, 120)
        assert [image.getpixel(place) for place in places] == [(255, 0, 0)] * 4
    assert "at rest, around elements" in asked.parts[-1].text


def test_the_prompt_names_no_marks_that_the_first_picture_lacks(tmp_path: Path):
    case = write_imported(tmp_path, marks=False)
    _, plain = make_messages(case, Options(), RebuildPrompts.read())
    _, asked = make_messages(case, Options(prompt="mark"), RebuildPrompts.read())
    assert asked.parts[1] == plain.parts[1], "the picture of the page at rest"
    assert "at rest" not in asked.parts[-1].text
    assert "around the part that has changed" in asked.parts[-1].text


def test_a_page_at_rest_to_which_an_interaction_returns_is_the_page_at_rest(tmp_path: Path):
    more = '    - {source: "1", target: "0", description: It is taken back.}\n  elements:'
    case = write_case(tmp_path, YAML.replace("  elements:", more))
    _, asked = make_messages(case, Options(), RebuildPrompts.read())
    assert "Interaction 1: on the page at rest.\nInteraction 2: on the page after interaction 1." in asked.parts[0].text


def test_clip_needs_its_weights(tmp_path: Path):
    with pytest.raises(UsageError, match=r"pip install open_clip_torch|there is no file"):
        Clip("ViT-B-32", tmp_path / "missing.pt")


def test_clip_loads_weights_from_a_file(tmp_path: Path):
    """A small model with random weights, which still gives identical pictures a cosine of 1."""
    torch, open_clip = pytest.importorskip("torch"), pytest.importorskip("open_clip")
    from pytest_cookie.protocols.interaction2code.reference import read_picture
    from tests.unit.protocols.interaction2code.recorded_case import draw

    vision = {"layers": 1, "width": 32, "head_width": 16, "patch_size": 16, "image_size": 64}
    text = {"context_length": 8, "vocab_size": 49408, "width": 32, "heads": 2, "layers": 1}
    config = tmp_path / "tiny-clip.json"
    config.write_text(f'{{"embed_dim": 16, "vision_cfg": {_json(vision)}, "text_cfg": {_json(text)}}}')
    open_clip.add_model_config(config)
    torch.manual_seed(5)
    weights = tmp_path / "weights.pt"
    torch.save(open_clip.create_model("tiny-clip", pretrained=None).state_dict(), weights)
    clip = Clip("tiny-clip", weights)
    first, second = read_picture(draw(page())), read_picture(draw(AFTER))[:300, :400]
    assert clip.compare(first, first) == pytest.approx(1, abs=1e-4)
    assert clip.compare(first, second) < 0.9999
    with pytest.raises(UsageError, match="does not fit"):
        Clip("ViT-B-32", weights)


def _json(value: object) -> str:
    import json

    return json.dumps(value)
