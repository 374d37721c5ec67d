"""The named-entity report summary, after the manual's example."""

from collections.abc import Callable

from keytally.families.muc.model import Configuration, MucObject
from keytally.families.muc.report_files import named_entity_summary
from keytally.families.muc.scoring.results import DocumentScore, ObjectPair

SUMMARY = """\
---------------------------------------------------------------------------------------------------------
Document 930620083
TAG      TYPE  TEXT  KEY_TYPE       RSP_TYPE       KEY_TEXT                       RSP_TEXT
---------------------------------------------------------------------------------------------------------
ENAMEX   cor   cor   PERSON         PERSON         "Consuela Washington"          "Consuela Washington"
ENAMEX   cor   inc   PERSON         PERSON         "John Dingell"                 "Washington"
ENAMEX   cor   cor   ORGANIZATION   ORGANIZATION   "White House"                  "White House"
TIMEX    cor   cor   DATE           DATE           "01/19/93"                     "01/19/93"
ENAMEX   mis   mis   PERSON                        "Washington"                   ""
ENAMEX   spu   spu                  ORGANIZATION   ""                             "Exchange"
ENAMEX   opt   opt   LOCATION                      "the "Hill""                   ""
"""


def test_pairs_then_missing_then_spurious_then_optional(
    washington: DocumentScore, configuration: Configuration
) -> None:
    """The manual's columns and words; "the one that was aligned" of the key's texts is shown."""
    assert named_entity_summary([washington], configuration) == SUMMARY


def test_the_manuals_lines(washington: DocumentScore, configuration: Configuration) -> None:
    """Lines of the manual's example, its blanks collapsed as its copies have them."""
    lines = [
        " ".join(line.split()) for line in named_entity_summary([washington], configuration).splitlines()
    ]
    assert 'ENAMEX cor cor PERSON PERSON "Consuela Washington" "Consuela Washington"' in lines
    assert 'ENAMEX cor inc PERSON PERSON "John Dingell" "Washington"' in lines
    assert 'TIMEX cor cor DATE DATE "01/19/93" "01/19/93"' in lines
    assert 'ENAMEX mis mis PERSON "Washington" ""' in lines
    assert 'ENAMEX spu spu ORGANIZATION "" "Exchange"' in lines
    assert "TAG TYPE TEXT KEY_TYPE RSP_TYPE KEY_TEXT RSP_TEXT" in lines
    assert [len(line) for line in lines if line.startswith("---")] == [105, 105]


def test_a_blank_line_between_documents(washington: DocumentScore, configuration: Configuration) -> None:
    assert named_entity_summary([washington] * 2, configuration) == f"{SUMMARY}\n{SUMMARY}"
    assert named_entity_summary([], configuration) == ""


def test_a_tag_without_type(
    tag: Callable[..., MucObject],
    compare: Callable[..., ObjectPair],
    scored: Callable[..., DocumentScore],
    configuration: Configuration,
) -> None:
    """The TYPE fills are shown "if there are any"."""
    bare = tag("numex", 1, 0, 5, text="a very long text\r\n\twith a line end in it")
    pairs = {"numex": [compare(bare, None, "mis", text="mis")]}
    line = named_entity_summary([scored(pairs)], configuration).splitlines()[-1]
    assert (
        line
        == 'NUMEX          mis                                 "a very long text with a line end in it" ""'
    )


def test_rows_of_a_group_stand_by_class_and_place(
    tag: Callable[..., MucObject],
    compare: Callable[..., ObjectPair],
    scored: Callable[..., DocumentScore],
    configuration: Configuration,
) -> None:
    def missing(name: str, start: int) -> ObjectPair:
        return compare(tag(name, start, start, start + 1, text=str(start)), None, "mis", text="mis")

    pairs = {"enamex": [missing("enamex", 9), missing("enamex", 4)], "timex": [missing("timex", 1)]}
    lines = named_entity_summary([scored(pairs)], configuration).splitlines()[4:]
    assert [line.split()[2] for line in lines] == ['"4"', '"9"', '"1"']
