"""Template files with a cursor in them, scored under a small task of people, organizations and posts."""

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.project.pair import Pair
from tests.server.desk import Desk, snapshot_of, unpaired, without_cursor

KEY, RESPONSE, ALONE = Path("/w/te.key"), Path("/w/te.response"), Path("/w/alone.key")
TEXTS = Path("/w/te.texts.sgml")

CONFIG = """
:scoring_task template_relation
:class_defs
    "organization organization scored 0"
    "person person scored 0"
    "employee_of employee_of scored 0"
:slot_defs
    "organization org_name name scored 10 string"
    "organization org_type type scored 1 set"
    "person per_name name scored 10 string"
    "person per_alias alias scored 10 string"
    "person obj_status status unscored 0 set"
    "employee_of person person scored 1 person"
    "employee_of organization organization scored 1 organization"
:optional_status_slot obj_status
:stringfill_correct_comparison CLEAN
:premodifiers "the"
:postmodifiers ","
:corporate_designators "co"
"""
BNF = """
<ORGANIZATION> :=
    ORG_NAME:   "NAME"-
    ORG_TYPE:   {GOVERNMENT, COMPANY, OTHER}^
<PERSON> :=
    PER_NAME:   "NAME"^
    PER_ALIAS:  "ALIAS"*
    OBJ_STATUS: {OPTIONAL}-
<EMPLOYEE_OF> :=
    PERSON:       <PERSON>^
    ORGANIZATION: <ORGANIZATION>^
"""


def spread(picture: str) -> str:
    """A picture of records: without the indent of the test."""
    return dedent(picture).lstrip("\n")


def live_templates(
    key: str,
    response: str,
    *,
    bnf: str | None = BNF,
    options: Mapping[str, str] | None = None,
    texts: str | None = None,
    config: str = CONFIG,
    task: str = "template_relation",
) -> tuple[Engine, LivePair]:
    """An engine with a scored pair of template files."""
    engine = Engine()
    if texts is not None:
        engine.open(TEXTS, texts)
    engine.open(KEY, key)
    engine.open(RESPONSE, response)
    changes = [(name, (value,)) for name, value in (options or {}).items()]
    settings = Settings(Path("/w/tr.config"), config, changes, {} if bnf is None else {"bnf": bnf})
    evaluation = registry.evaluation(task, settings)
    pair = Pair(task, KEY, RESPONSE, TEXTS if texts is not None else None)
    live = engine.add_pair(pair, evaluation)
    live.work()
    return engine, live


def in_response(
    picture: str,
    key: str,
    *,
    bnf: str | None = BNF,
    options: Mapping[str, str] | None = None,
    texts: str | None = None,
    config: str = CONFIG,
    task: str = "template_relation",
) -> Desk:
    """A response of records that is scored against a key."""
    text, start, end = without_cursor(spread(picture))
    engine, live = live_templates(
        spread(key), text, bnf=bnf, options=options, texts=texts, config=config, task=task
    )
    return Desk(snapshot_of(engine, RESPONSE, Role.RESPONSE, live), text, start, end, 0)


def in_key(picture: str, response: str, *, bnf: str | None = BNF, texts: str | None = None) -> Desk:
    """A key of records against which a response is scored."""
    text, start, end = without_cursor(spread(picture))
    engine, live = live_templates(text, spread(response), bnf=bnf, texts=texts)
    return Desk(snapshot_of(engine, KEY, Role.KEY, live), text, start, end, 0)


def in_no_pair(picture: str, language: str = "muc-template") -> Desk:
    """A template file, or one of another language, that is in no pair."""
    text, start, end = without_cursor(spread(picture))
    return Desk(unpaired(ALONE, text, language, Role.KEY), text, start, end, 0)
