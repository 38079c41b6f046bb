"""Addresses of picture services → painted pictures: always of the requested size, and the same each time."""

import io
import random
import string

import pytest
from PIL import Image, ImageChops, ImageStat

from pytest_cookie.deployment.pictures.painting import paint
from pytest_cookie.deployment.pictures.services import MAX_PIXELS, MAX_SIDE, _services, parse_image_request
from pytest_cookie.deployment.pictures.stand_ins import PlaceholderImage, PlaceholderImages

SIZES = [
    ("https://picsum.photos/seed/garden/640/360", 640, 360, "jpeg"),
    ("https://picsum.photos/id/42/320/480?grayscale&blur=2", 320, 480, "jpeg"),
    ("https://picsum.photos/240", 240, 240, "jpeg"),
    ("https://picsum.photos/500/300.webp?random=7", 500, 300, "webp"),
    ("http://picsum.photos/g/90/80", 90, 80, "jpeg"),
    ("https://picsum.photos/", 600, 400, "jpeg"),
    ("https://images.unsplash.com/photo-1500?w=700&h=500&fit=crop", 700, 500, "jpeg"),
    ("https://images.unsplash.com/photo-1500?auto=format&w=900", 900, 600, "jpeg"),
    ("https://images.unsplash.com/photo-1500?h=200&fm=png", 300, 200, "png"),
    ("https://images.unsplash.com/photo-1500?w=300&h=200&dpr=2", 600, 400, "jpeg"),
    ("https://images.unsplash.com/photo-1500", 1200, 800, "jpeg"),
    ("https://images.pexels.com/photos/9/pexels-photo-9.jpeg?auto=compress&w=600", 600, 400, "jpeg"),
    ("https://loremflickr.com/320/240/dog,park/all?lock=3", 320, 240, "jpeg"),
    ("https://loremflickr.com/g/200/100/cats", 200, 100, "jpeg"),
    ("https://placehold.co/600x400", 600, 400, "svg"),
    ("https://placehold.co/400", 400, 400, "svg"),
    ("https://placehold.co/600x400/orange/white/png?text=A+B", 600, 400, "png"),
    ("https://placehold.co/300x200@2x.png", 600, 400, "png"),
    ("https://placehold.co/120x80.jpg", 120, 80, "jpeg"),
    ("https://fakeimg.pl/350x150.png/09f/fff?text=x", 350, 150, "png"),
    ("https://placehold.jp/150.png", 150, 150, "png"),
    ("https://placebear.com/g/210/310", 210, 310, "jpeg"),
    ("https://dummyimage.com/468x60/000/fff.gif&text=Ad", 468, 60, "gif"),
    ("https://fakeimg.pl/250x100/ff0000,128/000,255/", 250, 100, "png"),
    ("https://i.pravatar.cc/96?img=5", 96, 96, "jpeg"),
    ("https://ui-avatars.com/api/?name=Ada+Lovelace&size=128&background=0D8ABC", 128, 128, "png"),
    ("https://randomuser.me/api/portraits/women/44.jpg", 128, 128, "jpeg"),
    ("https://robohash.org/ada.png?size=150x120", 150, 120, "png"),
    ("https://api.dicebear.com/7.x/bottts/svg?seed=Ada", 200, 200, "svg"),
]


def test_a_picture_has_the_size_and_the_format_that_are_asked_for(subtests):
    for url, width, height, form in SIZES:
        with subtests.test(repr(url)):
            wanted = parse_image_request(url)
            assert wanted
            assert (wanted.width, wanted.height, wanted.format) == (width, height, form)
            content = paint(wanted)
            if form == "svg":
                assert f'width="{width}" height="{height}"'.encode() in content
                return
            picture = Image.open(io.BytesIO(content))
            assert (picture.size, picture.format) == ((width, height), form.upper())


@pytest.mark.parametrize(
    "url",
    [
        "https://picsum.photos.example.org/200",
        "https://example.org/picsum.photos/200",
        "https://picsum.photos:8443/200",
        "ftp://picsum.photos/200",
        "https://notpicsum.photos/200",
        "https://user@[::1/200",
        "https://picsum.photos:x/200",
        "//picsum.photos/200",
        "",
    ],
)
def test_other_addresses_are_of_no_service(url: str):
    assert parse_image_request(url) is None


