"""A page with pictures of placeholder services, without a library and without a network: it is seen as it was meant."""

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
    "https://source.unsplash.com/640x360/?nature": [640, 360],
    "https://loremflickr.com/320/240/cats": [320, 240],
    "https://placehold.co/600x400/ff8800/ffffff?text=Hello": [600, 400],
    "https://via.placeholder.com/300x200.png": [300, 200],
    "https://dummyimage.com/468x60/000/fff.gif&text=Ad": [468, 60],
    "http://placekitten.com/210/310": [210, 310],
    "https://i.pravatar.cc/96?img=5": [96, 96],
}
SIZES = """() => Object.fromEntries([...document.images].map(
  (one) => [one.getAttribute("src"), [one.naturalWidth, one.naturalHeight]]))"""
READ = """async () => {
  const answer = await fetch("https://picsum.photos/40/30");
  const picture = await createImageBitmap(await answer.blob());
  return [picture.width, picture.height, getComputedStyle(document.body).backgroundImage.startsWith("url")];
}"""


@pytest.fixture
def session(browser_host: BrowserHost, tmp_path: Path) -> Iterator[Session]:
    images = "".join(f'<img src="{url.replace("&", "&amp;")}" alt="A picture" height=120>' for url in PICTURES)
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
    assert [request.url for request in seen.failed_requests] == ["https://example.org/x.png"]
    noted = {answer.url: answer for answer in seen.library_answers}
    assert set(PICTURES) < set(noted)
    assert {answer.kind for answer in noted.values()} == {"picture"}
    assert noted["https://picsum.photos/seed/x/600/400"].given == "600x400"
    assert session.evaluate(READ) == [40, 30, True]
