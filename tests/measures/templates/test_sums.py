"""Sums of measures over documents."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.measures.template_maps import Counts, Measures, MeasureSums

MEASURES = ("gtt", "ceaf-ree")

counts = st.builds(Counts, *[st.integers(0, 5)] * 4)
roles = st.dictionaries(st.sampled_from(["type", "perp", "target"]), counts)
documents = st.lists(st.fixed_dictionaries(dict.fromkeys(MEASURES, roles)), max_size=5)


@given(documents, documents)
def test_many_documents_add_up_as_one_by_one(before: list[Measures], found: list[Measures]) -> None:
    at_once, one_by_one = MeasureSums(MEASURES), MeasureSums(MEASURES)
    for document in before:
        at_once.put(document)
    at_once.put_all(found)
    for document in (*before, *found):
        one_by_one.put(document)
    assert at_once.measures() == one_by_one.measures()
