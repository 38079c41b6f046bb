"""What public detection scripts ask of a browser, asked of ours: it answers as an ordinary Chrome does.

Only a real browser has these answers. They are the questions of BotD, CreepJS, Sannysoft's page and of guides to
headless browsers, in our own words. What remains visible is listed in `docs/explanation/isolation.md`.
"""

import json

from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.perception import Viewport

ANYWHERE = {
    "user agent": ("/^Mozilla.5.0 [(][^)]+[)] AppleWebKit.537.36 [(]KHTML, like Gecko[)] Chrome.[1-9][0-9]*.0.0.0 "
                   "Safari.537.36$/.test(navigator.userAgent)", True),
    "names a headless browser": ("/headless/i.test(navigator.userAgent + navigator.appVersion)", False),
    "version agrees with the user agent": ("navigator.appVersion === navigator.userAgent.slice(8)", True),
    "webdriver": ("navigator.webdriver ?? false", False),
    "languages": ("navigator.languages.length > 0 && navigator.languages[0] === navigator.language", True),
    "processors": ("navigator.hardwareConcurrency", 4),
    "round-trip time": ("navigator.connection.rtt", 50),
    "native code": ("eval.toString().length", 33),
    "process": ("typeof process", "undefined"),
    "notification permission": (
        "navigator.permissions.query({ name: 'notifications' }).then(({ state }) => state === Notification.permission)",
        True,
    ),
    "brands": ("navigator.userAgentData.brands.map(({ brand }) => brand).filter((one) => !/^Not/.test(one)).join()",
               "Chromium,Google Chrome"),
    "headless brand": ("/headless/i.test(JSON.stringify(navigator.userAgentData))", False),
    "brand versions agree with the user agent": (
        "navigator.userAgentData.brands.filter(({ brand }) => !/^Not/.test(brand))"
        ".every(({ version }) => navigator.userAgent.includes(`Chrome/${version}.`))", True),
    "full versions": (
        "navigator.userAgentData.getHighEntropyValues(['fullVersionList', 'architecture', 'bitness']).then((all) =>"
        " all.fullVersionList.length === 3 && all.bitness === '64' && !/headless/i.test(JSON.stringify(all)))", True),
    "platform": ("navigator.platform.slice(0, 3) === navigator.userAgentData.platform.slice(0, 3)", True),
}  # fmt: skip
"""Questions and ordinary answers, in documents and workers."""

IN_DOCUMENTS = {
    "webdriver is a property of the prototype": ("Object.getOwnPropertyNames(navigator).length", 0),
    "window.chrome": ("typeof chrome.loadTimes + typeof chrome.csi + typeof chrome.app + typeof chrome.runtime",
                      "functionfunctionobjectundefined"),
    "chrome's functions are native": ("/native code/.test(chrome.csi.toString() + '') && chrome.csi().tran > 0", True),
    "plugins": ("navigator.plugins.length", 5),
    "plugins are a list of the browser's": (
        "navigator.plugins instanceof PluginArray && String(navigator.plugins) === '[object PluginArray]'", True),
    "a plugin": ("navigator.plugins[0] instanceof Plugin && navigator.plugins['PDF Viewer'] === navigator.plugins[0]"
                 " && navigator.plugins.namedItem('PDF Viewer').filename", "internal-pdf-viewer"),
    "all plugins": ("[...navigator.plugins].map((one) => one.length + one.item(0).type).join() "
                    ".split('2application/pdf').length", 6),
    "plugins by number": ("[-1, 5, '1'].map((at) => navigator.plugins.item(at)?.name).join()", ",,Chrome PDF Viewer"),
    "types": ("Array.from(navigator.mimeTypes, ({ type, suffixes }) => type + suffixes).join()",
              "application/pdfpdf,text/pdfpdf"),
    "types are of plugins": ("navigator.mimeTypes['text/pdf'].enabledPlugin === navigator.plugins[0]"
                             " && navigator.mimeTypes[0] instanceof MimeType", True),
    "getters are native": ("/native code/.test(Object.getOwnPropertyDescriptor(Navigator.prototype, 'plugins').get)",
                           True),
    "shows PDF": ("navigator.pdfViewerEnabled", True),
    "window has a size": ("outerWidth >= top.innerWidth && outerHeight > top.innerHeight", True),
    "screen is larger than the window": ("screen.width > outerWidth && screen.height > outerHeight", True),
    "no developer tools": ("outerWidth - top.innerWidth < 160 && outerHeight - top.innerHeight < 160", True),
    "colour depth": ("screen.colorDepth", 24),
    "pointer": ("['(hover: hover)', '(pointer: fine)'].every((query) => matchMedia(query).matches)", True),
    "touch": ("navigator.maxTouchPoints", 0),
    "visible": ("document.visibilityState + document.hidden", "visiblefalse"),
    "vendor": ("navigator.vendor + navigator.productSub", "Google Inc.20030107"),
    "attributes of drivers": ("['webdriver', 'selenium', 'driver'].some((name) => "
                              "document.documentElement.hasAttribute(name))", False),
    "marks of drivers": (
        "[...Object.getOwnPropertyNames(window), ...Object.getOwnPropertyNames(document)].filter((name) => "
        "/webdriver|selenium|playwright|puppeteer|phantom|nightmare|domAutomation|^[$]?cdc_|__pw/i.test(name)).join()",
        ""),
    "trace of an error": ("/phantom|puppeteer|playwright|pptr/i.test(new Error().stack)", False),
    "bound function": ("typeof Function.prototype.bind", "function"),
    "broken contexts": ("Boolean(document.createElement('canvas').getContext('2d') && window.indexedDB)", True),
    "sound and film": ("document.createElement('video').canPlayType('video/mp4; codecs=avc1.42E01E')", "probably"),
}  # fmt: skip

