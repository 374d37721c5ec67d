"""The information-extraction report summary, after the manual's example."""

from collections.abc import Callable

from keytally.families.muc.model import Configuration, Fill, MucObject, Slot
from keytally.families.muc.report_files import extraction_summary
from keytally.families.muc.scoring.results import DocumentScore, FillPair, FillPlace, ObjectPair, SlotPair
from keytally.tallies.status import Status
from keytally.tallies.tally import Tally

SUMMARY = """\
COR |                  | <ENAMEX-930620083-2>               | <ENAMEX-930620083-1>
cor | TYPE:            | PERSON                             | PERSON
cor | TEXT:            | Consuela Washington                | Consuela Washington

COR |                  | <ENAMEX-930620083-3>               | <ENAMEX-930620083-3>
cor | TYPE:            | PERSON                             | PERSON
inc | TEXT:            | John Dingell                       | Washington

MIS |                  | <ENAMEX-930620083-4>               |
mis | TYPE:            | PERSON                             |
mis | TEXT:            | Washington                         |

COR |                  | <ENAMEX-930620083-5>               | <ENAMEX-930620083-9>
cor | TYPE:            | ORGANIZATION                       | ORGANIZATION
cor | TEXT:            | White House                        | White House
non |                  | /The White House                   |

OPT |                  | <ENAMEX-930620083-6>               |
uns | STATUS:          | OPT                                |
opt | TYPE:            | LOCATION                           |
opt | TEXT:            | the "Hill"                         |

SPU |                  |                                    | <ENAMEX-930620083-7>
spu | TYPE:            |                                    | ORGANIZATION
spu | TEXT:            |                                    | Exchange

COR |                  | <TIMEX-930620083-1>                | <TIMEX-930620083-1>
cor | TYPE:            | DATE                               | DATE
cor | TEXT:            | 01/19/93                           | 01/19/93
"""


def test_objects_in_upper_and_fills_in_lower_case(
    washington: DocumentScore, configuration: Configuration
) -> None:
    """Manual: "Upper case values are for object comparisons, and lower case values are for single fill"."""
    assert extraction_summary([washington], configuration) == SUMMARY


def test_the_field_separator(washington: DocumentScore, configuration: Configuration) -> None:
    """`report_field_separator`: "printed between the fields"; the default is the vertical bar."""
    printed = extraction_summary([washington], configuration._replace(report_field_separator="::"))
    assert printed == SUMMARY.replace("|", "::")
    tabbed = extraction_summary([washington], configuration._replace(report_field_separator="\t"))
    assert all(line.count("\t") == 3 for line in tabbed.splitlines() if line)


def element(name: str, one_up: int, **slots: tuple[str, ...]) -> MucObject:
    """A template object with one alternative a slot."""
    filled = {slot: Slot((tuple(Fill(text, 0, 0) for text in texts),)) for slot, texts in slots.items()}
    return MucObject(name, "9301130133", str(one_up), filled, 0, 0)


def slot_pair(*fills: tuple[str, int | None, int | None]) -> SlotPair:
    """A slot pair of first alternatives: (status, the key's fill, the response's)."""

    def place(index: int | None) -> FillPlace | None:
        return None if index is None else FillPlace(0, index)

    pairs = tuple(FillPair(Status(status), place(key), place(response)) for status, key, response in fills)
    sides = [0 if any(fill[side] is not None for fill in fills) else None for side in (1, 2)]
    return SlotPair(Tally(), pairs, sides[0], sides[1])


def test_the_manuals_organization(configuration: Configuration) -> None:
    """The last record of the manual's example: unscored, then compared, then missing slots."""
    key = element(
        "organization",
        2,
        org_name=("Thorn EMI PLC",),
        org_alias=("EMI",),
        org_type=("COMPANY",),
        comment=("the alias 'EMI' is here assumed...",),
        org_country=("United Kingdom",),
    )
    response = element("organization", 2, org_name=("THORN EMI PLC.",), org_type=("COMPANY",))
    slots = {
        "org_name": slot_pair(("cor", 0, 0)),
        "org_alias": slot_pair(("mis", 0, None)),
        "org_type": slot_pair(("cor", 0, 0)),
        "comment": slot_pair(("uns", 0, None)),
        "org_country": slot_pair(("mis", 0, None)),
    }
    pair = ObjectPair(Status.CORRECT, key, response, slots)
    printed = extraction_summary([DocumentScore("9301130133", {"organization": [pair]}, {})], configuration)
    assert [" ".join(line.split()) for line in printed.splitlines()] == [
        "COR | | <ORGANIZATION-9301130133-2> | <ORGANIZATION-9301130133-2>",
        "uns | COMMENT: | the alias 'EMI' is here assumed... |",
        "cor | ORG_NAME: | Thorn EMI PLC | THORN EMI PLC.",
        "cor | ORG_TYPE: | COMPANY | COMPANY",
        "mis | ORG_ALIAS: | EMI |",
        "mis | ORG_COUNTRY: | United Kingdom |",
    ]


def test_further_fills_bear_no_slot_name(configuration: Configuration) -> None:
    """The slots' name is for the line "and the lines following if there are multiple fills"."""
    key = element("person", 1, per_alias=("Roth", "Joe"), per_event=("<EVENT-9301130133-4>",))
    response = element("person", 3, per_alias=("ROTH", "Ro", "Jo"))
    slots = {
        "per_alias": slot_pair(("cor", 0, 0), ("inc", 1, 1), ("spu", None, 2)),
        "per_event": slot_pair(("rem", 0, None)),
    }
    pair = ObjectPair(Status.CORRECT, key, response, slots)
    printed = extraction_summary([DocumentScore("9301130133", {"person": [pair]}, {})], configuration)
    assert [" ".join(line.split()) for line in printed.splitlines()[1:]] == [
        "cor | PER_ALIAS: | Roth | ROTH",
        "inc | | Joe | Ro",
        "spu | | | Jo",
        "rem | PER_EVENT: | <EVENT-9301130133-4> |",
    ]


def test_every_alternative_is_shown(
    tag: Callable[..., MucObject],
    compare: Callable[..., ObjectPair],
    scored: Callable[..., DocumentScore],
    configuration: Configuration,
) -> None:
    """The manual: "If you are interested in seeing all alternatives" this is the report to ask for."""
    texts = (("Evergreen", "Evergreen Inc."), ("Evergreen Information",), ("EIT", "Evergreen Tech", "Ever"))
    key = tag("enamex", 1, 0, 9, text=texts)
    pair = compare(key, tag("enamex", 1, 0, 9, text="evergreen information"), "cor", text="cor@1")
    printed = extraction_summary([scored({"enamex": [pair]})], configuration)
    assert [" ".join(line.split()) for line in printed.splitlines()[1:]] == [
        "cor | TEXT: | Evergreen Information | evergreen information",
        "non | | /Evergreen |",
        "non | | Evergreen Inc. |",
        "non | | /EIT |",
        "non | | Evergreen Tech |",
        "non | | Ever |",
    ]
