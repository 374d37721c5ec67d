"""The signature names what a score was made by, and nothing else."""

from importlib.metadata import version

from keytally.tallies.status import LONGEST_VALUE, Status, signature

START = f"keytally:{version('keytally')}|task:named_entity"
DEFAULTS = {
    "ne_overlap": ("half_open",),
    "ne_allow_incorrect": ("no",),
    "corporate_designators": (),
    "class_defs": None,
    "sgml_DOC_gid": ("DOC",),
    "sgml_alternative_separator": ("|",),
}


def test_defaults_do_not_show() -> None:
    given = {"ne_overlap": ("half_open",), "ne_allow_incorrect": ("No",), "sgml_doc_gid": ("doc",)}
    assert signature("named_entity", given, DEFAULTS) == START


def test_options_stand_in_the_order_of_their_names() -> None:
    given = {"ne_overlap": ("closed",), "corporate_designators": ("inc", "S A DE C V")}
    shown = START + "|corporate_designators:inc,S A DE C V|ne_overlap:closed"
    assert signature("named_entity", given, DEFAULTS) == shown
    assert signature("named_entity", dict(reversed(given.items())), DEFAULTS) == shown


def test_an_option_without_a_default_shows_whenever_it_is_given() -> None:
    given = {"class_defs": ("enamex enamex scored 0",)}
    assert signature("named_entity", given, DEFAULTS) == START + "|class_defs:enamex enamex scored 0"


def test_options_that_do_not_belong_in_a_signature_do_not_show() -> None:
    assert signature("named_entity", {"key_file": ("keys",)}, DEFAULTS) == START


def test_separators_in_values_are_encoded() -> None:
    given = {"sgml_alternative_separator": ("|:,%",)}
    assert signature("named_entity", given, DEFAULTS) == START + "|sgml_alternative_separator:%7C%3A%2C%25"


def test_long_values_are_cut_down_to_a_digest_that_tells_them_apart() -> None:
    one = signature("named_entity", {"class_defs": ("x" * LONGEST_VALUE, "y")}, DEFAULTS)
    other = signature("named_entity", {"class_defs": ("x" * LONGEST_VALUE, "z")}, DEFAULTS)
    assert one != other
    assert one.startswith(START + "|class_defs:sha256-")
    assert len(one) < len(START) + LONGEST_VALUE


def test_a_status_hashes_as_its_abbreviation() -> None:
    assert {Status.CORRECT: 1}["cor"] == 1
    assert [status.value for status in Status] == [
        "cor",
        "par",
        "inc",
        "mis",
        "spu",
        "non",
        "opt",
        "uns",
        "rem",
    ]
