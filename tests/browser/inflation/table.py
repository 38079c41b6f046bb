"""`ATTEMPTS`: what pages add to themselves to look better than they are. None of it does anything for a person."""

from dataclasses import dataclass

from tests.browser.inflation.bases import HALF, PLAIN, STORY, Base

_EACH_PRESS = """<script>
let presses = 0;
const press = (doing) => document.addEventListener('click', (event) => {
  const button = event.target.closest('button'); if (button) doing(button, ++presses); });
BODY
</script>"""


@dataclass(frozen=True)
class Attempt:
    """A snippet at the end of a page. `bases` are those that it is tried on."""

    name: str
    snippet: str
    bases: tuple[Base, ...] = (PLAIN,)


def _on_press(name: str, body: str, markup: str = "", bases: tuple[Base, ...] = (PLAIN,)) -> Attempt:
    return Attempt(name, markup + _EACH_PRESS.replace("BODY", body), bases)


def _script(name: str, body: str, markup: str = "", bases: tuple[Base, ...] = (PLAIN,)) -> Attempt:
    return Attempt(name, f"{markup}<script>{body}</script>", bases)


_HIDDEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap"
_SIXTY = "\n".join(
    f".none-{n} {{ padding: 8px; border-radius: 8px; transition: all .2s }} .none-{n}:hover {{ color: red }}"
    for n in range(30)
)
_CONTROLS = "".join(f'<button class="hid">Choice {n}</button>' for n in range(8))
_COUNTS = "document.querySelectorAll('.hid').forEach((b, n) => b.onclick = () => { echo.textContent = 'You chose '"
_COUNTS += " + n + ' ' + (window.total = (window.total || 0) + 1) + ' times'; });"
_MANY = "".join(
    f"<div style='width:9px;height:9px;background:rgba(9,9,9,.004);border-radius:{r}px;"
    f"box-shadow:0 0 0 transparent;font:{s}px Arial;color:transparent'>{'word ' * 9}</div>"
    for r, s in ((2, 12), (4, 16), (6, 20), (8, 24), (4, 16), (4, 12))
)

