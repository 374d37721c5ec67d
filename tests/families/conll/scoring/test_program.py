"""What scorer.pl counts: BLANC by classes equals BLANC link by link."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.families.conll import programs
from keytally.families.conll.reading import document_of
from tests.families.conll.written import Mention, mentions, written

MENTIONS = st.booleans().flatmap(lambda repeated: mentions(repeated=repeated))


@given(MENTIONS, MENTIONS)
def test_links_are_counted_by_classes_where_no_mention_is_there_twice(
    key: list[Mention], response: list[Mention]
) -> None:
    chains = (document_of(written(each)).chains for each in (key, response))
    seen = programs.identified(*chains)
    assert programs.blanc(seen) == programs.links_one_by_one(seen)
