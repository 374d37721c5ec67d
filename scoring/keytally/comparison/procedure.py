"""The settings for significance tests between systems."""

from typing import NamedTuple


class Procedure(NamedTuple):
    """The parameters of a significance test.

    `trials` is the number of shuffles (or of resamples with `bootstrap`), `seed` seeds the random numbers,
    `level` is the significance level for the groups, and `holm` corrects p for the number of pairs.
    """

    trials: int = 9999
    seed: int = 12345
    level: float = 0.05
    bootstrap: bool = False
    holm: bool = False

    @property
    def problem(self) -> str:
        """Return a one-line description of the first invalid parameter, or "" if all are valid."""
        if self.trials < 1 or self.seed < 0 or not 0 < self.level < 1:
            return "trials must be at least 1, the seed at least 0, and the level between 0 and 1"
        return ""


DEFAULT = Procedure()
"""Approximate randomisation with 9,999 shuffles."""
