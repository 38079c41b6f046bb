"""Whatever a page plays is described: no sound ends an item."""

import numpy as np

from pytest_cookie.browser.capture.audio_analysis import describe_sound, dominant_pitch

RATE = 48_000
_LENGTH = RATE // 10


def _sweep(at: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return np.sin(2 * np.pi * (random.uniform(20, 200) * at + random.uniform(-3e4, 3e4) * at**2))


def _click(at: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return np.exp(-random.uniform(20, 4_000) * at) * np.sign(random.uniform(-1, 1))


def _slow_wave(at: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return np.cos(2 * np.pi * random.uniform(0.5, 12) * at + random.uniform(0, 7))


def _beep(at: np.ndarray, random: np.random.Generator) -> np.ndarray:
    start = random.uniform(0, 0.09)
    return np.where(at > start, np.sin(2 * np.pi * random.uniform(40, 6_000) * at) * np.exp(-60 * (at - start)), 0)


def _step(at: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return np.where(at > random.uniform(0, 0.1), 1.0, random.uniform(-1, 1))


def _noise(at: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return random.standard_normal(len(at)) * random.uniform(0, 1)


KINDS = (_sweep, _click, _slow_wave, _beep, _step, _noise)


def test_every_sound_has_a_pitch_or_none(subtests):
    for kind in KINDS:
        with subtests.test(kind=kind):
            random, at = np.random.default_rng(7), np.arange(_LENGTH) / RATE
            frames = np.array([kind(at, random) * random.uniform(0.01, 1) for _ in range(120)])
            for pitch in dominant_pitch(frames, RATE):
                assert pitch.hz is None or np.isfinite(pitch.hz)
                assert 0 <= pitch.confidence <= 1.01


def test_a_mixture_is_described() -> None:
    random, at = np.random.default_rng(11), np.arange(RATE) / RATE
    for _ in range(6):
        one, other = random.choice(len(KINDS), 2)
        samples = np.clip(KINDS[one](at, random) + 0.3 * KINDS[other](at, random), -1, 1)
        described = describe_sound(np.stack([samples, samples], axis=1).astype(np.float32), RATE)
        assert described.summary
