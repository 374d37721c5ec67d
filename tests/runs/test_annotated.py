"""An annotated response: verdicts in brackets, colour only besides."""

import re

from keytally.families.contract import Level, Mark
from keytally.runs.score_result import annotate_text
from keytally.tallies.status import Status

TEXT = 'Mr. <ENAMEX TYPE="PERSON">Dooner</ENAMEX> met Clinton in Rome.'
TAG = '<ENAMEX TYPE="PERSON">Dooner</ENAMEX>'

Placed = tuple[Mark, int, int]


def placed(start: int, end: int, status: str, level: Level = Level.OBJECT, label: str = "") -> Placed:
    return Mark(None, start, end, Status(status), level, label), start, end


def on(piece: str, status: str, level: Level = Level.OBJECT) -> Placed:
    """A mark on a piece of TEXT."""
    start = TEXT.index(piece)
    return placed(start, start + len(piece), status, level)


def before(piece: str, label: str, level: Level = Level.OBJECT) -> Placed:
    """A mark of what is missing before a piece of TEXT."""
    start = TEXT.index(piece)
    return placed(start, start, "mis", level, label)


def test_what_is_there_and_what_is_missing() -> None:
    marks = [on(TAG, "cor"), before("Clinton", 'MIS PERSON "Clinton"'), on("Rome", "spu")]
    expected = f'Mr. [COR {TAG}] met [MIS PERSON "Clinton"]Clinton in [SPU Rome].'
    assert annotate_text(TEXT, marks) == expected


def test_of_fills_only_those_that_went_wrong() -> None:
    marks = [
        on(TAG, "cor"),
        on(TAG, "par", Level.SLOT),
        on("PERSON", "inc", Level.FILL),
        on("Dooner", "cor", Level.FILL),
        before(TAG, "MIS STATUS", Level.FILL),
    ]
    expected = 'Mr. [MIS STATUS][COR <ENAMEX TYPE="[INC PERSON]">Dooner</ENAMEX>] met Clinton in Rome.'
    assert annotate_text(TEXT, marks) == expected


def test_stretches_nest_and_touch() -> None:
    marks = [placed(2, 4, "spu"), placed(0, 2, "cor"), placed(2, 2, "mis"), placed(2, 4, "inc")]
    assert annotate_text("abcd", marks) == "[COR ab][MIS][SPU [INC cd]]"


def test_what_is_missing_at_the_end() -> None:
    assert annotate_text("ab", [placed(2, 2, "mis", label="MIS TEXT")]) == "ab[MIS TEXT]"
    assert annotate_text("ab", []) == "ab"


def test_marks_of_other_evaluations() -> None:
    assert annotate_text("ab", [placed(0, 1, "inc", Level.MENTION)]) == "[INC a]b"


def test_colour_only_adds_to_the_brackets() -> None:
    marks = [on("Dooner", status.value) for status in Status] + [before("Rome", "MIS LOCATION")]
    coloured = annotate_text(TEXT, marks, colour=True)
    assert "\x1b" not in annotate_text(TEXT, marks)
    assert re.sub(r"\x1b\[\d+m", "", coloured) == annotate_text(TEXT, marks)
    assert coloured.count("\x1b[0m") == len(re.findall(r"\x1b\[[1-9]\d*m", coloured))
