"""Code lenses of a gold: how many items are open and decided, and how far annotators agree."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

from keytally.adjudication.agreement.pairwise import f_in_document
from keytally.adjudication.counts import Count
from keytally.adjudication.followed import FollowedAdjudication
from keytally_server.answers.code_lens import CodeLens, LensKind
from keytally_server.session.snapshot import Snapshot


def adjudicated_lenses(snapshot: Snapshot, beginnings: Iterable[tuple[Any, str, int]]) -> Iterator[CodeLens]:
    """The lens of the file and of each document that is given by first unit, name and offset."""
    followed = snapshot.adjudication
    if followed is None or followed.path != snapshot.path:
        return
    if sum(followed.counts.sum):
        yield CodeLens(0, LensKind.ADJUDICATED, None, partial(_file_title, followed))
    for _, document, offset in beginnings:
        if sum(followed.counts.of(document)):
            title = partial(_document_title, followed, document)
            yield CodeLens(offset, LensKind.ADJUDICATED, document, title)


def _file_title(followed: FollowedAdjudication) -> str:
    return f"all: {_counted(followed.counts.sum)}"


def _document_title(followed: FollowedAdjudication, document: str) -> str:
    """What is open and decided, and F over what each two annotators say (keytally.adjudication.agreement)."""
    state = followed.live.state(document)
    names = [] if state is None else list(state.items.annotations)
    pairs = [
        f"{first}-{second} {f:.1f}"
        for first, second in combinations(names, 2)
        if state is not None and (f := f_in_document(state.items, first, second)) is not None
    ]
    figures = f"; F {', '.join(pairs)}" if pairs else ""
    return f"{_counted(followed.counts.of(document))}{figures}"


def _counted(count: Count) -> str:
    return f"{count.open} open, {count.decided} decided"
