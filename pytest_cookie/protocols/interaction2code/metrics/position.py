"""Position similarity of two interaction parts (Interaction2Code, equation 2)."""

from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box


def compute_position_similarity(
    reference: Box, reference_size: tuple[int, int], rebuilt: Box, rebuilt_size: tuple[int, int]
) -> float:
    """1 − max(|Δx|, |Δy|) of the centres, each as a share of its page's width and height; from 0 to 1."""
    shares = [
        (center[0] / size[0], center[1] / size[1])
        for center, size in ((reference.center, reference_size), (rebuilt.center, rebuilt_size))
    ]
    return _similarity(*shares)


def compute_published_position_similarity(
    marked_center: tuple[float, float], reference_size: tuple[int, int], rebuilt: Box, rebuilt_size: tuple[int, int]
) -> float:
    """As the published code computes it: the top left corner of the rebuilt part against the reference's centre."""
    reference = (marked_center[0] / reference_size[0], marked_center[1] / reference_size[1])
    return _similarity(reference, (rebuilt.left / rebuilt_size[0], rebuilt.top / rebuilt_size[1]))


def _similarity(first: tuple[float, float], second: tuple[float, float]) -> float:
    return 1 - max(abs(first[0] - second[0]), abs(first[1] - second[1]))