ASK = """
const ask = async (questions) => Object.fromEntries(await Promise.all(
  Object.entries(questions).map(async ([name, question]) => {
    try { return [name, await (0, eval)(question)]; } catch (error) { return [name, String(error)]; }
  })));
"""


def build_script(questions: dict[str, tuple[str, object]], report: str) -> str:
    """A script that passes all answers to `report`."""
    return f"{ASK} ask({json.dumps({name: asked for name, (asked, _) in questions.items()})}).then({report});"


DOCUMENT = ANYWHERE | IN_DOCUMENTS
PAGE = f"""<!doctype html><title>t</title><iframe src="/frame.html"></iframe><script>
var answers = {{}};
var keep = (place) => (given) => {{ answers[place] = given; }};
{build_script(DOCUMENT, "keep('page')")}
const blank = document.body.appendChild(document.createElement("iframe"));
blank.contentWindow.keep = keep("blank frame");
blank.contentWindow.eval({json.dumps(build_script(DOCUMENT, "keep"))});
new Worker("/worker.js").onmessage = ({{ data }}) => keep("worker")(data);
const own = new Blob([{json.dumps(build_script(ANYWHERE, "postMessage"))}]);
new Worker(URL.createObjectURL(own)).onmessage = ({{ data }}) => keep("worker of the page's text")(data);
new Worker("/module.js", {{ type: "module" }}).onmessage = ({{ data }}) => keep("module worker")(data);
</script>"""
SCRIPT = "text/javascript"
FILES = {
    "/frame.html": f"<script>{build_script(DOCUMENT, 'parent.keep(`frame`)')}</script>",
    "/worker.js": (SCRIPT, build_script(ANYWHERE, "postMessage").encode()),
    "/module.js": (SCRIPT, build_script(ANYWHERE, "postMessage").encode()),
}
PLACES = {
    "page": DOCUMENT, "frame": DOCUMENT, "blank frame": DOCUMENT, "worker": ANYWHERE, "module worker": ANYWHERE,
    "worker of the page's text": ANYWHERE,
}  # fmt: skip


def test_detection_scripts_find_an_ordinary_browser(gateway_of, browser_host, subtests):
    gateway = gateway_of(PAGE, FILES)
    with browser_host.open_session(SessionSettings(gateway.address)) as session:
        assert session.load(f"{ORIGIN}/").loaded
        for _ in range(20):
            answers = session.evaluate("() => answers", None)
            if PLACES.keys() <= answers.keys():
                break
            session.wait(200)
    for place, questions in PLACES.items():
        for name, (question, ordinary) in questions.items():
            with subtests.test(place=place, question=name):
                assert answers.get(place, {}).get(name) == ordinary, question
    for path, headers in gateway.headers:
        with subtests.test(request=path):
            assert "Chrome/" in headers["user-agent"]
            assert "headless" not in json.dumps(headers).lower()
            assert headers["accept-language"] == "en-US"


def test_a_narrow_window_fills_its_screen_as_on_a_phone(session_of, subtests):
    sizes = "() => [innerWidth, innerHeight, outerWidth, outerHeight, screen.width, screen.height]"
    phone = Viewport(name="mobile", width=375, height=812)
    session = session_of("<p>Hello", viewport=phone)
    with subtests.test("opened"):
        assert session.evaluate(sizes, None) == [375, 812] * 3
    session.resize(Viewport(name="tablet", width=768, height=1024))
    with subtests.test("resized"):
        assert session.evaluate(sizes, None) == [768, 1024] * 3