_KNOWN = (
    _on_press(
        "hidden-live-region",
        "press((_, n) => live.textContent = `Done ${n}`);",
        f'<p id="live" role="status" aria-live="polite" style="{_HIDDEN}">Ready</p>',
        (PLAIN, HALF, STORY),
    ),
    _on_press(
        "pressed-attribute",
        "press((b) => b.setAttribute('aria-pressed', b.ariaPressed !== 'true'));",
        bases=(PLAIN, STORY),
    ),
    _on_press(
        "attributes",
        "press((b, n) => { b.className = `c${n}`; b.dataset.state = n; document.body.className = `n${n}`;"
        " sum.className = `s${n}`; b.setAttribute('aria-expanded', n % 2 === 1); });",
    ),
    _script(
        "all-disabled",
        "document.querySelectorAll('button').forEach((b) => b.disabled = true)",
        bases=(PLAIN, HALF, STORY),
    ),
    _script(
        "fleeing",
        "document.querySelectorAll('button').forEach((b) => { b.style.position = 'relative';"
        " b.onmouseenter = () => { b.style.left = `${Math.random() * 400}px`; b.style.top = `${Math.random() * 300}px`;"
        " }; });",
        bases=(PLAIN, HALF),
    ),
    _script("reload-on-press", "addEventListener('pointerdown', () => location.reload())", bases=(PLAIN, HALF)),
    _script(
        "empties-itself",
        "setInterval(() => document.querySelector('main').replaceChildren(), 700)",
        bases=(PLAIN, HALF),
    ),
    _script(
        "comes-and-goes",
        "const whole = document.querySelector('main').innerHTML; let there = true; setInterval(() => {"
        " document.querySelector('main').innerHTML = (there = !there) ? whole : ''; }, 700)",
    ),
    _script(
        "invisible-overlay",
        _COUNTS,
        '<div style="position:fixed;inset:0;opacity:0;z-index:9;display:grid">'
        + _CONTROLS
        + '<p id="echo">-</p></div>',
        (PLAIN, STORY),
    ),
    _script(
        "transparent-overlay",
        _COUNTS,
        "<style>.over * { color: transparent; background: none; border: 0; outline: 0 }</style>"
        '<div class="over" style="position:fixed;inset:0;z-index:9;display:grid">'
        + _CONTROLS
        + '<p id="echo">-</p></div>',
    ),
    _script(
        "controls-off-screen",
        _COUNTS,
        '<div style="position:absolute;left:-4000px;top:0">' + _CONTROLS + '<p id="echo">-</p></div>',
    ),
    Attempt("rules-of-nothing", f"<style>{_SIXTY}</style>", (PLAIN, STORY)),
)
_INVENTED = (
    Attempt("inert", "<script>document.body.inert = true</script>", (PLAIN, HALF)),
    Attempt("no-pointer", "<style>body { pointer-events: none }</style>"),
    Attempt(
        "covered",
        '<div style="position:fixed;inset:0;z-index:9;background:rgba(255,255,255,.01)"></div>',
        (PLAIN, HALF),
    ),
    _on_press(
        "title-and-storage",
        "press((_, n) => { document.title = `Done ${n}`; console.log('done', n); localStorage.setItem('n', n); });",
    ),
    _on_press(
        "white-on-white",
        "press((_, n) => { out.textContent = `Done, that was number ${n}`; });",
        '<p id="out" style="color:#fff;background:#fff">Nothing yet, truly</p>',
    ),
    _on_press(
        "grown-by-nothing",
        "press((b, n) => { const d = document.createElement('div'); d.style.cssText ="
        " 'position:fixed;right:0;top:0;width:40px;height:40px'; d.textContent = `${n}`; d.style.fontSize = '0';"
        " document.body.append(d); });",
    ),
    _on_press(
        "below-the-fold-in-no-ink",
        "press((_, n) => { far.textContent = `Book ${n} was added`; });",
        '<p id="far" style="position:absolute;top:3000px;color:transparent">Nothing</p>',
    ),
    _on_press(
        "scrolls-a-little",
        "press((_, n) => scrollBy(0, n % 2 ? 60 : -60));",
        '<p style="margin-top: 900px">Read on, and read well.</p>',
        (PLAIN, HALF),
    ),
    _on_press("address", "press((_, n) => history.pushState({}, '', `/list/${n}?page=${n}`));"),
    _on_press(
        "hidden-scroll",
        "press((_, n) => { pit.scrollTop = n * 10; });",
        '<div id="pit" style="opacity:0;height:40px;overflow:scroll;position:absolute"><div style="height:4000px">'
        "</div></div>",
    ),
    _on_press(
        "focus-elsewhere",
        "press((_, n) => document.querySelectorAll('.f')[n % 2].focus());",
        '<style>.f { outline: 0 }</style><i class="f" tabindex="-1"></i><i class="f" tabindex="-1"></i>',
    ),
    _on_press(
        "hidden-fields",
        "press((_, n) => { unseen.value = n; tick.checked = n % 2 === 1; });",
        '<div style="position:absolute;opacity:.001"><input id="unseen" aria-label="Count"><input type="checkbox"'
        ' id="tick" aria-label="Tick"></div>',
    ),
    _on_press("dialogs", "press((b, n) => alert(`Number ${n} was done`));"),
    _on_press("clipboard", "press((b, n) => navigator.clipboard?.writeText(`Number ${n}`).catch(() => 0));"),
    _on_press(
        "one-pixel",
        "press((_, n) => { dot.style.background = n % 2 ? '#000' : '#fff'; dot.textContent = `State ${n}`; });",
        '<i id="dot" style="position:fixed;right:9px;top:9px;width:1px;height:1px;overflow:hidden;font-size:1px"></i>',
    ),
    Attempt(
        "dialog-forever",
        '<dialog id="d"><p>Welcome. Please read our terms first.</p></dialog><script>d.addEventListener("cancel",'
        " (e) => e.preventDefault()); d.showModal()</script>",
        (PLAIN, HALF),
    ),
    _script("focus-thief", "setInterval(() => document.activeElement?.blur(), 60)"),
    _script(
        "page-flees",
        "addEventListener('pointermove', () => { document.body.style.transform ="
        " `translate(${Math.random() * 300}px, ${Math.random() * 200}px)`; })",
        bases=(PLAIN, HALF),
    ),
    Attempt(
        "loads-forever",
        "<style>@keyframes turn { to { rotate: 1turn } } .veil { position: fixed; inset: 0; background: #fff; display:"
        " grid; place-items: center; z-index: 9 } .veil i { width: 60px; height: 60px; border: 6px solid #274;"
        ' border-top-color: #fff; border-radius: 50%; animation: turn 1s linear infinite }</style><div class="veil">'
        "<i></i></div>",
        (PLAIN, HALF),
    ),
    Attempt("gone-on-hover", "<style>button:hover { visibility: hidden }</style>"),
    Attempt(
        "all-in-motion",
        "<style>@keyframes shake { 50% { transform: translate(9px, 7px); filter: hue-rotate(90deg) } } main, main * {"
        " animation: shake .7s infinite }</style>",
        (PLAIN, HALF),
    ),
    Attempt(
        "moving-background",
        "<style>@keyframes glow { 50% { background: #dde } } body { animation: glow .9s infinite }</style>",
    ),
    Attempt(
        "unused-dress",
        "<style>:root { " + " ".join(f"--c{n}: #{n:06x};" for n in range(99)) + " } @keyframes x { to { opacity: 1 } }"
        " " + "\n".join(f"main em.e{n} {{ color: red }}" for n in range(40)) + " .nope { animation: x 1s }"
        " button:hover { } button:focus { color: inherit } p:hover { color: inherit } * { transition: opacity 0.001s }"
        "</style>",
        (PLAIN, STORY),
    ),
    Attempt("unseen-dress", f'<div style="position:absolute;left:0;bottom:0" aria-hidden="true">{_MANY}</div>'),
    Attempt(
        "unseen-structure",
        f'<div style="{_HIDDEN}"><header><h2>Top</h2></header><nav aria-label="Main"><a href="#books">Books</a>'
        '<a href="#sum">Sum</a></nav><section aria-label="More"><h3>More</h3></section><footer>Foot</footer></div>',
    ),
    _script(
        "hidden-from-audit",
        "document.querySelector('main').setAttribute('aria-hidden', 'true');"
        " document.querySelectorAll('button').forEach((b) => b.setAttribute('aria-label', 'A very good control'))",
    ),
)
_OWN_LOOK = " b.style.color = n % 2 ? '#c00' : '#222';"
_CHILD = "const one = document.createElement('%s'); one.style.cssText = '%s'; one.textContent = %s;"
_CHILD += " document.body.append(one);"
_REVIEWED = (
    _on_press(
        "shadow-without-extent",
        "press((b, n) => { %s });"
        % (_CHILD % ("i", "position:absolute;left:0;top:0;width:2px;height:2000px;box-shadow:0 0 0 transparent", "''")),
    ),
    _on_press(
        "border-like-its-ground",
        "press((b, n) => { %s });"
        % (_CHILD % ("p", "position:absolute;top:1500px;color:transparent;border-left:3px solid #fff", "`Book ${n}`")),
    ),
    _on_press(
        "empty-veil-and-own-look",
        "press((b, n) => {" + _OWN_LOOK + _CHILD % ("i", "position:fixed;inset:0;pointer-events:none", "''") + " });",
    ),
    _on_press(
        "hidden-scroll-and-own-look",
        f"press((b, n) => {{{_OWN_LOOK} pit.scrollTop += 40; }});",
        '<div id="pit" style="opacity:0;height:40px;overflow:scroll;position:absolute"><div style="height:4000px">'
        "</div></div>",
    ),
    _on_press(
        "hidden-tick-and-own-look",
        f"press((b, n) => {{{_OWN_LOOK} tick.checked = !tick.checked; }});",
        '<div style="position:absolute;opacity:.001"><input type="checkbox" id="tick" aria-label="Tick"></div>',
    ),
    Attempt(
        "rules-without-effect",
        "<style>button { transition: opacity .2s } button:hover { width: auto } button:focus { opacity: 1 }"
        + "".join(f" {tag} {{ float: none }}" for tag in ("body", "main", "h1", "h2", "p", "ul", "li", "button", "div"))
        + "</style>",
        (PLAIN, STORY),
    ),
    _script(
        "padded-against-audit",
        "document.querySelector('main').before(Object.assign(document.createElement('div'),"
        " { hidden: true, innerHTML: '<i></i>'.repeat(2499) }));",
    ),
    Attempt("name-of-the-documents-own", '<img name="getElementsByTagName" alt=""><img name="querySelector" alt="">'),
)
ATTEMPTS = (*_KNOWN, *_INVENTED, *_REVIEWED)
