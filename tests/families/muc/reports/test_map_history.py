"""The map history: the manual's hierarchy, read back by Tcl and by Tcl's rules, says what was scored."""

from collections.abc import Callable
from copy import copy
from typing import Any

import pytest

from keytally.families.muc.model import Configuration, MucObject, Slot
from keytally.families.muc.report_files import Starts, map_history
from keytally.families.muc.scoring.results import DocumentScore, FillPair, FillPlace, ObjectPair, SlotPair
from keytally.tallies.status import Status
from keytally.tallies.tally import Tally

Attributes = dict[str, Any]
Read = Callable[[str], list[Attributes]]


def test_document_and_class_level(
    read_map_history: Read, washington: DocumentScore, configuration: Configuration
) -> None:
    """`doctallies`: "(in order) possible, actual, correct, partial, incorrect, missing, spurious, and
    noncommittal single-fill tallies for the entire document"."""
    other = copy(washington)
    other.document = "0 {1"
    documents = read_map_history(map_history([washington, other], configuration))
    assert [document["-docnum"] for document in documents] == ["930620083", "0 {1"]
    assert list(documents[0]) == ["-docnum", "-doctallies", "-class_pairs"]
    assert documents[0]["-doctallies"] == "10 10 7 0 1 2 2 4"
    classes = documents[0]["-class_pairs"]
    assert [list(pair) for pair in classes] == [["-class_name", "-class_tallies", "-obj_pairs"]] * 3
    assert [pair["-class_name"] for pair in classes] == ["ENAMEX", "NUMEX", "TIMEX"]
    assert [pair["-class_tallies"] for pair in classes] == [
        "8 8 5 0 1 2 2 4",
        "0 0 0 0 0 0 0 0",
        "2 2 2 0 0 0 0 0",
    ]
    assert [len(pair["-obj_pairs"]) for pair in classes] == [6, 0, 1]


def test_object_level(
    read_map_history: Read, washington: DocumentScore, configuration: Configuration
) -> None:
    """Attributes of a side that is not there are left out; offsets count from the file's beginning."""
    [document] = read_map_history(map_history([washington], configuration, [Starts(1000, 2000)]))
    pairs = document["-class_pairs"][0]["-obj_pairs"]
    slots = [pair.pop("-slot_pairs") for pair in pairs]
    assert pairs[1] == {
        "-obj_pair_status": "COR",
        "-obj_pair_tallies": "2 2 1 0 1 0 0 0",
        "-key_obj_id": "ENAMEX-930620083-3",
        "-key_obj_rep_id": "ENAMEX-930620083-3",
        "-key_obj_start_offset": "1120",
        "-key_obj_end_offset": "1132",
        "-rsp_obj_id": "ENAMEX-930620083-3",
        "-rsp_obj_rep_id": "ENAMEX-930620083-3",
        "-rsp_obj_start_offset": "2125",
        "-rsp_obj_end_offset": "2132",
        "-doc_section": "TXT",
    }
    assert pairs[4] == {
        "-obj_pair_status": "OPT",
        "-obj_pair_tallies": "0 0 0 0 0 0 0 3",
        "-key_obj_id": "ENAMEX-930620083-6",
        "-key_obj_optional": True,
        "-key_obj_rep_id": "ENAMEX-930620083-6",
        "-key_obj_start_offset": "1220",
        "-key_obj_end_offset": "1227",
        "-doc_section": "TXT",
    }
    assert list(pairs[5]) == [
        "-obj_pair_status",
        "-obj_pair_tallies",
        "-rsp_obj_id",
        "-rsp_obj_rep_id",
        "-rsp_obj_start_offset",
        "-rsp_obj_end_offset",
        "-doc_section",
    ]
    assert [len(pairs) for pairs in slots] == [2, 2, 2, 2, 3, 2]


def test_slot_to_fill_level(
    read_map_history: Read, washington: DocumentScore, configuration: Configuration
) -> None:
    """The aligned alternatives first, then the unused one; each fill as written and as compared."""
    [document] = read_map_history(map_history([washington], configuration, [Starts(1000, 2000)]))
    kind, text = document["-class_pairs"][0]["-obj_pairs"][3]["-slot_pairs"]
    assert text == {
        "-slot_name": "TEXT",
        "-slot_tallies": "1 1 1 0 0 0 0 1",
        "-multi-fill_pairs": [
            {
                "-multi_fill_tallies": "1 1 1 0 0 0 0 0",
                "-single_fill_pairs": [
                    {
                        "-single_fill_pair_status": "cor",
                        "-single_fill_pair_tallies": "1 1 1 0 0 0 0 0",
                        "-key_single_fill": {
                            "-type": "string",
                            "-fill": "White House",
                            "-clean_fill": "white house",
                        },
                        "-rsp_single_fill": {
                            "-type": "string",
                            "-fill": "White\nHouse",
                            "-clean_fill": "white house",
                            "-start_offset": "2204",
                            "-end_offset": "2217",
                        },
                    }
                ],
            },
            {
                "-multi_fill_tallies": "0 0 0 0 0 0 0 1",
                "-single_fill_pairs": [
                    {
                        "-single_fill_pair_status": "non",
                        "-single_fill_pair_tallies": "0 0 0 0 0 0 0 1",
                        "-key_single_fill": {
                            "-type": "string",
                            "-fill": "The White\nHouse",
                            "-clean_fill": "white house",
                            "-start_offset": "1200",
                            "-end_offset": "1217",
                        },
                    }
                ],
            },
        ],
    }
    fill = kind["-multi-fill_pairs"][0]["-single_fill_pairs"][0]["-key_single_fill"]
    assert fill == {"-type": "set", "-fill": "ORGANIZATION", "-clean_fill": "organization"}


