"""`SampleFile`: generated files for pages that ask for one, always the same."""

import io
import json
import math
import struct
import wave
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from PIL import Image, ImageDraw

SampleKind = Literal["png", "jpeg", "csv", "txt", "json", "wav", "pdf", "zip"]
KINDS: tuple[SampleKind, ...] = get_args(SampleKind)

_ROWS = [("2026-01-05", "Lamp", 3, 24.5), ("2026-01-06", "Chair", 1, 89.0), ("2026-01-07", "Desk", 2, 210.0)]
_RATE = 8_000
_CREATED = (2026, 1, 5, 9, 0, 0)


@dataclass(frozen=True)
class SampleFile:
    """A file of a few kilobytes at most, and the file name endings that it can be used for."""

    kind: SampleKind
    name: str
    media_type: str
    endings: tuple[str, ...]

    @property
    def content(self) -> bytes:
        """Its bytes."""
        return _content(self.kind)

    def fits(self, token: str) -> bool:
        """Whether one part of an `accept` attribute (`.csv`, `text/csv`, `image/*`) accepts it."""
        return token in (*self.endings, self.media_type, f"{self.media_type.split('/')[0]}/*", "*/*", "*")


SAMPLES: dict[SampleKind, SampleFile] = {
    "png": SampleFile("png", "landscape.png", "image/png", (".png",)),
    "jpeg": SampleFile("jpeg", "landscape.jpg", "image/jpeg", (".jpg", ".jpeg")),
    "csv": SampleFile("csv", "sales.csv", "text/csv", (".csv",)),
    "txt": SampleFile("txt", "notes.txt", "text/plain", (".txt", ".md", ".text", ".log")),
    "json": SampleFile("json", "sales.json", "application/json", (".json",)),
    "wav": SampleFile("wav", "tone.wav", "audio/wav", (".wav",)),
    "pdf": SampleFile("pdf", "letter.pdf", "application/pdf", (".pdf",)),
    "zip": SampleFile("zip", "files.zip", "application/zip", (".zip",)),
}


def choose_sample(accept: str) -> SampleFile | None:
    """Return the first sample that an `accept` attribute allows, a picture if it allows all; None if none fits."""
    tokens = [token.strip().lower() for token in accept.split(",") if token.strip()]
    if not tokens:
        return SAMPLES["png"]
    return next((SAMPLES[kind] for token in tokens for kind in KINDS if SAMPLES[kind].fits(token)), None)


@cache
def _content(kind: SampleKind) -> bytes:
    make: dict[SampleKind, Callable[[], bytes]] = {
        "png": lambda: _picture("PNG"), "jpeg": lambda: _picture("JPEG"), "csv": _csv, "txt": _text,
        "json": _json, "wav": _tone, "pdf": _letter, "zip": _archive,
    }  # fmt: skip
    return make[kind]()


def _picture(form: str) -> bytes:
    """A sun over a hill, 320 × 240."""
    image = Image.new("RGB", (320, 240), (150, 200, 235))
    draw = ImageDraw.Draw(image)
    draw.ellipse((220, 30, 280, 90), fill=(250, 210, 70))
    draw.polygon(((0, 200), (120, 110), (240, 190), (320, 150), (320, 240), (0, 240)), fill=(70, 130, 80))
    written = io.BytesIO()
    image.save(written, form)
    return written.getvalue()


def _csv() -> bytes:
    lines = ["date,product,count,price", *(",".join(str(value) for value in row) for row in _ROWS)]
    return "\n".join((*lines, "")).encode()


def _json() -> bytes:
    names = ("date", "product", "count", "price")
    return json.dumps([dict(zip(names, row, strict=True)) for row in _ROWS], indent=1).encode()


def _text() -> bytes:
    return b"Shopping for Monday\n\nBread, apples and two lamps.\nCall the workshop about the chair.\n"


def _tone() -> bytes:
    """Half a second of 440 Hz, mono."""
    written = io.BytesIO()
    with wave.open(written, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(_RATE)
        waves = (round(12_000 * math.sin(2 * math.pi * 440 * i / _RATE)) for i in range(_RATE // 2))
        sound.writeframes(b"".join(struct.pack("<h", value) for value in waves))
    return written.getvalue()


def _letter() -> bytes:
    """One page of text."""
    drawn = b"BT /F1 24 Tf 72 720 Td (A letter for Monday) Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    document, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(document))
        document += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(document)
    return document + b"xref\n0 6\n0000000000 65535 f \n" + table + trailer


def _archive() -> bytes:
    """Two of the other samples."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for kind in ("txt", "csv"):
            sample = SAMPLES[kind]
            archive.writestr(zipfile.ZipInfo(sample.name, _CREATED), sample.content)
    return written.getvalue()
