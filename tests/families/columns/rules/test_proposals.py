"""What the key asks for: done mark by mark, the response says what the key says."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.families.columns.labels import entities, labels_in
from keytally.families.columns.model import Scheme
from keytally.families.contract import Role
from keytally.families.presentation import Proposal
from tests.families.columns.test_live import KEY, RESPONSE, engine_on
from tests.families.columns.written import pairs, written

HERE = "w0\tB-PER\nw1\tI-PER\nw2\tO\n"


def proposals(engine: Engine) -> list[tuple[int, Proposal]]:
    """The changes that the marks of the response ask for, each with the start of its unit."""
    live = engine.pairs[0]
    live.work()
    placed = list(live.marks(Role.RESPONSE, 0, 10_000))
    found = [(each.start - each.mark.start, each.mark.unit.proposal(each.mark)) for each in placed]
    return [(start, proposal) for start, proposal in found if proposal is not None]


def titles(key: str, response: str) -> list[str]:
    """What is proposed at the marks of a response, in order."""
    return [proposal.title for _, proposal in proposals(engine_on(key, response, "document"))]


def follow(engine: Engine) -> str:
    """The response after all that is proposed, one at a time."""
    for _ in range(50):
        found = proposals(engine)
        if not found:
            break
        shift, (_, edit, _) = found[0]
        engine.edit(RESPONSE, [(shift + edit.start, shift + edit.end, edit.text)])
    return engine.source(RESPONSE).text


@given(pairs(), st.sampled_from([*Scheme]))
def test_following_the_key_leads_to_the_key(sides: list[tuple[list[str], list[str]]], scheme: Scheme) -> None:
    texts = [
        written([labels_in(scheme, entities(each[at]), len(each[at])) for each in sides]) for at in (0, 1)
    ]
    engine = engine_on(texts[0], texts[1], "document", scheme.value)
    assert follow(engine) == texts[0]


def test_titles_say_what_is_done() -> None:
    assert titles(HERE, "w0\tO\nw1\tO\nw2\tO\n") == ['Insert the missing PER "w0 w1"']
    assert titles(HERE, "w0\tB-LOC\nw1\tI-LOC\nw2\tO\n") == ['Accept the key\'s PER "w0 w1"']
    assert titles(HERE, "w0\tB-PER\nw1\tI-PER\nw2\tB-LOC\n") == ["Delete the spurious LOC"]


def test_an_entity_behind_the_last_token_is_not_proposed() -> None:
    assert titles(HERE, "w0\tO\n") == []


def test_the_key_asks_for_nothing() -> None:
    engine = engine_on(HERE, "w0\tO\nw1\tO\nw2\tO\n", "document")
    engine.pairs[0].work()
    (mark,) = engine.pairs[0].marks(Role.KEY, 0, 100)
    assert engine.source(KEY).text == HERE
    assert mark.mark.partner is None or mark.mark.unit.proposal(mark.mark) is None
