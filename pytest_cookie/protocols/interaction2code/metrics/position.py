"""Position similarity of two interaction parts (Interaction2Code, equation 2)."""

_Point = tuple[float, float]


def compute_position_similarity(
    reference_center: _Point, reference_size: tuple[int, int], rebuilt_center: _Point, rebuilt_size: tuple[int, int]
) -> float:
    """1 − max(|Δx|, |Δy|) of the centres, each as a share of its page's width and height; from 0 to 1."""
    shares = zip(reference_center, reference_size, rebuilt_center, rebuilt_size, strict=True)
    return 1 - max(abs(at / size - own / own_size) for at, size, own, own_size in shares)
