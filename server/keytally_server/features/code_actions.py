"""Code actions besides the fixes of findings."""

from collections.abc import Iterable, Iterator

from keytally_server.answers.code_action import CodeAction
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot

MOST_CHOICES = 5


def code_actions(
    snapshot: Snapshot, start: int, end: int, most_choices: int | None = MOST_CHOICES
) -> list[CodeAction]:
    """The code actions for the selection from `start` to `end`, or for the element around it.

    What the key says comes first, and one action of it is preferred. If one of many targets is to be chosen,
    there is an action for each of the `most_choices` likeliest ones; None: for every one.
    A selection of several units has the actions of its part in the first one.
    """
    at = snapshot.unit_at(start)
    presenter = presenter_of(snapshot.reading.language)
    unit_end = min(at.place + end - start, len(at.unit.text))
    found = presenter.code_actions(snapshot, at, unit_end, most_choices)
    return list(_with_one_preferred(action.moved(at.offset) for action in found))


def _with_one_preferred(actions: Iterable[CodeAction]) -> Iterator[CodeAction]:
    """The actions, of which at most the first preferred one stays preferred."""
    is_first = True
    for action in actions:
        yield action._replace(is_preferred=is_first and action.is_preferred)
        is_first = is_first and not action.is_preferred
