"""Where records begin: most other lines are passed over by their first characters, and none too many."""

from hypothesis import example, given
from hypothesis import strategies as st

from keytally.families.muc.templates.scanner import BEGINNING, record_boundaries

HEADS = st.sampled_from(
    ["<ORG-1-1> :=", "<ORG-1-1>", "ORG-1-1 :=", "<ORG 1 :=", "ORG-1-1>:=", "ORG_1-1", "-1 :=", "ORG", ":="]
)
STARTS = st.sampled_from(["", "\t", "\t\t", " ", " \t", "\t ORG", "\tORG_9", "\t:", '\t"', '"', "\x0b"])
ENDS = st.sampled_from(["\n", "\n\n", "\r\n", "\r", " \n", ""])
LINES = st.builds("".join, st.tuples(STARTS, HEADS, st.text('\t :=<>"-AZ_9', max_size=3), ENDS))


@given(st.lists(LINES, max_size=8).map("".join))
@example('\t"ORG"-1 :=\n\tORG: -1 :=\n\tORG-1: :=\n\n<ORG-1-1> :=\n')
def test_records_begin_at_every_line_that_is_a_header(text: str) -> None:
    ends = [place for place, sign in enumerate(text, 1) if sign in "\r\n"]
    assert record_boundaries(text) == [place for place in ends if BEGINNING.match(text, place)]
