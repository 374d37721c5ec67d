"""How annotators' files write mentions and cells, so that the gold writes them in the same way."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.conll.annotations.cells import Cells, notation_of
from keytally.evaluations.conll.annotations.mentions import mention_of, said_fields
from keytally.evaluations.conll.annotations.notation import Told
from keytally.evaluations.conll.formats.brackets import Shape
from keytally.evaluations.conll.formats.corefud import fields_in
from keytally.evaluations.conll.formats.unit import DocumentUnit


def bracket_of(wanted: Annotation, gold: DocumentUnit) -> str:
    """A bracket with the fields of a wanted mention: that of its file, where it states the gold's fields."""
    unit: DocumentUnit | None = wanted.unit
    if unit is not None and fields_in(unit.text) == fields_in(gold.text):
        opening = mention_of(wanted).opening
        return unit.text[opening.start : opening.end]
    given = dict(part.split("=", 1) for part in said_fields(wanted) if "=" in part)
    told = Told("", type=given.get("ETYPE", ""), head=int(given.get("HEAD", "1")))
    return notation_of(gold).bracket(Shape.WHOLE, told) or ""


def spellings(some: Iterable[Annotation]) -> Mapping[int, Sequence[str]]:
    """The cells in which files have brackets of mentions, by row; those of the first file first."""
    found = defaultdict[int, list[str]](list)
    wanted_of = defaultdict[DocumentUnit, list[Annotation]](list)
    for each in some:
        if each.unit is not None:
            wanted_of[each.unit].append(each)
    for unit, said in wanted_of.items():
        own = Cells(unit)
        for wanted in said:
            for row in {*map(own.row_of, mention_of(wanted).brackets)}:
                if own.text(row) not in found[row]:
                    found[row].append(own.text(row))
    return found
