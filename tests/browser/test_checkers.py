"""Checkers are answered by a real page, from outside of its scripts."""

from pytest_cookie.exploration.checkers import evaluate, parse_checker, queries_of, read_answers

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Orders</title>
<style>.none { display: none } .clear { opacity: 0 } .flat { width: 0; height: 0; overflow: hidden }</style>
<h1 id="head">Orders   of
today</h1>
<p id="total">Total: <b>1,234.50</b> EUR</p>
<ul><li>one</li><li class="none">two</li><li>three</li></ul>
<p id="hidden" class="none">secret</p><p id="clear" class="clear">pale</p><div id="flat" class="flat">x</div>
<input id="name" value="Ada"> <input id="off" disabled> <input id="tick" type="checkbox" checked>
<div id="switch" role="switch" aria-checked="false" tabindex="0">s</div>
<button id="toggle" aria-pressed="true">t</button> <div aria-disabled="true"><button id="in-off">b</button></div>
<div id="edit" contenteditable>typed</div>
<form id="form"><input name="id" value="trap"><input name="value" value="trap"></form>
<order-card id="card"></order-card>
<iframe id="frame" srcdoc="<p id=framed>in the frame</p><input id=deep value=7>"></iframe>
<script>
  customElements.define('order-card', class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<p id="shadowed" class="part">in the shadow</p>'
    }
  })
  localStorage.setItem('orders', '[1,2]'); sessionStorage.setItem('step', '2')
  document.getElementById('name').value = 'Grace'; document.getElementById('name').focus()
  history.replaceState(null, '', '/?view=all#top')
  // A page that lies to whoever asks in its own world
  Document.prototype.querySelectorAll = () => [{ innerText: 'won', tagName: 'P' }]
  Object.defineProperty(HTMLElement.prototype, 'innerText', { get: () => 'won' })
  Storage.prototype.getItem = () => 'won'; Array.prototype.map = () => ['won']; JSON.parse = () => 'won'
  Object.prototype.invalid = true
</script></html>"""


CASES = [
    ('text("#head") == "Orders of today"', True),
    ('text("#head") == "won"', False),
    ('number("#total b") == 1234.5', True),
    ('number("#total") > 1000', True),
    ('count("li") == 3 and visible_count("li") == 2', True),
    ('visible("#hidden")', False),
    ('hidden("#hidden")', True),
    ('not visible("#hidden")', True),
    ('visible("#clear")', False),
    ('visible("#flat")', False),
    ('visible("#nowhere")', None),
    ('not visible("#nowhere")', None),
    ('exists("#nowhere")', False),
    ('value("#name") == "Grace"', True),
    ('attr("#name", "value") == "Ada"', True),
    ('attr("#name", "placeholder") != "x"', None),
    ('value("#head") == ""', None),
    ('content("#head") contains "Orders" and content("#name") == "Grace"', True),
    ('value("#edit") == "typed"', True),
    ('checked("#tick")', True),
    ('unchecked("#tick")', False),
    ('checked("#switch")', False),
    ('unchecked("#switch") and checked("#toggle")', True),
    ('checked("#head")', None),
    ('disabled("#off") and enabled("#name")', True),
    ('disabled("#in-off")', True),
    ('focused("#name") and not focused("#off")', True),
    ('text("#shadowed") == "in the shadow"', True),
    ('visible(".part")', True),
    ('text("#framed") == "in the frame"', True),
    ('number("#deep") == 7', True),
    ('stored("orders") == "[1,2]" and session("step") == "2"', True),
    ('stored("nothing") == "won"', None),
    ('stored("__proto__") != "x"', None),
    ('title() == "Orders" and url() == "/?view=all#top"', True),
    ('attr("#form", "id") == "form"', True),
    ('attr("#card", "__proto__") == "x"', None),
    ('visible("li:nth-child(")', None),
    ('count("body *") > 10', True),
    ('exists("html")', True),
]


def test_a_page_answers_whatever_its_scripts_have_changed(session_of):
    checkers = [parse_checker(text) for text, _ in CASES]
    found = read_answers(session_of(PAGE), [query for checker in checkers for query in queries_of(checker)])
    noted = [(text, evaluate(checker, found.answers)) for (text, _), checker in zip(CASES, checkers, strict=True)]
    assert noted == CASES
    assert found.invalid == ("li:nth-child(",)
