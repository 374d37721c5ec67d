"""What the tests of chains share: documents written short, as features see them.

In a picture `[4 Ms. Washington]` is a mention with ID 4, `[5>4 she]` one that points to it; `‸` is the
cursor, `«` and `»` stand around a selection.
"""

import re
from collections.abc import Sequence

from keytally.engine.engine import Engine
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.families.muc.sgml.chains import Chains, chains_of
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.project.pair import Pair
from keytally_server.session.snapshot import Snapshot
from tests.server.desk import HEAD, KEY, RESPONSE, Desk, document, snapshot_of, without_cursor

_OPEN = re.compile(r"\[(\w*)(?:>(\w+))?(‸?) ")


def spelled(picture: str) -> str:
    """A picture with its mentions as tags."""

    def tag(match: re.Match[str]) -> str:
        identifier, reference, cursor = match.groups()
        named = f' ID="{identifier}"' if identifier else ""
        tied = f' TYPE="IDENT" REF="{reference}"' if reference else ""
        return f"<COREF{named}{tied}>{cursor}"

    return _OPEN.sub(tag, picture).replace("]", "</COREF>")


def response(picture: str, key: str | None = None) -> Desk:
    """A response that is scored against a key, by default against one with the same tags."""
    return _desk(picture, picture if key is None else key, Role.RESPONSE)


def key(picture: str, response_picture: str | None = None) -> Desk:
    """A key against which a response is scored, by default one with the same tags."""
    return _desk(picture, picture if response_picture is None else response_picture, Role.KEY)


def _desk(picture: str, other: str, role: Role) -> Desk:
    body, start, end = without_cursor(spelled(picture))
    other_body, _, _ = without_cursor(spelled(other))
    paths = {role: document(body), _opposite(role): document(other_body)}
    engine = Engine()
    engine.open(KEY, paths[Role.KEY])
    engine.open(RESPONSE, paths[Role.RESPONSE])
    evaluation = registry.evaluation("coreference", Settings())
    live = engine.add_pair(Pair("coreference", KEY, RESPONSE), evaluation)
    live.work()
    snapshot = snapshot_of(engine, KEY if role is Role.KEY else RESPONSE, role, live)
    return Desk(snapshot, document(body), start + len(HEAD), end + len(HEAD), len(HEAD))


def _opposite(role: Role) -> Role:
    return Role.RESPONSE if role is Role.KEY else Role.KEY


def chains_in(snapshot: Snapshot, body: str) -> Chains:
    """The chains of a document's body, read as the file of a snapshot is."""
    language = snapshot.reading.language
    assert isinstance(language, SgmlLanguage)
    unit = language.read(document(body))
    assert isinstance(unit, SgmlUnit)
    return chains_of(unit, language.syntax, language.role)


def classes(snapshot: Snapshot, body: str) -> list[list[str]]:
    """The texts of each chain's mentions."""
    chains = chains_in(snapshot, body)
    return [[chains.text(mention) for mention in members] for members in chains.members]


def shortened(body: str) -> str:
    """A body with its mentions written short again."""

    def tag(match: re.Match[str]) -> str:
        named = re.search(r'\bID="([^"]*)"', match[0])
        tied = re.search(r'\bREF="([^"]*)"', match[0])
        return f"[{named[1] if named else ''}{'>' + tied[1] if tied else ''} "

    return re.sub(r"<COREF[^>]*>", tag, body).replace("</COREF>", "]")


def titles(desk: Desk, kind: str) -> Sequence[str]:
    """The names of what is offered of a kind."""
    return [action.title for action in desk.actions() if action.kind.value == kind]
