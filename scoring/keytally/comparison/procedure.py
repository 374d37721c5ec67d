"""How differences between systems are tested."""

from typing import NamedTuple


class Procedure(NamedTuple):
    """How differences are tested.

    `trials` are shuffles, or resamples of the `bootstrap`; `seed` is that of the random numbers; `level` is
    that of the groups; `holm` corrects p for the number of pairs.
    """

    trials: int = 9999
    seed: int = 12345
    level: float = 0.05
    bootstrap: bool = False
    holm: bool = False

    @property
    def problem(self) -> str:
        """What is wrong with the numbers, in one line; "" if nothing is."""
        if self.trials < 1 or self.seed < 0 or not 0 < self.level < 1:
            return "trials are 1 or more, the seed is 0 or more, and the level lies between 0 and 1"
        return ""


DEFAULT = Procedure()
"""Approximate randomisation with 9,999 shuffles."""
