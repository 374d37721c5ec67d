"""Links that come with what they lead to.

What all or most say is taken over while something that it refers to is still open: a mention, say, without
its link to the one before it. When that is taken too, the link comes with it, since it is chosen already.
"""

from collections.abc import Collection, Iterator, Mapping

from keytally.adjudication.decisions import Choice
from keytally.adjudication.items import Said
from keytally.adjudication.states import DocumentState
from keytally.evaluations.annotated import Reference


def links_of_new(state: DocumentState, choices: Mapping[int, str | None]) -> Iterator[tuple[int, str]]:
    """The items of the gold that lack links to what the choices add, each with who was taken."""
    new = {
        number for number, name in choices.items() if name is not None and number not in state.gold.members
    }
    for number in sorted(state.gold.members.keys() - choices.keys()) if new else ():
        name = _taken_from(state, number)
        said = None if name is None else state.items.said(number, name)
        if name is not None and said is not None and _lacks_links(state.gold.said(number), said, new):
            yield number, name


def _taken_from(state: DocumentState, number: int) -> str | None:
    """The annotator from whom an item was taken: as decided, or any where all say the same."""
    standing, found = state.standings[number], state.variants[number]
    if standing.is_stale:
        return None
    if standing.decision is not None:
        return standing.decision.annotator if standing.decision.choice is Choice.TAKE else None
    return found[0].annotators[0] if len(found) == 1 else None


def _lacks_links(present: Said | None, wanted: Said, new: Collection[int]) -> bool:
    """Whether the gold says what is wanted, but for references to what is new."""
    left = tuple(part for part in wanted.value if not (isinstance(part, Reference) and part.target in new))
    return len(left) < len(wanted.value) and present == wanted._replace(value=left)
