"""Forms that are sent again on fresh pages with forbidden entries. Needs a browser: what counts is what a page does."""

from pathlib import Path

import pytest

from pytest_cookie.browser.errors import TimeIsUpError
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.action import Click, Type, Wait
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.protocols.webtestbench.probing.completion import Attempt
from pytest_cookie.protocols.webtestbench.probing.confirm import confirm
from pytest_cookie.protocols.webtestbench.probing.logins import Logins
from pytest_cookie.protocols.webtestbench.probing.paths import SentForm
from pytest_cookie.protocols.webtestbench.probing.probes import Prober
from pytest_cookie.protocols.webtestbench.probing.results import ProbeResult

BOOKING = """<!doctype html><html lang=en><title>t</title><h1>Wheels</h1><ul id=list></ul>
<button id=new>New booking</button><button id=odd>Refresh</button>
<dialog id=box><form id=form method=dialog>
  <label>Title <input name=title></label><label>E-mail <input name=mail></label>
  <label>Day <input type=date name=day></label><p id=note></p><button>Save</button></form></dialog>
<script>
  const booked = [];
  document.querySelector('#new').onclick = () => { form.reset(); note.textContent = ''; box.showModal(); };
  odd.onclick = () => { throw new Error('no wheel'); };
  form.onsubmit = event => {
    const {title, mail, day} = form.elements;
    const problem = CHECK;
    if (problem) { event.preventDefault(); note.textContent = problem; return; }
    booked.push(title.value);
    const entry = document.createElement('li');
    entry.textContent = `${title.value} on ${new Date(day.value).toDateString()}`;
    list.append(entry);
  };
</script>"""
LENIENT = BOOKING.replace("CHECK", "!title.value && 'Fill in the title'")
STRICT = BOOKING.replace(
    "CHECK",
    "(!title.value && 'Fill in the title') || (day.value < '2024' && 'Not in the past')"
    " || (!mail.value.includes('@') && 'Wrong address') || (booked.includes(title.value) && 'Booked already')",
)
PROBES = ("past-date", "wrong-email", "empty-form", "same-entry")


def entry(name: str, value: str, selector: str) -> Type:
    return Type(target=name, value=value, role="textbox", selector=selector, intent="valid")


FORM = SentForm(
    openers=(Click(target="New booking", role="button", selector="#new"),),
    entries=(
        entry("Title", "Morning turn", "input[name=title]"),
        entry("E-mail", "kim@example.org", "input[name=mail]"),
        entry("Day", "2027-03-15", "input[name=day]"),
    ),
    submit=Click(target="Save", role="button", selector="form > button"),
    step=5,
)


@pytest.fixture
def opened_of(browser_host, gateway_of):
    def of(html: str):
        settings = SessionSettings(gateway=gateway_of(html).address)
        return lambda: browser_host.open_session(settings)

    return of


@pytest.mark.parametrize(
    ("html", "accepted"),
    [(LENIENT, {"past-date", "wrong-email", "same-entry"}), (STRICT, set())],
    ids=["lenient", "strict"],
)
def test_a_forbidden_entry_is_told_by_what_the_page_does(opened_of, tmp_path: Path, html: str, accepted: set[str]):
    prober = Prober(opened_of(html), f"{ORIGIN}/", tmp_path, wanted=PROBES, most=8, language="en")
    prober.try_forms([FORM, FORM])
    results = {one.probe: one for one in prober.results}
    assert len(results) == len(prober.results)
    assert {name: one.outcome for name, one in results.items()} == {
        name: "accepted" if name in accepted else "refused" for name in PROBES
    }
    assert results["past-date"].path[0] == "click “New booking”"
    assert (tmp_path / results["past-date"].picture).is_file()


def test_a_page_that_does_not_take_the_valid_entries_again_is_not_probed(opened_of, tmp_path: Path):
    html = BOOKING.replace("CHECK", "'Closed today'")
    prober = Prober(opened_of(html), f"{ORIGIN}/", tmp_path, wanted=PROBES, most=8, language="en")
    prober.try_forms([FORM])
    assert prober.results == []


