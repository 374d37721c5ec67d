"""An annotated response: verdicts in brackets, colour only besides."""

import re

from keytally.evaluations.muc.reports.annotated import Verdict, annotated
from keytally.tallies.status import Status

TEXT = "Mr. <ENAMEX>Dooner</ENAMEX> met Clinton in Rome."


def verdict(piece: str, status: str, label: str = "") -> Verdict:
    """A verdict on the piece of TEXT; on the place before it where there is a label."""
    start = TEXT.index(piece)
    return Verdict(start, start if label else start + len(piece), Status(status), label)


def test_stretches_and_what_is_missing() -> None:
    marks = [verdict("<ENAMEX>Dooner</ENAMEX>", "cor"), verdict("Clinton", "mis", "ENAMEX PERSON")]
    assert (
        annotated(TEXT, marks) == "Mr. [COR <ENAMEX>Dooner</ENAMEX>] met [MIS ENAMEX PERSON]Clinton in Rome."
    )


def test_stretches_nest() -> None:
    marks = [verdict("Dooner", "inc"), verdict("<ENAMEX>Dooner</ENAMEX>", "cor"), verdict("Dooner", "par")]
    assert annotated(TEXT, marks) == "Mr. [COR <ENAMEX>[INC [PAR Dooner]]</ENAMEX>] met Clinton in Rome."


def test_stretches_touch() -> None:
    marks = [Verdict(2, 4, Status.SPURIOUS), Verdict(0, 2, Status.CORRECT), Verdict(2, 2, Status.MISSING)]
    assert annotated("abcd", marks) == "[COR ab][MIS][SPU cd]"


def test_what_is_missing_at_the_end() -> None:
    assert annotated("ab", [Verdict(2, 2, Status.MISSING, "TEXT")]) == "ab[MIS TEXT]"
    assert annotated("ab", []) == "ab"


def test_colour_only_adds_to_the_brackets() -> None:
    marks = [verdict("Dooner", status.value) for status in Status] + [verdict("Rome", "mis", "LOCATION")]
    coloured = annotated(TEXT, marks, colour=True)
    assert "\x1b" not in annotated(TEXT, marks)
    assert re.sub(r"\x1b\[\d+m", "", coloured) == annotated(TEXT, marks)
    assert coloured.count("\x1b[0m") == len(re.findall(r"\x1b\[[1-9]\d*m", coloured))
