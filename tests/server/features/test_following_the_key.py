"""From difference to difference with what is preferred at each: in the end key and response agree."""

from itertools import chain

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.project.pair import Pair
from keytally_server.answers import NavigationTarget, combined
from keytally_server.requests.code_actions import code_actions
from keytally_server.requests.navigation import differences_ahead, differences_behind
from tests.server import desk
from tests.server.chain_desk import spelled as mentions
from tests.server.desk import document, snapshot_of, spelled
from tests.server.template_desk import live_templates, spread

MOST_STEPS = 20


def followed(engine: Engine, live: LivePair) -> tuple[list[str], str]:
    """The titles of what was done, from the first difference on, and what is left to be done."""
    done, offset = list[str](), 0
    for _ in range(MOST_STEPS):
        snapshot = snapshot_of(engine, live.pair.response, Role.RESPONSE, live)
        parts = (part(snapshot, offset, inclusive=True) for part in (differences_ahead, differences_behind))
        stop = next(chain.from_iterable(parts), None)
        if stop is None:
            return done, ""
        assert isinstance(stop, NavigationTarget)
        actions = code_actions(snapshot, stop.start, stop.end)
        preferred = [action for action in actions if action.is_preferred]
        if not preferred:
            return done, stop.message
        done.append(preferred[0].title)
        edits = [(edit.start, edit.end, edit.text) for edit in reversed(combined(preferred[0]))]
        engine.edit(live.pair.response, edits)
        live.work()
        offset = stop.start
    return done, "more steps than there are differences"


def test_entities_become_those_of_the_key() -> None:
    key = "<P Ann Kory> met <O Bo Inc> in <L Vale>\non <D Monday>, <P Cy>. She\n"
    response = "<P Ann> Kory met <P Bo> Inc in <P Vale>\non Monday, <P Cy>. <L She>\n"
    engine, live = desk.live_pair(document(spelled(key)), document(spelled(response)))
    done, left = followed(engine, live)
    assert left == ""
    assert len(done) == 5
    assert str(engine.source(desk.RESPONSE).buffer) == document(spelled(key))


def test_mentions_and_links_become_those_of_the_key() -> None:
    key = "[1 Ann] said [2>1 she] saw [3 Bo] and [4>3 him]\n"
    response = "[1 Ann] said she saw [3 Bo] and [4 him]\n"
    engine = Engine()
    engine.open(desk.KEY, document(mentions(key)))
    engine.open(desk.RESPONSE, document(mentions(response)))
    evaluation = registry.evaluation("coreference", Settings())
    live = engine.add_pair(Pair("coreference", desk.KEY, desk.RESPONSE), evaluation)
    live.work()
    done, left = followed(engine, live)
    assert left == ""
    assert live.headline() == 100.0
    assert [title.split(":")[0] for title in done][:1] != []


def test_fills_and_objects_become_those_of_the_key() -> None:
    key = """
        <ORGANIZATION-1-1> :=
            ORG_NAME: "Tidewater Lines"
            ORG_TYPE: COMPANY
        <PERSON-1-1> :=
            PER_NAME: "Marla Tovenik"
            PER_ALIAS: "Tovenik"
        """
    response = """
        <ORGANIZATION-1-1> :=
            ORG_NAME: "Tidewater Lines"
            ORG_TYPE: GOVERNMENT
        <PERSON-1-1> :=
            PER_NAME: "Marla Tovenik"
            PER_ALIAS: "Tovenik"
                       "Bo"
        <PERSON-1-2> :=
            PER_NAME: "Nobody"
        """
    engine, live = live_templates(spread(key), spread(response))
    done, left = followed(engine, live)
    assert left == ""
    assert done == ["Change to COMPANY", 'Remove PER_ALIAS "Bo"', 'Remove PERSON-1-2 "Nobody"']
    assert live.headline() == 100.0


def test_a_missing_fill_is_inserted_where_its_mark_stands() -> None:
    key = '<PERSON-1-1> :=\n\tPER_NAME: "Marla Tovenik"\n\tPER_ALIAS: "Tovenik"\n'
    engine, live = live_templates(key, '<PERSON-1-1> :=\n\tPER_NAME: "Marla Tovenik"\n')
    done, left = followed(engine, live)
    assert (done, left) == (['Insert PER_ALIAS "Tovenik"'], "")
