"""Whatever the document and the selection: annotating changes tags and nothing else, and breaks none."""

import itertools
from collections.abc import Sequence

from hypothesis import example, given
from hypothesis import strategies as st

from keytally.families.contract import Level, Role
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.findings.finding import Severity
from keytally_server.answers import CodeActionKind
from keytally_server.requests.code_actions import code_actions
from keytally_server.session.snapshot import Snapshot
from tests.server.desk import FOOT, HEAD, KEY, RESPONSE, applied, document, live_pair, snapshot_of

WORDS = st.sampled_from(
    [
        "Ann",
        "Kory",
        "O'Brien",
        "Inc.",
        "12%",
        "$48",
        "a.m.",
        "日本",
        "を",
        "e\u0301",
        "-",
        "&",
        '"',
        ",",
        "<",
        "> ",
    ]
)
GAPS = st.sampled_from(["", " ", " ", " ", "\n", "\r\n", "\r", "\n\n", "\t", "\f", "\u2028"])
GIVEN = st.sampled_from(["<p>", "</p>", '<s id="1">', "<TXT>", "</TXT>", "<HL>", "</HL>", "<!-- x -->"])
KINDS = st.sampled_from([("ENAMEX", "PERSON"), ("ENAMEX", "LOCATION"), ("TIMEX", "DATE"), ("NUMEX", "MONEY")])
DEBRIS = st.sampled_from(
    [
        "<ENAMEX",
        '<ENAMEX TYPE="PERSON"',
        '<ENAMEX TYPE="PERSON>',
        "<ENAMEX>",
        "</ENAMEX>",
        "</TIMEX",
        "<TIMEX TYPE=DATE>",
        "<ENA",
        "MEX>",
        "/",
        "<DOC>",
        "</DOC>",
    ]
)
TEXT = st.lists(st.tuples(WORDS, GAPS).map("".join), max_size=6).map("".join)


def _element(kind: tuple[str, str], inside: str) -> str:
    return f'<{kind[0]} TYPE="{kind[1]}">{inside}</{kind[0]}>'


def _tagged(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    elements = st.builds(_element, KINDS, inner)
    return st.lists(TEXT | elements, max_size=4).map("".join)


INLINE = st.recursive(TEXT, _tagged, max_leaves=8)
BODY = st.lists(INLINE | INLINE | GIVEN, max_size=8).map("".join)
WRECK = st.lists(INLINE | GIVEN | DEBRIS, max_size=10).map("".join)
PLACES = st.tuples(st.floats(0, 1), st.floats(0, 1), st.booleans())
ROLES = st.sampled_from([Role.KEY, Role.RESPONSE])


def paired(role: Role, mine: str, other: str) -> Snapshot:
    """A file with its partner, scored."""
    is_key = role is Role.KEY
    engine, live = live_pair(mine if is_key else other, other if is_key else mine)
    return snapshot_of(engine, KEY if is_key else RESPONSE, role, live)


def selection(text: str, places: tuple[float, float, bool]) -> tuple[int, int]:
    """A cursor, or a selection."""
    first, second, is_cursor = places
    start, end = sorted((round(first * len(text)), round(second * len(text))))
    return (start, start) if is_cursor else (start, end)


def units_of(snapshot: Snapshot, text: str) -> list[SgmlUnit]:
    language = snapshot.reading.language
    assert isinstance(language, SgmlLanguage)
    cuts = [0, *language.boundaries(text), len(text)]
    return [language.read(text[a:b]) for a, b in itertools.pairwise(cuts)]


def stripped(units: Sequence[SgmlUnit]) -> list[str]:
    return [unit.stripped() for unit in units]


def errors(units: Sequence[SgmlUnit]) -> list[str]:
    found = (finding for unit in units for finding in unit.findings)
    return [finding.rule.name for finding in found if finding.rule.severity is Severity.ERROR]


@given(ROLES, BODY, BODY, PLACES)
@example(Role.RESPONSE, "Ann\r\nKory", _element(("ENAMEX", "PERSON"), "Ann\r\nKory"), (0.5, 0.5, True))
def test_in_a_sound_document_every_action_leaves_it_sound(
    role: Role, body: str, other: str, places: tuple[float, float, bool]
) -> None:
    text = document(body)
    snapshot = paired(role, text, document(other))
    before = units_of(snapshot, text)
    known = errors(before)
    for action in code_actions(snapshot, *selection(text, places)):
        after = units_of(snapshot, applied(text, action.edits))
        assert stripped(after) == stripped(before), action
        assert known or not errors(after), action


@given(ROLES, WRECK, WRECK, PLACES)
def test_even_in_a_broken_document_nothing_outside_of_tags_changes(
    role: Role, body: str, other: str, places: tuple[float, float, bool]
) -> None:
    text = document(body)
    snapshot = paired(role, text, document(other))
    before = units_of(snapshot, text)
    for action in code_actions(snapshot, *selection(text, places)):
        after = units_of(snapshot, applied(text, action.edits))
        assert stripped(after) == stripped(before), action
        assert len(errors(after)) <= len(errors(before)), action


@given(BODY)
def test_the_tags_that_a_bare_text_lacks_can_be_inserted(body: str) -> None:
    key = document(body)
    bare = "".join(stripped(units_of(paired(Role.KEY, key, key), key)))
    snapshot = paired(Role.RESPONSE, bare, key)
    offered = code_actions(snapshot, len(HEAD), len(bare) - len(FOOT))
    kinds = CodeActionKind.INSERT_MISSING, CodeActionKind.INSERT_ALL
    insertions = [action for action in offered if action.kind in kinds]
    if insertions:
        text = applied(bare, insertions[-1].edits)
        after = paired(Role.RESPONSE, text, key)
        assert missing_in(after) < missing_in(snapshot)
        assert stripped(units_of(after, text)) == stripped(units_of(snapshot, bare))


def missing_in(snapshot: Snapshot) -> int:
    assert snapshot.pair is not None
    placed = snapshot.pair.marks(Role.RESPONSE, 0, len(snapshot.buffer))
    return sum(mark.mark.level is Level.OBJECT and mark.start == mark.end for mark in placed)
