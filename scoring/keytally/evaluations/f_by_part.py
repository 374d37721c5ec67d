"""The ability of evaluations that tell F apart from the JSON of a score."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class TellsFByPart(Protocol):
    """An evaluation whose JSON has no F where agreement looks for it (`keytally.tallies.tally_trees`)."""

    def f_by_part(self, scores: Sequence[Any]) -> dict[str, Any]:
        """F in percent of the scores of documents: `totals`, `documents`, and what else is summed.

        Each tally has `f`, and with `pos` and `act` how much the key and the response have: F of two sides
        without anything is undefined.
        """
        ...
