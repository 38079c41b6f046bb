"""A page with pictures of placeholder services, without library and network: seen as visitors see it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.deployment.gateway import Gateway
from pytest_cookie.deployment.site import StaticSite

PICTURES = {
    "https://picsum.photos/seed/x/600/400": [600, 400],
    "https://picsum.photos/id/237/200/300": [200, 300],
    "https://images.unsplash.com/photo-1?w=800&h=600&fit=crop": [800, 600],
    "https://loremflickr.com/320/240/cats": [320, 240],
    "https://placehold.co/600x400/ff8800/ffffff?text=Hello": [600, 400],
    "https://dummyimage.com/468x60/000/fff.gif&text=Ad": [468, 60],
    "http://placebear.com/210/310": [210, 310],
    "https://i.pravatar.cc/96?img=5": [96, 96],
}
ENDED = ("https://via.placeholder.com/300x200.png", "http://placekitten.com/210/310")
SIZES = """() => Object.fromEntries([...document.images].map(
  (one) => [one.getAttribute("src"), [one.naturalWidth, one.naturalHeight]]))"""
READ = """async () => {
  const answer = await fetch("https://picsum.photos/40/30");
  const picture = await createImageBitmap(await answer.blob());
  return [picture.width, picture.height, getComputedStyle(document.body).backgroundImage.startsWith("url")];
}"""


@pytest.fixture
def session(browser_host: BrowserHost, tmp_path: Path) -> Iterator[Session]:
    images = "".join(
        f'<img src="{url.replace("&", "&amp;")}" alt="A picture" height=120>' for url in (*PICTURES, *ENDED)
    )
    (tmp_path / "index.html").write_text(
        "<!doctype html><title>Gallery</title><style>body { background: url(https://picsum.photos/1600/900) }</style>"
        f"<h1>Gallery</h1>{images}<img src=https://example.org/x.png alt=Elsewhere>"
    )
    gateway = Gateway(StaticSite(tmp_path, "index.html"))
    with browser_host.open_session(SessionSettings(gateway.address)) as session:
        yield session
    gateway.close()


def test_pictures_of_services_are_there_in_their_sizes_and_told_apart(session: Session):
    seen = session.load(f"{ORIGIN}/").happenings
    sizes = session.evaluate(SIZES)
    assert {url: size for url, size in sizes.items() if url in PICTURES} == PICTURES, json.dumps(sizes)
    assert [(request.url, request.blocked) for request in seen.failed_requests] == [
        ("http://placekitten.com/210/310", False),
        ("https://example.org/x.png", True),
        ("https://via.placeholder.com/300x200.png", False),
    ]
    assert [sizes[url] for url in ENDED] == [[0, 0], [0, 0]]
    noted = {answer.url: answer for answer in seen.library_answers}
    assert set(PICTURES) < set(noted)
    assert {answer.kind for answer in noted.values()} == {"picture"}
    assert noted["https://picsum.photos/seed/x/600/400"].given == "600x400"
    assert [noted[url].shown for url in list(PICTURES)[:4]] == ["photo", "photo", "photo", "photo"]
    assert noted["https://placehold.co/600x400/ff8800/ffffff?text=Hello"].shown == "label"
    assert session.evaluate(READ) == [40, 30, True]
