"""An adjudication that follows edits equals one that starts on the same texts."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.adjudication.decisions import Choice, Decision, DecisionsLanguage, decision_edits, decision_line
from keytally.adjudication.states import DocumentState, LiveAdjudication, State
from keytally.engine.reading import Reading, SourceText
from keytally.families.annotations import Annotation
from keytally.families.contract import Role
from keytally.findings.finding import Finding, apply_edits
from tests.families.muc.annotations.entity_documents import TASK

KEY = TASK.language(Role.KEY)
NAMES = ("anna", "ben", "cleo")


def document(number: int, *words: str) -> str:
    return f"<DOC>\n<DOCNO> {number} </DOCNO>\n<TXT>\n{' '.join(words)}\n</TXT>\n</DOC>\n"


def tagged(word: str, tag: str = "PERSON") -> str:
    return f'<ENAMEX TYPE="{tag}">{word}</ENAMEX>'


class Counting:
    """The annotations of named entity, with the documents that were asked for, and how many were aligned."""

    without_annotations = located = exclude = nothing_said = alternatives = versions = done = tokens = None
    states_every_item = is_by_line = False
    document_title = None

    def __init__(self) -> None:
        self.asked: list[tuple[str | None, ...]] = []
        self.aligned = 0
        self.rewriting = TASK.annotator.rewriting
        self.bare = TASK.annotator.bare

    @property
    def annotator(self) -> "Counting":
        """The object itself, as an evaluation and its annotator in one."""
        return self

    def annotations(self, units: Sequence[object]) -> Sequence[Annotation]:
        self.asked.append(tuple(getattr(unit, "document", None) for unit in units))
        return TASK.annotator.annotations(units)  # type: ignore[arg-type]

    def counterparts(
        self, first: Sequence[Annotation], second: Sequence[Annotation]
    ) -> Sequence[tuple[int, int]]:
        self.aligned += 1
        return TASK.annotator.counterparts(first, second)


class Files:
    """The texts of an adjudication: of each annotator, the gold and the decisions."""

    def __init__(self, annotators: dict[str, str], gold: str = "", decisions: str = "") -> None:
        texts = {**annotators, "gold": gold, "decisions": decisions}
        self.sources = {name: SourceText(text) for name, text in texts.items()}
        self.counting = Counting()
        readings = {name: self._reading(name) for name in texts}
        self._done = ("ben", "2")
        self.live = LiveAdjudication(
            self.counting,
            {name: readings[name] for name in annotators},
            readings["gold"],
            readings["decisions"],
            lambda annotator, which, _, is_in_file: is_in_file and (annotator, which) != self._done,
        )
        self.live.update()

    def _reading(self, name: str) -> Reading:
        def wanted(finding: Finding) -> bool:
            return True

        language = DecisionsLanguage() if name == "decisions" else KEY
        return self.sources[name].reading(language, wanted)

    def edit(self, name: str, start: int, end: int, text: str) -> set[str]:
        """Edit a file; returns the documents whose states were made anew."""
        source = self.sources[name]
        source.buffer.replace(start, end, text)
        self.live.mark_stale(source.reread([(start, end, text)]))
        return self.live.update()

    def texts(self) -> dict[str, str]:
        return {name: source.text for name, source in self.sources.items()}


def told(state: DocumentState) -> object:
    """All that a state says, without the units of the files."""
    items = state.items
    members = [(item, [(a, items.said(n, a)) for a in item.members]) for n, item in enumerate(items.items)]
    gold = [state.gold.said(number) for number in range(len(items.items))]
    return members, gold, state.variants, state.identities, state.standings, state.lost, state.open


def fresh(files: Files) -> Files:
    texts = files.texts()
    return Files({name: texts[name] for name in NAMES if name in texts}, texts["gold"], texts["decisions"])


ANN, ORRIN = "Ann Lee", "Orrin"
FIRST = {
    "anna": document(1, tagged(ANN), "met", ORRIN) + document(2, "more"),
    "ben": document(1, ANN, "met", tagged(ORRIN, "LOCATION")) + document(2, "more"),
}


def test_what_differs_is_open_until_it_is_decided() -> None:
    files = Files(FIRST, document(1, ANN, "met", ORRIN))
    state = files.live.states["1"]
    assert [standing.state for standing in state.standings] == [State.DISPUTED, State.DISPUTED]
    identity = state.identities[0]
    decision = Decision("1", identity.place, Choice.TAKE, identity.digest, "ben", "carl")
    [edit] = decision_edits("", [decision])
    assert files.edit("decisions", edit.start, edit.end, edit.text) == {"1"}
    assert [each.state for each in files.live.states["1"].standings] == [State.ACCEPTED, State.DISPUTED]


def test_a_keystroke_reads_one_document_of_one_file() -> None:
    files = Files(FIRST, document(1, ANN) + document(2, "more"))
    files.counting.asked.clear()
    place = files.texts()["ben"].index("Orrin")
    assert files.edit("ben", place, place, "x") == {"1"}
    assert files.counting.asked == [("1",)]


THREE = {name: document(1, tagged(ANN), ORRIN) for name in NAMES}


def test_a_keystroke_in_the_gold_aligns_it_with_each_annotator_and_these_not_again() -> None:
    files = Files(THREE, document(1, tagged(ANN)) + document(3, "more"))
    before = files.live.states["1"]
    files.counting.aligned = 0
    place = files.texts()["gold"].index(ANN)
    assert files.edit("gold", place, place, "x") == {"1"}
    assert files.counting.aligned == len(NAMES)
    after = files.live.states["1"]
    assert after.items is before.items
    assert after.identities is before.identities


def test_a_keystroke_of_an_annotator_aligns_their_file_alone() -> None:
    files = Files(THREE, document(1, tagged(ANN)))
    files.counting.aligned = 0
    place = files.texts()["ben"].index(ORRIN)
    assert files.edit("ben", place, place, tagged("x")) == {"1"}
    the_others, the_gold = len(NAMES) - 1, 1
    assert files.counting.aligned == the_others + the_gold


def test_a_decision_aligns_nothing_again() -> None:
    files = Files(THREE, document(1, ANN))
    files.counting.aligned = 0
    line = (
        decision_line(Decision("1", files.live.states["1"].identities[0].place, Choice.NONE, "0badcafe"))
        + "\n"
    )
    assert files.edit("decisions", 0, 0, line) == {"1"}
    assert files.counting.aligned == 0


def test_a_decision_changes_one_document_and_reads_none() -> None:
    files = Files(FIRST, document(1, ANN))
    files.counting.asked.clear()
    line = (
        decision_line(Decision("1", files.live.states["1"].identities[0].place, Choice.NONE, "0badcafe"))
        + "\n"
    )
    assert files.edit("decisions", 0, 0, line) == {"1"}
    assert files.counting.asked == []
    assert files.live.states["1"].standings[0].is_stale


def test_a_document_that_is_unfinished_or_missing_is_not_annotated() -> None:
    texts = {**FIRST, "anna": FIRST["anna"].replace("more", tagged("more")), "cleo": document(1, ANN)}
    states = Files(texts).live.states
    assert [each.state for each in states["2"].standings] == [State.INCOMPLETE]
    assert states["2"].items.annotations.keys() == {"anna"}


def test_a_document_that_no_file_has_is_gone() -> None:
    files = Files({name: document(1, ANN) for name in NAMES})
    for name in NAMES:
        files.edit(name, 0, len(files.texts()[name]), document(3, ANN))
    assert list(files.live.states) == ["3"]


PIECES = st.sampled_from(
    [
        "",
        "Ann",
        " ",
        tagged("Ann"),
        tagged("Lee", "LOCATION"),
        document(3, tagged(ANN)),
        document(1),
        "</DOC>",
    ]
)
EDITS = st.tuples(
    st.sampled_from(["anna", "ben", "gold", "decisions"]), st.floats(0, 1), st.integers(0, 30), PIECES
)


@settings(max_examples=60)
@given(st.lists(EDITS, min_size=1, max_size=6), st.data())
def test_any_edits_equal_a_fresh_start(
    edits: Sequence[tuple[str, float, int, str]], data: st.DataObject
) -> None:
    files = Files(FIRST, document(1, tagged(ANN), "met", ORRIN))
    for name, place, length, piece in edits:
        text = files.texts()[name]
        start = round(place * len(text))
        end = min(start + length, len(text))
        if name == "decisions" and (found := files.live.states.get("1")) and found.identities:
            identity = data.draw(st.sampled_from(found.identities))
            made = Decision("1", identity.place, Choice.NONE, identity.digest)
            for edit in reversed(decision_edits(text, [made])):
                files.edit(name, edit.start, edit.end, edit.text)
            assert files.texts()[name] == apply_edits(text, decision_edits(text, [made]))
        else:
            files.edit(name, start, end, piece)
    again = fresh(files).live
    assert list(files.live.states) == list(again.states)
    for name, state in files.live.states.items():
        assert told(state) == told(again.states[name])
