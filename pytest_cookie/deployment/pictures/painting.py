"""`paint`: paints placeholder images, always the same for the same subject.

A photo is replaced by a landscape with sky, sun and hills, so that a page looks as it would with real photos. A
portrait is replaced by a plain figure, and a label is drawn as the service itself draws it.
"""

import base64
import hashlib
import io
import math
import random
from html import escape

from PIL import Image, ImageColor, ImageDraw, ImageFilter, ImageFont

from pytest_cookie.deployment.pictures.services import Format, ImageRequest

MEDIA_TYPES: dict[Format, str] = {
    "png": "image/png", "jpeg": "image/jpeg", "webp": "image/webp", "gif": "image/gif", "svg": "image/svg+xml",
}  # fmt: skip
Colour = tuple[int, int, int]

_MOODS: tuple[tuple[str, str, str, str], ...] = (
    ("#2f6fb0", "#cfe6f2", "#fff6d8", "#2e5d4b"),  # a clear day
    ("#5b7fb5", "#f6c7a0", "#ffe3b0", "#3b3f63"),  # evening
    ("#273a66", "#e58a6b", "#ffd08a", "#2a2742"),  # dusk
    ("#7fb2c9", "#e9f2ee", "#ffffff", "#4f7f78"),  # mist
    ("#3f88a8", "#f3e3c2", "#fff2cc", "#a9744a"),  # dunes
    ("#46618f", "#d9d3e8", "#fff0f0", "#4a4f7c"),  # violet mountains
    ("#2c8c99", "#d7efe0", "#fdf7d4", "#1f5a52"),  # a lagoon
    ("#6a88a0", "#dfe3e0", "#f9f4e6", "#5c6b4c"),  # autumn
)
"""Top of the sky, the horizon, the sun, and the nearest hill."""
_SKINS = ("#f1c9a5", "#d9a27a", "#b87a52", "#8a5a3c", "#f6d7bd")
_HAIRS = ("#2b211c", "#5a3a22", "#8c5a2b", "#b9b4ad", "#1d1d26")
_CLOTHES = ("#4a6fa5", "#7a5c8e", "#3f7d6b", "#b0573f", "#4d5563", "#c08a3e")
_LABEL_COLOURS = ("#cccccc", "#6b6b6b")
_LAYERS = 4
_DRAWN_AT_MOST = 1600
"""The longer side in px up to which images are painted; larger ones are scaled up, which is not visible in them."""


def paint(wanted: ImageRequest) -> bytes:
    """The image file in the requested format."""
    if wanted.style in ("label", "initials") and wanted.format == "svg":
        return _label_as_svg(wanted).encode()
    chance = random.Random(hashlib.sha256(wanted.subject.encode(errors="replace")).digest())
    scale = min(1.0, _DRAWN_AT_MOST / max(wanted.width, wanted.height))
    size = max(1, round(wanted.width * scale)), max(1, round(wanted.height * scale))
    match wanted.style:
        case "photo":
            picture = _landscape(size, chance)
        case "portrait":
            picture = _portrait(size, chance)
        case "label" | "initials":
            picture = _label(size, wanted)
    if picture.size != (wanted.width, wanted.height):
        picture = picture.resize((wanted.width, wanted.height), Image.Resampling.BILINEAR)
    return _as_file(picture, wanted)


def _as_file(picture: Image.Image, wanted: ImageRequest) -> bytes:
    file = io.BytesIO()
    match wanted.format:
        case "jpeg" | "svg":
            picture.save(file, "JPEG", quality=85)
        case "webp":
            picture.save(file, "WEBP", quality=80, method=0)
        case "png":
            picture.save(file, "PNG", compress_level=1)
        case "gif":
            picture.quantize(128).save(file, "GIF")
    if wanted.format != "svg":
        return file.getvalue()
    data = base64.b64encode(file.getvalue()).decode()
    image = f'<image width="100%" height="100%" href="data:image/jpeg;base64,{data}"/>'
    return _svg(wanted, image).encode()


def _landscape(size: tuple[int, int], chance: random.Random) -> Image.Image:
    top, horizon, sun, near = (ImageColor.getrgb(colour)[:3] for colour in chance.choice(_MOODS))
    width, height = size
    picture = _gradient(size, top, horizon)
    draw = ImageDraw.Draw(picture)
    line = height * chance.uniform(0.5, 0.66)
    _sun(picture, (chance.uniform(0.15, 0.85) * width, line * chance.uniform(0.35, 0.85)), sun)
    for layer in range(_LAYERS):
        depth = layer / (_LAYERS - 1)
        colour = _mixed(horizon, near, 0.25 + 0.75 * depth)
        base = line + (height - line) * 0.85 * depth**1.3
        draw.polygon(_ridge(size, base, (0.30 - 0.16 * depth) * line, chance), fill=colour)
    return picture.filter(ImageFilter.GaussianBlur(0.6))


def _sun(picture: Image.Image, centre: tuple[float, float], colour: Colour) -> None:
    """Draw the sun and its glow."""
    radius = max(1.0, 0.06 * min(picture.size))
    light = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(light)
    for step in range(12, 0, -1):
        _circle(draw, centre, radius * (1 + step * 0.45), fill=round(90 * (1 - step / 13) ** 2))
    _circle(draw, centre, radius, fill=235)
    picture.paste(colour, mask=light.filter(ImageFilter.GaussianBlur(radius * 0.12)))


