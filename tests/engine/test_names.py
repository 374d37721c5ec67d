"""The names of a file: after any edits they are those of a fresh count."""

from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.comparison import NamesOfFile

NAMES = "abc"
Texts = dict[str, list[frozenset[str]]]

names = st.frozensets(st.sampled_from(NAMES))
texts = st.dictionaries(st.sampled_from(["1", "2", "3"]), st.lists(names, max_size=2))


def reading(text: Texts) -> Any:
    """A reading whose units are sets of names."""
    return SimpleNamespace(documents=SimpleNamespace(units_of=lambda document: text.get(document, [])))


def present(text: Texts) -> frozenset[str]:
    return frozenset().union(*(each for units in text.values() for each in units))


def having(text: Texts, name: str) -> set[str]:
    return {document for document, units in text.items() if any(name in each for each in units)}


@given(st.lists(texts, min_size=1, max_size=5))
def test_names_follow_the_documents(versions: list[Texts]) -> None:
    file, before = NamesOfFile(lambda unit: unit), Texts()
    for text in versions:
        turned = file.renew(reading(text), [*before, *(each for each in text if each not in before)])
        assert sorted(turned) == sorted(present(before) ^ present(text))
        assert {name for name in NAMES if name in file} == present(text)
        assert file.lacking(frozenset(NAMES)) == sorted(set(NAMES) - present(text))
        assert all(set(file.documents_with([name])) == having(text, name) for name in NAMES)
        before = text