@pytest.fixture
def missing(
    tag: Callable[..., MucObject], compare: Callable[..., ObjectPair], scored: Callable[..., DocumentScore]
) -> Callable[[str], DocumentScore]:
    """Makes a document whose only tag was missed; its text and its section are the one given."""

    def make(text: str) -> DocumentScore:
        key = tag("enamex", 1, 0, 9, section=text, text=text)
        return scored({"enamex": [compare(key, None, "mis", text="mis")]})

    return make


def only_fill(pair: Attributes) -> Attributes:
    """The key's single fill of an object pair that has no other."""
    [slot] = pair["-slot_pairs"]
    [multi_fills] = slot["-multi-fill_pairs"]
    [fills] = multi_fills["-single_fill_pairs"]
    assert "-rsp_single_fill" not in fills
    fill: Attributes = fills["-key_single_fill"]
    return fill


def test_the_manuals_clean_fill(
    read_map_history: Read, missing: Callable[[str], DocumentScore], configuration: Configuration
) -> None:
    """The example under `clean_fill`: premodifier, designator and capitals go."""
    score = missing("a corporation that manages the Seaport")
    [document] = read_map_history(map_history([score], configuration))
    assert (
        only_fill(document["-class_pairs"][0]["-obj_pairs"][0])["-clean_fill"] == "that manages the seaport"
    )


HARD = [
    "{",
    "}{",
    'say "hi"',
    "$HOME [exec ls]",
    "back\\slash\\",
    "a\r\nb\tc",
    "",
    "ж 北京 😀",
    "#; -fill",
    "\x00",
]


@pytest.mark.parametrize("text", HARD)
def test_any_text_of_a_fill(
    text: str, read_map_history: Read, missing: Callable[[str], DocumentScore], configuration: Configuration
) -> None:
    [document] = read_map_history(map_history([missing(text)], configuration))
    pair = document["-class_pairs"][0]["-obj_pairs"][0]
    assert (pair["-doc_section"], only_fill(pair)["-fill"]) == (text, text)


def removed_pointer(tag: Callable[..., MucObject]) -> DocumentScore:
    """A template object whose optional slot holds a pointer that was removed."""
    made = tag("succession", 1, 0, 9, person="<PERSON-1-2>")
    slot = Slot(made.slots["person"].alternatives, optional=True)
    key = MucObject("succession", "1", "1", {"person": slot}, 0, 9)
    fill = FillPair(Status.REMOVED, FillPlace(0, 0), None)
    pair = ObjectPair(Status.MISSING, key, None, {"person": SlotPair(Tally(non=1), (fill,))})
    return DocumentScore("1", {"succession": [pair]}, {})


def test_templates_have_no_offsets_and_slots_may_be_optional(
    read_map_history: Read, tag: Callable[..., MucObject], configuration: Configuration
) -> None:
    """The offsets and the section are "in the SGML tasks"; `key_slot_optional` has no value."""
    [document] = read_map_history(map_history([removed_pointer(tag)], configuration))
    pair = document["-class_pairs"][0]["-obj_pairs"][0]
    assert list(pair) == [
        "-obj_pair_status", "-obj_pair_tallies", "-key_obj_id", "-key_obj_rep_id", "-slot_pairs",
    ]  # fmt: skip
    slot = pair["-slot_pairs"][0]
    assert list(slot) == ["-slot_name", "-slot_tallies", "-key_slot_optional", "-multi-fill_pairs"]
    assert slot["-multi-fill_pairs"][0]["-multi_fill_tallies"] == "0 0 0 0 0 0 0 1"


def test_a_removed_pointer_may_count_nothing(
    read_map_history: Read, tag: Callable[..., MucObject], configuration: Configuration
) -> None:
    [document] = read_map_history(
        map_history([removed_pointer(tag)], configuration._replace(rem_tally="none"))
    )
    slot = document["-class_pairs"][0]["-obj_pairs"][0]["-slot_pairs"][0]
    assert slot["-multi-fill_pairs"][0]["-multi_fill_tallies"] == "0 0 0 0 0 0 0 0"


def test_starts_go_with_scores(washington: DocumentScore, configuration: Configuration) -> None:
    with pytest.raises(ValueError, match="zip"):
        map_history([washington], configuration, [Starts(), Starts()])


def test_no_documents_is_an_empty_list(read_map_history: Read, configuration: Configuration) -> None:
    assert read_map_history(map_history([], configuration)) == []
