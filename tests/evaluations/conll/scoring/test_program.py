"""What scorer.pl counts: BLANC by classes equals BLANC link by link."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.evaluations.conll.formats.document import document_of
from keytally.evaluations.conll.scoring import program
from tests.evaluations.conll.written import Mention, mentions, written

MENTIONS = st.booleans().flatmap(lambda repeated: mentions(repeated=repeated))


@given(MENTIONS, MENTIONS)
def test_links_are_counted_by_classes_where_no_mention_is_there_twice(
    key: list[Mention], response: list[Mention]
) -> None:
    chains = (document_of(written(each)).chains for each in (key, response))
    seen = program.identified(*chains)
    assert program.blanc(seen) == program.links_one_by_one(seen)
