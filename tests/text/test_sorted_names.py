"""Names that begin alike, and how few names the search for a key's responses looks at."""

from collections import UserList
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.project import conventions
from keytally.project.conventions import FolderNames, named_pairs, responses_to
from keytally.text.files import beginning_with


class Watched(UserList[str]):
    """Sorted names that count how many of them are handed out."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(sorted(names))
        self.looks = 0

    def __getitem__(self, index: Any) -> Any:
        found = self.data[index]
        self.looks += len(found) if isinstance(index, slice) else 1
        return found


NAMES = st.text("ab.\n\U0010ffff", max_size=4)


@given(NAMES, st.lists(NAMES))
def test_those_that_begin_so_are_all_found(start: str, names: list[str]) -> None:
    in_order = sorted(names)
    assert list(beginning_with(start, in_order)) == [name for name in in_order if name.startswith(start)]


UNRELATED = [f"doc{number:05}.txt" for number in range(4000)]


@pytest.mark.parametrize("name", ["doc00007.txt", "marigold.txt", "monkey.sgml", "resources_gold", "gold.m"])
def test_no_other_name_is_looked_at_for_a_file_that_is_no_key(name: str) -> None:
    names = Watched(UNRELATED)
    assert responses_to(name, FolderNames(names)) == []
    assert names.looks == 0


@pytest.mark.parametrize(
    ("key", "response"),
    [
        ("a.key.sgml", "a.response.sgml"),
        ("a.key.m2", "a.system1"),
        ("doc00007.m2", "doc00007.rsp"),
        ("key.sgml", "response.sgml"),
    ],
)
def test_a_key_is_held_against_the_names_that_begin_as_its_responses_do(key: str, response: str) -> None:
    names = FolderNames(Watched([*UNRELATED, key, response]))
    names.ending("")
    names.all.looks = 0  # type: ignore[attr-defined]
    assert responses_to(key, names) == [response]
    assert names.all.looks < 40  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "names",
    [
        [f"doc{number}.{kind}.sgml" for number in range(2000) for kind in ("key", "response")],
        [f"doc.{kind}.sgml{number}" for number in range(2000) for kind in ("key", "response")],
        [f"doc{number}.{kind}" for number in range(2000) for kind in ("m2", "response")],
    ],
    ids=["many names", "many extensions", "m2"],
)
def test_each_key_costs_a_few_looks_however_many_there_are(
    names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    def counted(start: str, among: Iterable[str]) -> list[str]:
        nonlocal looks
        watched = Watched(among)
        found = list(beginning_with(start, watched))
        looks += watched.looks
        return found

    monkeypatch.setattr(conventions, "beginning_with", counted)
    assert len(list(named_pairs(names))) == 2000
    assert looks < 2000 * 60
