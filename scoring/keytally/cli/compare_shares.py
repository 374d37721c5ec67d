"""Scores the responses of a comparison, in one process or in several."""

from collections.abc import Iterable, Sequence

from keytally.batch.compared_systems import Spread, TakenScore, Taking
from keytally.cli.collector import at_rest
from keytally.cli.processes import each
from keytally.cli.progress import watched


def over_processes(processes: int) -> Spread:
    """What calls functions in so many processes, and shows how many responses have been scored."""

    def scores(takings: Sequence[Taking]) -> Iterable[TakenScore]:
        return watched(each(_take, takings, processes), len(takings), "responses")

    return scores


def _take(taking: Taking) -> TakenScore:
    """Score one response; what it has built is collected before the next."""
    with at_rest():
        return taking()