def _ridge(size: tuple[int, int], base: float, rise: float, chance: random.Random) -> list[tuple[float, float]]:
    """A line of hills, as a sum of waves, closed at the bottom."""
    width, height = size
    waves = [(chance.uniform(0.6, 1.6) * 1.9**n, chance.uniform(0, math.tau), 0.5**n) for n in range(5)]
    points: list[tuple[float, float]] = []
    for index in range(97):
        at = index / 96
        up = sum(much * math.sin(math.tau * often * at + phase) for often, phase, much in waves)
        points.append((at * width, base - rise * (0.35 + 0.4 * up)))
    return [(0, height), *points, (width, height)]


def _portrait(size: tuple[int, int], chance: random.Random) -> Image.Image:
    width, height = size
    high, low, _, _ = (ImageColor.getrgb(colour)[:3] for colour in chance.choice(_MOODS))
    skin, hair, cloth = (ImageColor.getrgb(chance.choice(some)) for some in (_SKINS, _HAIRS, _CLOTHES))
    unit, middle, foot = min(size) / 100, width / 2, (height + min(size)) / 2
    picture = _gradient(size, _mixed(high, low, 0.55), low)
    draw = ImageDraw.Draw(picture)

    def oval(x: float, y: float, across: float, down: float, colour: tuple[int, ...]) -> None:
        box = [
            middle + (x - across) * unit,
            foot + (y - down) * unit,
            middle + (x + across) * unit,
            foot + (y + down) * unit,
        ]
        draw.ellipse(box, fill=colour)

    oval(0, -2, 38, 27, cloth)
    is_long = chance.random() < 0.5
    oval(0, -54 + 6 * is_long, 23, 27 + 10 * is_long, hair)
    draw.rectangle(
        [middle - 7 * unit, foot - 40 * unit, middle + 7 * unit, foot - 24 * unit], fill=_mixed(skin, hair, 0.15)
    )
    oval(0, -51, 18, 22, skin)
    for side in (-1, 1):
        oval(7 * side, -53, 1.8, 1.8, ImageColor.getrgb("#2a2a2a"))
    draw.arc([middle - 7 * unit, foot - 50 * unit, middle + 7 * unit, foot - 38 * unit], 25, 155, fill=(150, 70, 60),
             width=max(1, round(1.4 * unit)))  # fmt: skip
    return picture.filter(ImageFilter.GaussianBlur(max(0.4, unit * 0.25)))


def _label(size: tuple[int, int], wanted: ImageRequest) -> Image.Image:
    background, colour = _label_colours(wanted)
    picture = Image.new("RGB", size, background)
    text, letters = _words(wanted), max(1, len(_words(wanted)))
    points = max(6.0, min(size[0] * 0.8 / (letters * 0.55), size[1] * 0.4, 400.0))
    ImageDraw.Draw(picture).text(
        (size[0] / 2, size[1] / 2), text, fill=colour, font=ImageFont.load_default(points), anchor="mm"
    )
    return picture


def _label_as_svg(wanted: ImageRequest) -> str:
    background, colour = _label_colours(wanted)
    text = _words(wanted)
    points = max(6.0, min(wanted.width * 0.8 / (max(1, len(text)) * 0.6), wanted.height * 0.4))
    return _svg(
        wanted,
        f'<rect width="100%" height="100%" fill="{_as_hex(background)}"/><text x="50%" y="50%" dy=".35em" '
        f'text-anchor="middle" font-family="sans-serif" font-weight="bold" font-size="{points:.1f}" '
        f'fill="{_as_hex(colour)}">{escape(_printable(text))}</text>',
    )


def _svg(wanted: ImageRequest, inner: str) -> str:
    size = f'width="{wanted.width}" height="{wanted.height}" viewBox="0 0 {wanted.width} {wanted.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inner}</svg>'


def _words(wanted: ImageRequest) -> str:
    """The text; the size if there is no text, or if Pillow's font cannot draw it."""
    text = wanted.text
    if wanted.style == "initials":
        text = "".join(word[:1] for word in text.split())[:2].upper() or "?"
    is_written = wanted.format == "svg" or (text.isprintable() and all(ord(sign) < 0x180 for sign in text))
    return text if text and is_written else f"{wanted.width} x {wanted.height}"


def _printable(text: str) -> str:
    """`text` without characters that XML does not allow."""
    return "".join(sign for sign in text if sign.isprintable())


def _label_colours(wanted: ImageRequest) -> tuple[Colour, Colour]:
    background = _colour(wanted.background, _LABEL_COLOURS[0])
    light = sum(background) > 3 * 128
    return background, _colour(wanted.colour, _LABEL_COLOURS[1] if light else "#f2f2f2")


def _colour(text: str, otherwise: str) -> Colour:
    """The colour for a name, or for three, six or eight hexadecimal digits."""
    for form in (f"#{text}", text):
        try:
            return ImageColor.getrgb(form)[:3]
        except ValueError:
            continue
    return ImageColor.getrgb(otherwise)[:3]


def _as_hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _gradient(size: tuple[int, int], top: Colour, bottom: Colour) -> Image.Image:
    mask = Image.linear_gradient("L").resize(size, Image.Resampling.BILINEAR)
    return Image.composite(Image.new("RGB", size, bottom), Image.new("RGB", size, top), mask)


def _mixed(one: tuple[int, ...], other: tuple[int, ...], share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one[:3], other[:3], strict=True))
    return red, green, blue


def _circle(draw: ImageDraw.ImageDraw, centre: tuple[float, float], radius: float, *, fill: int) -> None:
    x, y = centre
    draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=fill)
