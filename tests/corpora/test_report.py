"""Pages of whole corpora: how long they are, and that they hold what the score counts."""

import re
from pathlib import Path

import pytest

import keytally
from keytally.report_page.values import Document, View

pytestmark = pytest.mark.corpora

COPIES = 40
NUMBER = re.compile(r"<DOCNO>(\s*)(\S+)")
LONGEST = 5_000_000


@pytest.mark.long
def test_ten_megabytes_of_differences_stay_under_five(corpora: Path, tmp_path: Path) -> None:
    for name in ("key", "response1"):
        text = (corpora / "ne" / name).read_text(encoding="latin-1")
        copies = (NUMBER.sub(rf"<DOCNO>\g<1>{copy}x\g<2>", text) for copy in range(COPIES))
        (tmp_path / name).write_text("".join(copies), encoding="latin-1")
    files = tmp_path / "key", [tmp_path / "response1"]
    assert sum((tmp_path / name).stat().st_size for name in ("key", "response1")) > 2 * LONGEST
    made = keytally.report(*files, task="named_entity", only_differences=True)
    assert len(made.html.encode()) < LONGEST
    assert len(made.page.documents) > 1000
    (note,) = made.page.left_out
    assert note.endswith("documents: shown without texts to keep the page short.")


def test_every_difference_of_the_scenario_task_is_shown(corpora: Path) -> None:
    folder = corpora / "st"
    responses = [folder / f"response{number}" for number in (1, 2, 3)]
    whole, short = (
        keytally.report(folder / "key", responses, task="scenario_template", only_differences=only).page
        for only in (False, True)
    )
    counts = [[system.differences for system in page.systems] for page in (whole, short)]
    assert counts[0] == counts[1]
    assert [len(group) for group in (whole.systems, whole.grids)] == [3, 2]
    kept = {document.title: document for document in short.documents}
    assert set(kept) == {document.title for document in whole.documents if document.differs}
    for document in whole.documents:
        if document.differs:
            assert words_of(document) == words_of(kept[document.title])


def words_of(document: Document) -> dict[int, list[tuple[str, str]]]:
    """The differences that a document shows of each response that has any."""
    return {view.system: found for view in document.views if (found := words(view))}


def words(view: View) -> list[tuple[str, str]]:
    """The differences of a view with their places."""
    sides = (side for row in view.rows for side in (row.key, row.response) if side)
    opened = (piece.opened for side in sides for piece in side.pieces if piece.opened)
    return [(each.words, each.at) for each in opened if each.words]