CALENDAR = """<!doctype html><html lang=en><title>t</title><h1>Firings</h1><ul id=list></ul><form id=form>
<label>Pot <input name=pot></label><button type=button id=kiln role=combobox aria-expanded=false>Kiln</button>
<button type=button id=day>Pick a date</button><button>Book a firing</button><p id=note></p></form>
<script>
  const chosen = {};
  const open = (button, role, texts, key) => () => {
    const items = texts.map(text => `<li role=${role} tabindex=0>${text}</li>`).join('');
    button.insertAdjacentHTML('afterend', `<ul>${items}</ul>`);
    for (const one of document.querySelectorAll(`[role=${role}]`)) one.onclick = () => {
      chosen[key] = button.textContent = one.textContent; one.parentElement.remove();
    };
  };
  kiln.onclick = open(kiln, 'option', ['Anagama', 'Raku'], 'kiln');
  day.onclick = open(day, 'gridcell', Array.from({length: 31}, (_, at) => `${at + 1}`), 'day');
  form.onsubmit = event => {
    event.preventDefault();
    if (!chosen.kiln || !chosen.day) { note.textContent = 'Choose a kiln and a day'; return; }
    list.insertAdjacentHTML('beforeend', `<li>${form.elements.pot.value} in ${chosen.kiln}</li>`);
    form.reset(); kiln.textContent = 'Kiln'; day.textContent = 'Pick a date'; note.textContent = '';
    for (const key in chosen) delete chosen[key];
  };
</script></html>"""


def test_a_form_with_lists_and_calendars_of_its_own_is_completed_and_probed(opened_of, tmp_path: Path):
    prober = Prober(opened_of(CALENDAR), f"{ORIGIN}/", tmp_path, wanted=PROBES, most=8, language="en")
    prober.try_attempts([Attempt((), entry("Pot", "x", "input[name=pot]"), 3)])
    found = {one.probe: (one.outcome, one.value) for one in prober.results}
    assert found["past-date"] == ("accepted", "2")
    assert found["same-entry"][0] == "accepted"


SHOP = """<!doctype html><html lang=en><title>t</title><nav><a href=#kilns>Kilns</a><a href=#pots>Pots</a></nav>
<main id=main></main><script>
  const form = what => `<form><label>${what} <input name=one></label><button>Save</button></form>`;
  const kilns = ['Anagama', 'Raku', 'Gas'];
  const cards = kilns.map(one => `<div class=card onclick="show('Name of the kiln')">${one}</div>`);
  const show = what => {
    main.innerHTML = form(what) + '<p></p>';
    main.querySelector('form').onsubmit = event => {
      event.preventDefault(); main.innerHTML = `<p>${main.querySelector('input').value}</p>`;
    };
  };
  onhashchange = () => {
    main.innerHTML = location.hash === '#kilns' ? cards.join('') : '<button>New pot</button>';
    const add = main.querySelector('button');
    if (add) add.onclick = () => show('Title of the pot');
  };
</script></html>"""


def test_forms_that_the_explorer_did_not_find_are_found_and_filled_in(opened_of, tmp_path: Path):
    """One behind a link and a button, one behind a link and one of several things alike."""
    prober = Prober(opened_of(SHOP), f"{ORIGIN}/", tmp_path, wanted=PROBES, most=8, language="en")
    prober.survey([])
    assert sorted((one.form, one.taken) for one in prober.forms) == [
        ("Anagama · Name of the kiln · Save", True), ("New pot · Title of the pot · Save", True),
    ]  # fmt: skip
    known = SentForm((), (entry("Title of the pot", "Vase", "input"),), Click(target="Save"), 3)
    prober.forms.clear()
    prober.survey([known])
    assert [one.form for one in prober.forms] == ["Anagama · Name of the kiln · Save"]


ROUTES = """<!doctype html><html lang=en><title>t</title><nav><button id=pots>Pots</button>
<button id=me>Me</button></nav><main id=main></main><script>
  const kept = [];
  const show = () => {
    if (location.pathname === '/me') { main.innerHTML = '<h1>Kim</h1>'; return; }
    main.innerHTML = '<form><label>Title of the pot <input name=pot></label><button>Save</button></form><ul></ul>';
    const list = entries => main.querySelector('ul').innerHTML = entries.map(one => `<li>${one}</li>`).join('');
    KEPT && list(kept);
    main.querySelector('form').onsubmit = event => {
      event.preventDefault(); kept.push(main.querySelector('input').value); list(kept); event.target.reset();
    };
  };
  me.onclick = () => { history.pushState({}, '', '/me'); show(); };
  pots.onclick = () => { history.pushState({}, '', '/'); show(); };
  onpopstate = show; show();
</script></html>"""


