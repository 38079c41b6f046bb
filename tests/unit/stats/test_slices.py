"""Results by the labels that a protocol declares: of cases, of the parts of items, and crossed."""

from pytest_cookie.core.slices import COMMON, CaseLabels, ItemPart, SliceSpec, read_labels
from pytest_cookie.stats.comparison import Contender, compare
from pytest_cookie.stats.slices import slice_records
from tests.cookie_scores import COOKIE_SCORES
from tests.unit.stats.record_builder import failed, record

MEAL = SliceSpec(id="meal", label="meal", values=("soup", "pie"))
TOOL = SliceSpec(id="tools", label="tool", part="steps", values=("oven", "knife"))
CROSSED = SliceSpec(id="meal_domain", label="meal × domain", crosses=("meal", "domain"))
TOOL_BY_MEAL = SliceSpec(id="tool_meal", label="tool × meal", crosses=("tools", "meal"), part="steps")
SPECS = (*COMMON, MEAL, TOOL, CROSSED, TOOL_BY_MEAL)


def part(*tools: str, total: float | None = None) -> ItemPart:
    scores = {} if total is None else {"total": total}
    return ItemPart(slices={"tools": tools} if tools else {}, scores=scores)


def counts(records, spec):
    return {value: len(found) for value, found in slice_records(records, spec, SPECS).items()}


def test_labels_of_cases_and_parts(subtests):
    records = [
        record("a", slices={"meal": "pie"}, parts=(part("knife", total=80.0), part("oven", "knife", total=20.0))),
        record("b", slices={"meal": "soup"}, domain="tools", parts=(part(total=50.0),)),
        record("c"),
        record("d", voice="short"),
    ]
    table = [
        ("in the declared order, without cases that have none", MEAL, {"soup": 1, "pie": 1}),
        ("a part with two values counts in both", TOOL, {"oven": 1, "knife": 2}),
        ("crossed labels", CROSSED, {"soup · tools": 1, "pie · games": 1}),
        ("labels of parts crossed with those of cases", TOOL_BY_MEAL, {"oven · pie": 1, "knife · pie": 2}),
        ("absent values have a name, if another case has one", COMMON[4], {"written out": 3, "short": 1}),
        ("a label that no case has", SliceSpec(id="other", label="other", absent="none"), {}),
    ]
    for name, spec, expected in table:
        with subtests.test(name):
            found = counts(records, spec)
            assert (found, list(found)) == (expected, list(expected))


def test_parts_have_scores_of_their_own_and_failed_items_the_worst():
    steps = (part("oven", total=90.0), part("oven", total=10.0))
    good, bad = record("a", parts=steps), failed("b", parts=(part("oven"),))
    found = slice_records([good, bad], TOOL, SPECS)["oven"]
    assert [(one.case, one.outcome, one.scores.get("total"), one.cost_usd) for one in found] == [
        ("a", "scored", 90.0, None), ("a", "scored", 10.0, None), ("b", "failed", None, None),
    ]  # fmt: skip
    assert found[2].scores == {"functionality": None, "aesthetics": None}, "no part has these scores"


def test_a_comparison_pairs_items_and_parts_by_their_cases():
    before = [
        record("a", total=40.0, slices={"meal": "pie"}, parts=(part("oven", total=30.0), part("knife", total=50.0)))
    ]
    after = [
        record("a", total=60.0, slices={"meal": "soup"}, parts=(part("oven", total=90.0), part("knife", total=30.0)))
    ]
    found = compare(Contender("x", before), Contender("y", after), COOKIE_SCORES, specs=SPECS)
    gains = {(one.label, one.value): one.differences["total"].difference.mean for one in found.slices}
    assert gains["meal", "soup"] == 20, "the label of B counts"
    assert ("meal", "pie") not in gains
    assert (gains["tools", "oven"], gains["tools", "knife"]) == (60, -20)


def test_the_fields_of_a_case_are_read_as_declared(subtests):
    kind = SliceSpec(id="task_kind", label="kind", part="tasks", field="kind")
    size = SliceSpec(id="size", label="size", field="window")
    tasks = [{"kind": "edge"}, {"kind": ["core", "edge"]}, {}, "no task"]
    table = [
        ({"meal": "pie", "window": 7}, {"meal": "pie", "size": "7"}, ()),
        ({"meal": None, "window": ""}, {}, ()),
        ({"tasks": tasks}, {}, (("edge",), ("core", "edge"), None)),
        ({"tasks": "none"}, {}, ()),
    ]
    for fields, slices, parts in table:
        with subtests.test(str(fields)):
            found = read_labels(fields, (MEAL, size, kind, CROSSED))
            expected = tuple(ItemPart(slices={"task_kind": one} if one else {}) for one in parts)
            assert found == CaseLabels(slices, expected)
