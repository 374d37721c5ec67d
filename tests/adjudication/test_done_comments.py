"""Comments by which annotators say what they have done: an adjudication follows them from edit to edit."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.adjudication.annotator_files import DoneComments
from keytally.adjudication.states import LiveAdjudication, State
from keytally.engine.reading import Reading, SourceText
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.project.adjudications import Adjudication

TASK = registry.evaluation("template_element", Settings("muc6-te"))
assert TASK.can_merge
KEY = TASK.language(Role.KEY)
FIRST, SECOND = "2603040001", "2603040002"


def record(document: str) -> str:
    return f'<ORGANIZATION-{document}-1> :=\n    ORG_NAME: "Orrin"\n    ORG_TYPE: COMPANY\n'


BOTH = record(FIRST) + record(SECOND)


def said(text: str) -> set[str]:
    return set(DoneComments(TASK.annotator, Reading(KEY, text)).documents)


class Files:
    """Anna's and ben's files, of which anna's is edited."""

    def __init__(self, anna: str, ben: str = BOTH, done: dict[str, tuple[str, ...]] | None = None) -> None:
        self.source = SourceText(anna)
        files = {name: Path(f"/{name}.tmpl") for name in ("anna", "ben")}
        adjudication = Adjudication("template_element", Path("/gold.tmpl"), files, done=done or {})
        assert TASK.can_merge
        readings = {"anna": self.source.reading(KEY, lambda finding: True), "ben": Reading(KEY, ben)}
        self.live = LiveAdjudication(TASK, readings, Reading(KEY, ""), has_finished=adjudication.has_finished)
        self.live.update()

    def edit(self, start: int, end: int, text: str) -> set[str]:
        self.source.buffer.replace(start, end, text)
        self.live.mark_stale(self.source.reread([(start, end, text)]))
        return self.live.update()

    @property
    def states(self) -> dict[str, set[State]]:
        """The states of the items of each document."""
        return {name: {each.state for each in state.standings} for name, state in self.live.states.items()}


def test_a_comment_names_a_document_as_headers_or_as_texts_do() -> None:
    assert said(f"; done {FIRST}\n{BOTH}") == {FIRST}
    assert said(f"{BOTH}#done 260304-0002") == {SECOND}
    assert said(f"{record(FIRST)};done\t{SECOND} \r\n{record(SECOND)}; done {FIRST}\n") == {FIRST, SECOND}


def test_other_comments_are_remarks() -> None:
    for line in ("; done", "; done with this", "; not done 1", " ; done 1", "; donee 1", "    ; done 1"):
        assert said(f"{BOTH}{line}\n") == set()


def test_a_text_has_no_place_for_such_a_comment() -> None:
    evaluation = registry.evaluation("named_entity", Settings("muc6-ne"))
    text = f"; done {FIRST}\n<DOC>\n<DOCNO> 1 </DOCNO>\n; done {FIRST}\n</DOC>\n"
    reading = Reading(evaluation.language(Role.KEY), text)
    assert set(DoneComments(evaluation.annotator, reading).documents) == set()


def test_the_first_comment_makes_other_documents_unfinished_and_the_last_one_takes_it_back() -> None:
    files = Files(BOTH)
    assert files.states == {FIRST: {State.AGREED}, SECOND: {State.AGREED}}
    line = f"; done {SECOND}\n"
    assert files.edit(0, 0, line) == {FIRST, SECOND}
    assert files.states == {FIRST: {State.INCOMPLETE}, SECOND: {State.AGREED}}
    other = f"; done {FIRST}\n"
    end = len(line + BOTH)
    assert files.edit(end, end, other) == {FIRST, SECOND}
    assert files.states == {FIRST: {State.AGREED}, SECOND: {State.AGREED}}
    assert files.edit(0, len(line), "") == {SECOND}
    assert files.states == {FIRST: {State.AGREED}, SECOND: {State.INCOMPLETE}}
    end = len(BOTH)
    assert files.edit(end, end + len(other), "") == {FIRST, SECOND}
    assert files.states == {FIRST: {State.AGREED}, SECOND: {State.AGREED}}


def test_a_comment_adds_to_what_keytally_toml_states() -> None:
    files = Files(BOTH, done={"anna": ("260304-0001",)})
    assert files.states == {FIRST: {State.AGREED}, SECOND: {State.INCOMPLETE}}
    files.edit(0, 0, f"; done {SECOND}\n")
    assert files.states == {FIRST: {State.AGREED}, SECOND: {State.AGREED}}


def test_who_marks_a_document_and_has_nothing_of_it_has_found_nothing() -> None:
    files = Files(record(FIRST))
    assert files.states == {FIRST: {State.AGREED}, SECOND: {State.INCOMPLETE}}
    files.edit(0, 0, f"; done {FIRST}\n; done {SECOND}\n")
    assert files.states == {FIRST: {State.AGREED}, SECOND: {State.DISPUTED}}
    assert Files(record(FIRST), done={"anna": ("260304-0002",)}).states[SECOND] == {State.DISPUTED}


PIECES = [record(FIRST), record(SECOND), f"; done {FIRST}\n", "# done 260304-0002\n", "; done x\n", "d", "\n"]


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_any_edits_equal_a_fresh_start(data: st.DataObject) -> None:
    files = Files("".join(data.draw(st.lists(st.sampled_from(PIECES), max_size=5))))
    for _ in range(3):
        length = len(files.source.text)
        start = data.draw(st.integers(0, length))
        end = data.draw(st.integers(start, length))
        files.edit(start, end, data.draw(st.sampled_from(["", *PIECES])))
        assert files.states == Files(files.source.text).states
