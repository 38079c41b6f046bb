"""`FailedCall`: why a request got no response from its batch, and whether it may be called directly."""

from dataclasses import dataclass


@dataclass(frozen=True)
class FailedCall:
    """`may_be_called`: the request failed by itself. Otherwise its whole batch failed, and calling all of its requests
    directly would cost twice what the user expects.
    """

    cause: str
    may_be_called: bool = False