def test_what_was_entered_is_there_when_one_comes_back(opened_of, tmp_path: Path, subtests: pytest.Subtests):
    for kept, outcome in (("true", "refused"), ("false", "accepted")):
        with subtests.test(kept=kept):
            opened = opened_of(ROUTES.replace("KEPT", kept))
            prober = Prober(opened, f"{ORIGIN}/", tmp_path, wanted=(), most=8, language="en")
            prober.survey([])
            assert [(one.probe, one.value, one.outcome) for one in prober.results] == [
                ("kept-entries", "Water the plants", outcome)
            ]


EDITOR = """<!doctype html><html lang=en><title>t</title><h1>Glazes</h1><ul id=list></ul><p id=note></p>
<section><input placeholder="Title of the glaze"><textarea placeholder="Recipe"></textarea><button id=save>Save</button>
</section>
<script>
  save.onclick = () => {
    const title = document.querySelector('input').value;
    if (REFUSES) { note.textContent = 'Say more'; return; }
    list.insertAdjacentHTML('beforeend', `<li>${title}</li>`);
  };
</script></html>"""


def test_a_form_that_stays_open_took_what_the_page_shows_beside_it(
    opened_of, tmp_path: Path, subtests: pytest.Subtests
):
    for refuses, taken in (("false", True), ("true", False)):
        with subtests.test(refuses=refuses):
            opened = opened_of(EDITOR.replace("REFUSES", refuses))
            prober = Prober(opened, f"{ORIGIN}/", tmp_path, wanted=PROBES, most=8, language="en")
            prober.survey([])
            assert [one.taken for one in prober.forms] == [taken]


LOGIN = """<!doctype html><html lang=en><title>t</title><h1 id=head>Wheels</h1><button id=door>Log in</button>
<script>
  door.onclick = () => {
    document.body.innerHTML = '<form id=form><label>E-mail <input type=email name=mail></label>'
      + '<label>Password <input type=password name=secret></label><button>Log in</button><p id=note></p></form>'
      + '<footer>Write to help@example.org</footer>';
    form.onsubmit = event => {
      event.preventDefault();
      const problem = CHECK;
      if (problem) { note.textContent = problem; return; }
      document.body.innerHTML = '<h1>Your wheels</h1>';
    };
  };
</script></html>"""


def test_logins_that_should_be_refused(opened_of, tmp_path: Path, subtests: pytest.Subtests):
    def log_in(opened, most: int = 8, results: list[ProbeResult] | None = None) -> list[ProbeResult]:
        results = [] if results is None else results
        Logins(opened, f"{ORIGIN}/", tmp_path, results=results, most=most, entrance=None, language="en").run()
        return results

    known = "form.elements.mail.value !== 'kim@example.org' && 'Unknown. Try kim@example.org'"
    refused, broken = ("unknown-login", "refused"), ("wrong-password", "accepted")
    for check, most, told in (
        ("''", 8, [("unknown-login", "accepted")]),
        (known, 8, [refused, broken]),
        (known, 1, [refused]),
        ("'Wrong'", 8, [refused]),
        ("(history.pushState({}, '', '?error=1'), form.elements.secret.value = '', 'Wrong')", 8, [refused]),
    ):
        with subtests.test(check, most=most):
            assert [(one.probe, one.outcome) for one in log_in(opened_of(LOGIN.replace("CHECK", check)), most)] == told
    with subtests.test("the time ends in the second login"):
        opened = opened_of(LOGIN.replace("CHECK", known))
        results: list[ProbeResult] = []

        def until_the_end():
            if results:
                raise TimeIsUpError("the time is up")
            return opened()

        with pytest.raises(TimeIsUpError):
            log_in(until_the_end, results=results)
        assert [(one.probe, one.outcome, one.step) for one in results] == [(*refused, None)]


FORGETS = LOGIN.replace(
    "<script>",
    """<button id=new>Sign up</button><script>
  document.querySelector('#new').onclick = () => {
    document.body.innerHTML = '<form id=form><label>Name <input name=who></label>'
      + '<label>E-mail <input name=mail></label><label>Password <input type=password name=secret></label>'
      + '<button>Create account</button></form>';
    form.onsubmit = event => { event.preventDefault(); document.body.innerHTML = '<h1>Hello</h1>'; };
  };""",
).replace("CHECK", "form.elements.mail.value !== 'kim@example.org' && 'Unknown. Try kim@example.org'")


