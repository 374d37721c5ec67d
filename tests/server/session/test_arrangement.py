"""What is found once for many edits is what would be found anew at any moment."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile
from keytally_server.session.workspace import ShownPairs
from tests.conftest import CHECKOUT

EXAMPLE = CHECKOUT / "examples/named_entity/key.sgml"
NAMES = ["a.key.sgml", "a.response1.sgml", "a.response2.sgml", "b.key.sgml", "b.response.sgml"]
STEP = st.tuples(
    st.sampled_from(["open", "close", "choose", "edit", "remove", "restore"]), st.sampled_from(NAMES)
)


def taken(session: Session, step: str, path: Path) -> None:
    """Take one step, if it makes sense."""
    key = path.with_name(f"{path.name[0]}.key.sgml")
    if step == "open" and path not in session.open_files:
        session.opened(path, EXAMPLE.read_text(), OpenFile(1, "muc-sgml"))
    elif step == "close" and path in session.open_files:
        session.closed(path)
    elif step == "choose" and any(pair.response == path for pair in session.workspace.pairs_of(key)):
        session.choose_response(key, path)
    elif step == "edit" and path in session.open_files:
        session.changed(path, 2, [(0, 0, " ")])
    elif step == "remove":
        path.unlink(missing_ok=True)
        session.disk_changed([path])
    elif step == "restore":
        shutil.copy(EXAMPLE, path)
        session.disk_changed([path])


def arranged(arrangement: ShownPairs, session: Session) -> Any:
    """All that an arrangement says."""
    return (
        list(arrangement.ranks),
        [arrangement.pair_of(path) for path in session.engine.paths],
        [arrangement.files_showing(live) for live in session.engine.pairs],
        arrangement.settings_files,
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(STEP, max_size=10))
def test_it_is_that_of_the_present_files_and_pairs(steps: list[tuple[str, str]]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        for each in NAMES:
            shutil.copy(EXAMPLE, folder / each)
        session = Session(lambda line: None)
        session.set_roots([folder])
        for step, file in steps:
            taken(session, step, folder / file)
            before = arranged(session.arrangement, session)
            session._arranged = None
            assert arranged(session.arrangement, session) == before