def pixels(url: str) -> Image.Image:
    answer = PlaceholderImages().answer(url)
    assert answer
    assert answer.content
    return Image.open(io.BytesIO(answer.content)).convert("RGB")


def test_pictures_are_the_same_each_time_and_differ_by_address():
    urls = [f"https://picsum.photos/seed/{seed}/120/80" for seed in range(12)]
    first = [PlaceholderImages().answer(url) for url in urls]
    assert first == [PlaceholderImages().answer(url) for url in urls]
    assert len({answer.content for answer in first if answer}) == 12


def test_one_subject_is_one_picture_in_every_size():
    large, small = (pixels(f"https://images.unsplash.com/photo-77?w={w}&fit=crop") for w in (600, 300))
    other = pixels("https://images.unsplash.com/photo-78?w=300&fit=crop")
    alike = ImageStat.Stat(ImageChops.difference(large.resize(small.size), small)).mean
    unlike = ImageStat.Stat(ImageChops.difference(other, small)).mean
    assert max(alike) < 6 < max(unlike)


@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(5, 20))])
def test_no_landscape_and_no_portrait_is_blank(seed: int):
    for url in (f"https://picsum.photos/seed/{seed}/160/100", f"https://i.pravatar.cc/100?u={seed}"):
        picture = pixels(url)
        assert len(picture.getcolors(1 << 24) or ()) > 200
        assert max(ImageStat.Stat(picture).stddev) > 15


def test_a_label_has_its_colours_and_its_text():
    plain, written, other = (
        pixels(f"https://placehold.co/300x200/1e90ff/ffee00/png?text={text}") for text in ("+", "Hello", "World")
    )
    assert written.getpixel((2, 2)) == (0x1E, 0x90, 0xFF)
    assert (0xFF, 0xEE, 0x00) in {colour for _, colour in written.getcolors(1 << 24) or ()}
    assert ImageChops.difference(written, other).getbbox()
    assert ImageChops.difference(plain, written).getbbox()  # without a text it is the size


def test_a_label_as_svg_is_well_formed_whatever_its_text():
    answer = PlaceholderImages().answer("https://placehold.co/300x200?text=%3Cscript%3E%26%22%00%1b%C3%A4%E5%9B%BE")
    assert answer
    assert (answer.kind, answer.size) == ("image/svg+xml", "300x200")
    assert answer.content
    assert "&lt;script&gt;&amp;&quot;ä图</text>" in answer.content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/0/0",
        "/999999999/999999999",
        "/5000/1",
        "/1/5000",
        "/99999999999999999999/3",
        "/-4/7",
        "/²/³",
        "/1e9/2",
        "/8000",
    ],
)
def test_every_size_is_bounded(path: str):
    wanted = parse_image_request(f"https://picsum.photos{path}?dpr=9")
    assert wanted
    assert 1 <= min(wanted.width, wanted.height) <= max(wanted.width, wanted.height) <= MAX_SIDE
    assert wanted.width * wanted.height <= MAX_PIXELS


@pytest.mark.parametrize("addresses", [500, pytest.param(3_000, marks=pytest.mark.slow)])
def test_no_address_makes_it_raise(addresses: int):
    chance = random.Random(26)
    hosts = sorted(_services())
    signs = string.printable + "ä图\u202e\x00²٣" + "/" * 30 + "0123456789" * 4 + "x?&=%@.{}"
    for _ in range(addresses):
        path = "".join(chance.choices(signs, k=chance.randint(0, 60)))
        wanted = parse_image_request(f"https://{chance.choice(hosts)}/{path}")
        if wanted is not None and wanted.width * wanted.height < 100_000:
            assert paint(wanted)
    for path in ("a" * 100_000, "1x" * 2_000, "/" * 4_000, "1/" * 2_000, "?" + "&" * 50_000, "?w=" + "9" * 5_000):
        for host in hosts:
            assert parse_image_request(f"https://{host}/{path}")


def test_what_a_page_asks_for_costs_no_more_than_there_is():
    stand_ins = PlaceholderImages(most_pixels=100_000)
    answers = [stand_ins.answer(f"https://picsum.photos/seed/{seed}/200/200") for seed in range(4)]
    assert [answer.content is not None for answer in answers if answer] == [True, True, False, False]
    again = stand_ins.answer("https://picsum.photos/seed/1/200/200")  # painted already
    assert again == answers[1]
    assert isinstance(again, PlaceholderImage)