def test_an_account_that_the_page_has_forgotten_is_not_the_only_one_tried(opened_of, tmp_path: Path):
    fields = (("Name", "Ana Lee", "who"), ("E-mail", "ana@example.org", "mail"), ("Password", "Pot-17", "secret"))
    entrance = SentForm(
        openers=(Click(target="Sign up", role="button", selector="#new"),),
        entries=tuple(entry(name, value, f"input[name={field}]") for name, value, field in fields),
        submit=Click(target="Create account", role="button", selector="form > button"),
        step=5,
    )
    results: list[ProbeResult] = []
    Logins(opened_of(FORGETS), f"{ORIGIN}/", tmp_path, results=results, most=8, entrance=entrance, language="en").run()
    assert [(one.probe, one.value, one.outcome) for one in results] == [
        ("unknown-login", "nora.nobody@example.net", "refused"),
        ("wrong-password", "ana@example.org", "refused"),
        ("wrong-password", "kim@example.org", "accepted"),
    ]


TABS = """<!doctype html><html lang=en><title>t</title><h1 id=head>Wheels</h1>
<button id=wheels>Wheels</button><button id=kilns>Kilns</button><button id=dead>Print</button>
<script>
  const show = name => { head.textContent = name; history.pushState({}, "", name); };
  wheels.onclick = () => head.textContent === "Wheels" || show("Wheels");
  kilns.onclick = () => show("Kilns");
</script>"""


def test_a_control_that_leads_to_where_one_is_is_not_broken(opened_of, tmp_path: Path):
    def press(index: int, name: str, target: str, **change) -> Step:
        action = Click(target=target, role="button", selector=f"#{name}")
        return Step(index=index, thought="", action=action, change=Change(**{"seen": False, **change}))

    steps = (
        press(1, "wheels", "Wheels"),
        press(2, "dead", "Print"),
        press(3, "kilns", "Kilns", seen=True, url="/Kilns"),
    )
    found = [confirm(opened_of(TABS), f"{ORIGIN}/", steps, index, tmp_path).outcome for index in (1, 2)]
    assert found == ["not again", "again"]


ROW = """<!doctype html><html lang=en><title>t</title><h1>Glaze</h1><p><button id=red aria-label=Red>R</button>
<button id=blue aria-label=Blue>B</button></p><div><button id=print>Print</button><button id=help>Help</button></div>
<script>
  let chosen = 'red';
  for (const one of document.querySelectorAll('p button')) one.onclick = () => {
    if (chosen === one.id) return;
    chosen = one.id;
    one.parentElement.insertAdjacentHTML('afterend', `<p>${one.ariaLabel} it is</p>`);
  };
  help.onclick = () => document.body.insertAdjacentHTML('beforeend', '<p>Fire slowly</p>');
</script>"""


FRAMED = """<!doctype html><html lang=en><title>t</title><h1>Glaze</h1><style>.on { outline: 3px solid }</style>
<p><button id=red aria-label=Red class=on>R</button><button id=blue aria-label=Blue>B</button></p>
<div><button id=print>Print</button><button id=help>Help</button></div><script>
  const all = [...document.querySelectorAll('p button')];
  for (const one of all) one.onclick = () => all.forEach(other => other.classList.toggle('on', other === one));
</script>"""


@pytest.mark.parametrize("html", [ROW, FRAMED], ids=["told", "framed"])
def test_what_is_chosen_already_is_not_broken(opened_of, tmp_path: Path, html: str):
    found = []
    for index, (name, target) in enumerate((("red", "Red"), ("print", "Print")), start=1):
        action = Click(target=target, role="button", selector=f"#{name}")
        step = Step(index=index, thought="", action=action, change=Change(seen=False))
        found.append(confirm(opened_of(html), f"{ORIGIN}/", (step,), index, tmp_path).outcome)
    assert found == ["not again", "again"]


def test_a_wait_cannot_be_repeated(opened_of, tmp_path: Path):
    steps = (Step(index=1, thought="", action=Wait(value="500")),)
    assert confirm(opened_of(TABS), f"{ORIGIN}/", steps, 1, tmp_path).outcome == "not reached"


def test_a_suspected_defect_is_repeated_on_a_fresh_page(opened_of, tmp_path: Path):
    def press(name: str, target: str) -> Step:
        action = Click(target=target, role="button", selector=f"#{name}")
        return Step(index=1, thought="", action=action, change=Change(seen=False))

    html = LENIENT
    for step, outcome in ((press("odd", "Refresh"), "again"), (press("new", "New booking"), "not again"),
                          (press("gone", "Gone"), "not reached")):  # fmt: skip
        found = confirm(opened_of(html), f"{ORIGIN}/", (step,), 1, tmp_path)
        assert found.outcome == outcome, step.action.target
