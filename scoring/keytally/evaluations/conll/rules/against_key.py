"""Rules for a response beside its key: its documents and their tokens."""

from collections.abc import Iterator

from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.model import DefectKind
from keytally.findings.finding import Finding, Related
from keytally.findings.table.conll import CONLL_DOCUMENT, CONLL_LENGTH, CONLL_TOKEN
from keytally.text.plural import quantity


def compared(unit: DocumentUnit, key: DocumentUnit | None) -> tuple[Finding, ...]:
    """A finding on a document that the key lacks, else on the first token that is another than the key's.

    What stands outside of documents has been told already, and so have lines of other numbers of cells.
    """
    if unit.document is None:
        return ()
    return tuple(_unknown(unit) if key is None else _tokens(unit, key))


def _unknown(unit: DocumentUnit) -> Iterator[Finding]:
    head = unit.read().head
    if head is not None:
        yield CONLL_DOCUMENT.finding(*head, {"document": unit.document or ""})


def _tokens(unit: DocumentUnit, key: DocumentUnit) -> Iterator[Finding]:
    mine, wanted = unit.tokens(), key.tokens()
    lines = {defect.place.start for defect in unit.read().defects if defect.kind is DefectKind.CELLS}
    odd = unit.tokens_on(lines)
    pairs = enumerate(zip(mine, wanted, strict=False))
    word = next((word for word, (token, other) in pairs if token != other and word not in odd), None)
    if word is not None:
        related = (Related(key, *key.token_place(word), "the key's token"),)
        place = unit.token_place(word)
        yield CONLL_TOKEN.finding(*place, {"token": mine[word], "wanted": wanted[word]}, related=related)
    elif len(mine) != len(wanted):
        end = unit.token_place(min(len(wanted), len(mine) - 1)) if mine else unit.read().head
        tokens = quantity(len(mine), "token")
        if end is not None:
            yield CONLL_LENGTH.finding(*end, {"tokens": tokens, "expected": str(len(wanted))})
