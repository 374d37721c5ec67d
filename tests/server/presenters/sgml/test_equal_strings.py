"""Equal strings: those that are tagged in one place and not in another."""

import pytest

from keytally.families.contract import Role
from keytally_server.answers import CodeAction, CodeActionKind, combined
from keytally_server.requests.code_actions import MOST_CHOICES, code_actions
from keytally_server.requests.navigation import next_candidate
from keytally_server.session.snapshot import Snapshot
from tests.server.desk import (
    ALONE,
    alone,
    applied,
    document,
    response,
    spelled,
    unpaired,
    without_cursor,
)

EQUAL = [
    (
        "<P A‸nn> met Ann.\nAnn sat\n",
        'Tag 2 other occurrences of "Ann"',
        "<P Ann> met <P Ann>.\n<P Ann> sat\n",
    ),
    (
        "<P Ann K‸ory> met Ann\nKory.\n",
        'Tag the other occurrence of "Ann Kory"',
        "<P Ann Kory> met <P Ann\nKory>.\n",
    ),
    (
        "<P A‸nn> met Anna, <O Ann Inc> and Ann\n",
        'Tag the other occurrence of "Ann"',
        "<P Ann> met Anna, <O Ann Inc> and <P Ann>\n",
    ),
    (
        "<O Lund & C‸o.> and Lund & Co. here\n",
        'Tag the other occurrence of "Lund & Co."',
        "<O Lund & Co.> and <O Lund & Co.> here\n",
    ),
]


@pytest.mark.parametrize(("before", "title", "after"), EQUAL)
def test_what_reads_the_same_in_the_document_is_tagged_the_same(before: str, title: str, after: str) -> None:
    desk = alone(before)
    (found,) = [each for each in desk.titles() if each.startswith(title)]
    assert " in this document as ENAMEX " in found
    assert desk.after(found) == spelled(after)


def test_where_nothing_reads_the_same_nothing_is_offered() -> None:
    for picture in ("<P A‸nn> met Bo\n", "A‸nn met Ann\n", "<P A‸nn>\n</TXT>\n<SO> Ann </SO>\n<TXT>\n"):
        desk = response(picture)
        assert identical(desk.snapshot, desk.start) == []


def file(*bodies: str) -> tuple[Snapshot, str, int]:
    """A file of several documents, and where the cursor is."""
    whole = "".join(
        document(spelled(body)).replace(" 1 ", f" {number} ") for number, body in enumerate(bodies, 1)
    )
    text, start, _ = without_cursor(whole)
    return unpaired(ALONE, text, "muc-sgml", Role.UNKNOWN), text, start


def identical(snapshot: Snapshot, place: int, most: int | None = MOST_CHOICES) -> list[CodeAction]:
    found = code_actions(snapshot, place, place, most)
    return [each for each in found if each.kind is CodeActionKind.TAG_IDENTICAL]


def test_what_reads_the_same_in_the_file_is_tagged_where_that_is_asked_for() -> None:
    snapshot, text, start = file("Ann sat\n", "<P A‸nn> met Ann\n", "Ann ran\n")
    (here,) = identical(snapshot, start)
    assert here.title == 'Tag the other occurrence of "Ann" in this document as ENAMEX PERSON'
    _, found = identical(snapshot, start, None)
    assert found.title == 'Tag 3 other occurrences of "Ann" in this file as ENAMEX PERSON'
    tagged = spelled("<P Ann>")
    assert applied(text, combined(found)).count(tagged) == 4


def candidates(snapshot: Snapshot, *, forwards: bool = True) -> list[str]:
    offset, found = -1 if forwards else len(snapshot.buffer), list[str]()
    for _ in range(9):
        stop = next_candidate(snapshot, offset, forwards=forwards)
        if stop is None or stop.message in found:
            break
        found.append(f"{stop.message}")
        offset = stop.start
    return found


def test_candidates_are_untagged_strings_that_are_tagged_elsewhere_in_the_file() -> None:
    snapshot, _, _ = file(
        "Ann Kory sat, Ann ran\n", "<P Ann> met <P Ann Kory> in <L Vale>\n", "Vale is <O Vale Inc>\n"
    )
    assert candidates(snapshot) == [
        '"Ann Kory" is tagged ENAMEX PERSON elsewhere',
        '"Ann" is tagged ENAMEX PERSON elsewhere',
        '"Vale" is tagged ENAMEX LOCATION elsewhere',
    ]
    assert candidates(snapshot, forwards=False) == candidates(snapshot)[::-1]


def test_the_kind_that_is_most_frequent_elsewhere_is_proposed() -> None:
    stop = next_candidate(response("<L Vale> <O Vale> <L Vale> Vale\n").snapshot, 0)
    assert stop is not None
    assert stop.action == "tag.LOCATION"


def test_where_all_is_tagged_there_is_no_candidate() -> None:
    assert next_candidate(alone("<P Ann> met <O Bo>\n").snapshot, 0) is None
    assert next_candidate(alone("Ann met Bo\n").snapshot, 0) is None
