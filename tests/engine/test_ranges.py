"""Ranges of a pair: where they are cut, and what is read of them."""

from collections.abc import Sequence

import pytest

from keytally.engine.ranges import NamedSide, Range, ranges, score_range
from keytally.evaluations import registry
from keytally.evaluations.interface import Role
from keytally.evaluations.settings import Settings
from keytally.text.lines import count_line_ends

EVALUATION = registry.evaluation("named_entity", Settings())


def document(number: int, length: int = 20) -> str:
    return f"<DOC>\n<DOCNO>{number}</DOCNO>\n<TXT>\n{'x ' * (length // 2)}\n</TXT>\n</DOC>\n"


class Looked(NamedSide):
    """A side that counts the characters that are looked at."""

    def __init__(self, text: str) -> None:
        language = EVALUATION.language(Role.KEY)
        super().__init__(text, language, self)
        self._named = language
        self.looked = 0

    def document_of(self, text: str) -> str | None:
        self.looked += len(text)
        name: str | None = self._named.document_of(text)  # type: ignore[attr-defined]
        return name


def cut(key: str, response: str, number: int) -> list[Range]:
    return cut_at(key, response, equal(number))


def cut_at(key: str, response: str, cuts: Sequence[float]) -> list[Range]:
    return list(ranges(Looked(key), Looked(response), cuts))


def equal(number: int) -> list[float]:
    """The cuts between so many ranges of one length."""
    return [each / number for each in range(1, number)]


def side(numbers: Sequence[int], length: int = 20) -> str:
    return "before all\n" + "".join(document(number, length) for number in numbers)


def test_ranges_cover_both_files_and_begin_with_the_same_document() -> None:
    key, response = side(range(100)), side(range(0, 100, 3), 90)
    found = cut(key, response, 5)
    assert len(found) == 5
    for text, parts in ((key, [each.key for each in found]), (response, [each.response for each in found])):
        assert [start for start, _ in parts] == [0, *(end for _, end in parts[:-1])]
        assert parts[-1][1] == len(text)
    names = [response[each.response[0] :].partition("</DOCNO>")[0][-2:] for each in found[1:]]
    assert names == [key[each.key[0] :].partition("</DOCNO>")[0][-2:] for each in found[1:]]


def test_ranges_end_where_the_cuts_ask_for_it() -> None:
    text = side(range(1000))
    found = cut_at(text, text, [0.5, 0.75, 0.8])
    shares = [each.key[1] / len(text) for each in found]
    assert shares == pytest.approx([0.5, 0.75, 0.8, 1], abs=0.002)


def test_little_is_looked_at_for_a_cut() -> None:
    key, response = Looked(side(range(5000), 300)), Looked(side(range(5000), 280))
    assert len(list(ranges(key, response, equal(8)))) == 8
    assert key.looked + response.looked < (len(key.text) + len(response.text)) / 20


@pytest.mark.parametrize("response", ["", "no document\n", side(range(40, 0, -1))])
def test_sides_without_a_document_in_common_near_a_cut_are_not_cut(response: str) -> None:
    assert cut(side(range(41)), response, 4) == []


def test_one_document_is_never_cut() -> None:
    assert cut(document(1, 9000), document(1, 9000), 4) == []


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_what_is_left_out_is_told_by_its_line_in_the_file(line_end: str) -> None:
    broken = side(range(60)).replace("<TXT>\n", '<TXT>\n<ENAMEX TYPE="PERSON">').replace("\n", line_end)
    whole = Range((0, len(broken)), (0, len(broken)))
    at_once = score_range((broken, broken), whole, EVALUATION, both_keys=False).losses
    parts = cut(broken, broken, 4)
    apart = [
        loss
        for part in parts
        for loss in score_range((broken, broken), part, EVALUATION, both_keys=False).losses
    ]
    assert len(parts) == 4 and len(apart) == 60
    assert [(loss.start, loss.line) for _, loss in apart] == [(loss.start, loss.line) for _, loss in at_once]
    assert all(count_line_ends(broken[: loss.start]) == loss.line for _, loss in apart)
