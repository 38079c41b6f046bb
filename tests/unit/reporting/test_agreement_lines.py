from pytest_cookie.records.human_rating import HumanRating, Scale
from pytest_cookie.reporting.agreement import agreement_lines, feasibility_lines
from pytest_cookie.reporting.score_distribution import distribution_lines
from pytest_cookie.reporting.text.terminal_cells import width_of
from pytest_cookie.stats.agreement import Agreement
from pytest_cookie.stats.controls import PageSize
from pytest_cookie.stats.score_levels import compare_on_scale
from pytest_cookie.stats.webdevjudge import feasibility_agreement
from tests.cookie_scores import agreement
from tests.synthetic_run import HOSTILE, make_record

MODELS = {"one": 90.0, "two": 60.0, "three": 30.0}
CASES = ("moth-and-lanterns", "hostile-strings", "单位换算", "umsatz-uebersicht")


def found(*more: HumanRating, raters: tuple[str, ...] = ("ann", "bob")) -> Agreement:
    records = [make_record(case, model, functionality=score) for case in CASES for model, score in MODELS.items()]
    opinions = [
        HumanRating(case, model, rater, points={"functionality": score / 12.5}, ranks={"total": 1})
        for case in CASES
        for model, score in MODELS.items()
        for rater in raters
    ]
    return agreement(records, [*opinions, *more], scale=Scale(), tie=2, resamples=30)


def test_a_column_a_score_and_a_line_a_number() -> None:
    lines = agreement_lines(found(), "measured", 100)
    assert lines[0] == "judge measured compared with 2 people · 24 ratings"
    assert lines[2].split() == ["functionality", "total", "(ranks)"]
    cells = {line[:25].strip(): line[25:].split() for line in lines[3:] if line}
    assert cells["pairs, by rater"] == ["24", "24"]
    assert cells["same preference"][:2] == ["100", "%"]
    assert any("model ranking" in line and "1.00 (1.00 to 1.00)" in line for line in lines)
    assert any("Spearman" in line and line.endswith("–") for line in lines)
    assert "people vs people" in [line.strip() for line in lines]
    assert "Ties of the judge: scores at most 2 of 100 points apart." in " ".join(line.strip() for line in lines)
    assert all(width_of(line) <= 100 for line in lines)


def test_one_person_has_nobody_to_agree_with() -> None:
    lines = agreement_lines(found(raters=("ann",)), "measured", 100)
    assert "people vs people" not in [line.strip() for line in lines]


def test_what_is_left_out_is_named_and_harmless() -> None:
    strangers = [HumanRating(f"{HOSTILE}{number}", "x", "ann", points={"total": 1}) for number in range(9)]
    lines = agreement_lines(found(*strangers), HOSTILE, 100)
    assert all(line.isprintable() for line in lines)
    assert all(width_of(line) <= 100 for line in lines)
    assert any("left out, matching no artifact of the run" in line for line in lines)


def test_controls_stand_below_each_figure_and_an_unbeaten_one_is_told() -> None:
    records = [make_record(case, model, functionality=score) for case in CASES for model, score in MODELS.items()]
    opinions = [
        HumanRating(case, model, "ann", points={"functionality": score / 12.5})
        for case in CASES
        for model, score in MODELS.items()
    ]
    sizes = {
        (record.case, record.model, "html", 1): PageSize(
            file=round(record.scores["functionality"] or 0), text=1, elements=1
        )
        for record in records
    }
    lines = agreement_lines(agreement(records, opinions, scale=Scale(), resamples=30, sizes=sizes), "measured", 100)
    names = [line[:25].strip() for line in lines]
    first = names.index("same preference")
    assert names[first + 1 : first + 5] == ["longer file", "more visible text", "more elements", "model's own average"]
    assert names.count("longer file") == 4
    text = " ".join(line.strip() for line in lines)
    assert "equal preferences, does not certainly beat “longer file” (100 %" in text
    assert "“more visible text”" not in text.partition("does not certainly beat")[2]


def test_feasibility() -> None:
    lines = feasibility_lines(feasibility_agreement([], []))
    assert lines[0] == "0 tasks on 0 pages"
    assert lines[2].split() == ["accuracy", "–"]


def test_distributions_are_bars_on_the_points_of_people() -> None:
    lines = agreement_lines(found(), "measured", 100)
    start = lines.index("distribution of functionality, 24 ratings")
    table = lines[start : start + 12]
    assert table[1].split() == ["points", "judge", "people"]
    assert [line.split()[0] for line in table[2:11]] == [str(points) for points in range(9)]
    assert "would have to move" in table[11]
    assert not any(line.startswith("distribution of total") for line in lines)  # ranks have none


def test_a_small_share_has_a_bar_too() -> None:
    judge, people = [0.0] + [100.0] * 99, [0.0] * 50 + [2.0] * 50
    levels = compare_on_scale(judge, people, low=0, high=2)
    assert levels is not None
    lines = distribution_lines("total", 100, levels)
    assert lines[2].split() == ["0", "1", "%", "█", "50", "%", "█" * 12]
    assert lines[3].split() == ["1", "0", "%", "0", "%"]
    assert lines[4].split() == ["2", "99", "%", "█" * 24, "50", "%", "█" * 12]
    assert "49 % of the judge's scores would have to move; the mean move is 0.98 points" in lines[5]
