"""Marks of a conflict in a text."""

import pytest

from keytally.text.positions import conflict_line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n", 2),
        ("<<<<<<< HEAD\r\n=======\r\n>>>>>>> other\r\n", 1),
        ("<<<<<<< a\n<<<<<<< b\n||||||| c\n=======\n>>>>>>> d", 2),
        ("=======\n<<<<<<<\n>>>>>>>\n=======\n>>>>>>>", 2),
        ("", None),
        ("Head\n=======\n", None),
        ("<<<<<<<\n>>>>>>>\n", None),
        (">>>>>>>\n=======\n<<<<<<<\n", None),
        ("<<<<<<<a\n=======\n>>>>>>>\n", None),
        (" <<<<<<<\n=======\n>>>>>>>\n", None),
    ],
)
def test_the_first_mark_of_a_conflict(text: str, line: int | None) -> None:
    assert conflict_line(text) == line
