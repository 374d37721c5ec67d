"""Alpha over items: all that somebody has annotated, kind by kind."""

from collections import Counter
from collections.abc import Sequence

from keytally.adjudication.agreement.document import ComparedDocument
from keytally.adjudication.agreement.figures import Figure
from keytally.adjudication.agreement.said_values import label
from keytally.measures.agreement.alpha import krippendorffs_alpha
from keytally.measures.agreement.coefficient import Row
from keytally.text.plural import plural

INVENTED = "what nobody has marked is no item, so chance is a convention here"


def item_figures(documents: Sequence[ComparedDocument], annotators: Sequence[str]) -> list[Figure]:
    """Krippendorff's alpha, nominal, over the items of each kind.

    The value of an item is what an annotator says of it, or nothing. An annotator who lacks the whole that an
    item is a part of is not asked: the value is missing.
    """
    rows: dict[str, Counter[Row]] = {}
    parts = set[str]()
    for document in documents:
        for number, item in enumerate(document.items.items):
            row = tuple(label(document, annotator, number) for annotator in annotators)
            rows.setdefault(item.kind, Counter())[row] += 1
            if item.parent is not None:
                parts.add(item.kind)
    return [
        Figure(
            f"Krippendorff's alpha, {plural(kind)}",
            krippendorffs_alpha(counts),
            _told(kind, kind in parts),
            tuple(annotators),
        )
        for kind, counts in sorted(rows.items())
    ]


def _told(kind: str, is_part: bool) -> str:
    which = "that somebody has marked in what both have" if is_part else "that somebody has marked"
    return f"{kind} {which}, with what each says of it or nothing; {INVENTED}"
