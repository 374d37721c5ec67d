"""Chains as features show them: hover, ways between mentions, names, completion, colours."""

from textwrap import dedent

import pytest

from keytally_server.answers import RenameError, Symbol
from keytally_server.requests.code_actions import quick_fixes
from keytally_server.requests.code_lenses import code_lenses
from keytally_server.requests.completion import completions
from keytally_server.requests.definitions import definitions, document_highlights, references
from keytally_server.requests.hover import hover
from keytally_server.requests.inlay_hints import inlay_hints
from keytally_server.requests.ranges import semantic_tokens
from keytally_server.requests.rename import renamable, rename
from keytally_server.requests.symbols import document_symbols, hierarchy_item, subtypes, supertypes
from tests.server.chain_desk import key, response, shortened, spelled
from tests.server.desk import Desk, applied

TWO_CHAINS = "[1 Orrin] met [2 Ms. Vale]; [3>1 he‸] saw [4>2 her] and [5>3 his] hat.\n"
IN_KEY = "[1 Orrin] met [2 Ms. Vale]; [3>2 he] saw [4>2 her] and [5>1 his] hat.\n"


def said(desk: Desk) -> str:
    found = hover(desk.snapshot, desk.offset)
    about = found.markdown.partition("\n\n|")[0] if found else ""
    return about.replace("  \n", "\n")


def moved(picture: str, needle: str) -> str:
    plain = picture.replace("‸", "")
    return plain.replace(needle, f"{needle}‸", 1)


# Hover


def test_a_mention_tells_its_chain_and_that_of_the_key() -> None:
    assert said(response(TWO_CHAINS)) == dedent(
        """\
        **COR** correct `"he"`

        chain: `Orrin` → **`he`** → `his` (3)

        key: `<COREF ID="3" TYPE="IDENT" REF="1">he</COREF>`

        key: `Orrin` → `he` → `his` (3)"""
    )


def test_a_mention_in_the_wrong_chain_tells_where_it_belongs_and_what_the_break_costs() -> None:
    assert said(response(TWO_CHAINS, IN_KEY)) == dedent(
        """\
        **INC** incorrect `"he" (key: mention 2 of 3 in the chain of "Ms. Vale")`

        chain: `Orrin` → **`he`** → `his` (3)

        key: `<COREF ID="3" TYPE="IDENT" REF="2">he</COREF>`

        key: `Orrin` → `his` (2)

        split into 2 parts in the other file: `Orrin`, `his` | `he`
        costs 33.3 points of the document's precision"""
    )


def test_a_spurious_mention_and_a_missing_one() -> None:
    assert said(response("[1 Orrin‸] left.\n", "Orrin left.\n")) == dedent(
        """\
        **SPU** spurious `"Orrin"`

        chain: **`Orrin`** (1)
        singleton: the score counts the links of chains, and a chain of one mention has none"""
    )
    assert said(response("Orr‸in left.\n", "[1 Orrin] left.\n")) == dedent(
        """\
        **MIS** missing here `"Orrin"`
        key: `<COREF ID="1">Orrin</COREF>`"""
    )


def test_a_chain_that_the_key_lacks_is_said_to_be_none_of_its() -> None:
    told = said(response("[1 Orrin‸] left; [2>1 he] ran.\n", "Orrin left; he ran.\n"))
    assert (
        "chain: **`Orrin`** → `he` (2)\n\nkey: no matching chain\n\nsplit into 2 parts in the other file: "
        in told
    )


def test_a_mention_that_stands_alone_tells_the_chain_that_it_is_in_there() -> None:
    """Another chain of the response shares more with that chain of the key."""
    told = said(
        response(
            "[1 Orrin] left; [2>1 he] ran; [3 his‸] hat.\n", "[1 Orrin] left; [2>1 he] ran; [3>1 his] hat.\n"
        )
    )
    assert "chain: **`his`** (1)\nsingleton: " in told
    assert told.endswith("key: `Orrin` → `he` → `his` (3)")


def test_the_key_tells_what_the_response_made_of_it() -> None:
    told = said(key(moved(IN_KEY, "Ms. Vale"), TWO_CHAINS.replace("‸", "")))
    assert "response: `Ms. Vale` → `her` (2)" in told
    assert told.endswith("costs 33.3 points of the document's recall")


def test_a_long_chain_is_shown_around_the_mention() -> None:
    body = "[1 name] " + " ".join(f"[{number}>1 w{number}]" for number in range(2, 60))
    told = said(response(moved(body, "w40") + "\n"))
    assert "… → `w25`" in told
    assert "**`w40`**" in told
    assert "(59)" in told


def test_the_lens_has_the_fractions() -> None:
    titles = [lens.title for lens in code_lenses(response(TWO_CHAINS, IN_KEY).snapshot)]
    assert titles == ["all documents: F 66.7  R 2/3  P 2/3", "1: F 66.7  R 2/3  P 2/3"]


# Ways


def texts(desk: Desk) -> list[str]:
    return [desk.text[each.start : each.end] for each in document_highlights(desk.snapshot, desk.offset)]


def test_all_of_a_chain_is_highlighted() -> None:
    assert texts(response(TWO_CHAINS)) == ["Orrin", "he", "his"]
    assert texts(response(moved(TWO_CHAINS, "her"))) == ["Ms. Vale", "her"]
    assert texts(response(moved(TWO_CHAINS, "hat"))) == []


def test_a_mention_leads_to_its_antecedent_and_the_first_to_its_partner() -> None:
    desk = response(moved(TWO_CHAINS, "his"))
    [target] = definitions(desk.snapshot, desk.offset)
    assert (target.path, desk.text[target.start : target.end]) == (desk.snapshot.path, "he")
    first = response(moved(TWO_CHAINS, "Orrin"))
    [target] = definitions(first.snapshot, first.offset)
    assert target.path == first.snapshot.other_path


def test_references_are_the_chain_with_its_first_mention_or_without() -> None:
    desk = response(TWO_CHAINS)
    for with_first, count in ((True, 3), (False, 2)):
        assert len(references(desk.snapshot, desk.offset, with_declaration=with_first)) == count


def names(found: list[Symbol]) -> list[tuple[str, str]]:
    return [(symbol.name, symbol.detail) for symbol in found]


def test_antecedents_stand_above_a_mention_and_dependants_below() -> None:
    desk = response(TWO_CHAINS)
    here = hierarchy_item(desk.snapshot, desk.offset)
    assert here is not None
    assert names([here]) == [("he", "ID 3")]
    assert names(supertypes(desk.snapshot, desk.offset)) == [("Orrin", "ID 1")]
    assert names(subtypes(desk.snapshot, desk.offset)) == [("his", "ID 5")]


def test_the_outline_has_mentions_where_they_stand_and_names_their_chains() -> None:
    [document] = document_symbols(response(TWO_CHAINS + "[6 Quill]\n").snapshot)
    assert [(each.kind.value, each.name, each.detail) for each in document.children] == [
        ("chain", "Orrin", "3 mentions"),
        ("chain", "Ms. Vale", "2 mentions"),
        ("element", "he", "2 of 3 in the chain of Orrin"),
        ("element", "her", "2 of 2 in the chain of Ms. Vale"),
        ("element", "his", "3 of 3 in the chain of Orrin"),
        ("element", "Quill", "ID 6"),
    ]


def test_the_entry_around_a_place_is_the_mention_there() -> None:
    """Editors' breadcrumbs take the first entry around the cursor: entries side by side do not overlap."""
    [document] = document_symbols(response("[1 [2 Orrin] and [3 Vale]] met [4>2 him].\n").snapshot)
    both, him = document.children
    assert [each.name for each in (both, *both.children, him)] == ["Orrin and Vale", "Orrin", "Vale", "him"]
    assert both.end <= him.start


def test_a_mention_whose_link_is_right_is_correct_in_whatever_chain() -> None:
    told = said(response("[1 A] [2>1 B] [3 C] [4>3 D‸].\n", "[1 A] [2>1 B] [3>2 C] [4>3 D].\n"))
    assert told.startswith(
        '**COR** correct `"D" (key: mention 4 of 4 in the chain of "A")`\nits link is correct, '
    )


def test_a_mention_that_reads_otherwise_bears_the_name_of_its_chain() -> None:
    desk = response(TWO_CHAINS)
    shown = list(inlay_hints(desk.snapshot, 0, len(desk.text)))
    assert [hint.label for hint in shown] == ['= "Orrin"', '= "Ms. Vale"', '= "Orrin"']
    assert shown[0].tooltip == 'mention 2 of 3 in the chain of "Orrin"'


# Names


def after_renaming(desk: Desk, name: str) -> str:
    text = applied(desk.text, rename(desk.snapshot, desk.offset, name))
    return shortened(text[desk.shift :]).split("\n")[0] + "\n"


def test_an_identifier_is_renamed_with_the_references_to_it() -> None:
    desk = response(moved(TWO_CHAINS, "Orrin"))
    assert (
        after_renaming(desk, "7") == "[7 Orrin] met [2 Ms. Vale]; [3>7 he] saw [4>2 her] and [5>3 his] hat.\n"
    )


def test_at_a_reference_the_identifier_that_it_names_is_renamed() -> None:
    desk = response(spelled("[1 Orrin] saw [2>1 him]\n").replace('REF="1"', 'REF="1‸"'))
    found = renamable(desk.snapshot, desk.offset)
    assert found is not None
    assert found.name == "1"
    assert after_renaming(desk, "9") == "[9 Orrin] saw [2>9 him]\n"


@pytest.mark.parametrize("name", ["2", "", "a b", 'a"b', "<3>"])
def test_a_name_that_is_taken_or_no_identifier_is_refused(name: str) -> None:
    desk = response(moved(TWO_CHAINS, "Orrin"))
    with pytest.raises(RenameError):
        rename(desk.snapshot, desk.offset, name)


def test_a_reference_to_nothing_cannot_be_renamed() -> None:
    desk = response(spelled("[2>1 him]\n").replace('REF="1"', 'REF="1‸"'))
    with pytest.raises(RenameError, match="no mention in this document has the ID 1"):
        renamable(desk.snapshot, desk.offset)


# Completion


def offered(desk: Desk) -> list[tuple[str, str]]:
    return [(each.label, each.text) for each in completions(desk.snapshot, desk.offset)]


def test_a_reference_is_completed_with_the_texts_of_mentions_the_nearest_first() -> None:
    body = '[1 Orrin] met [2 Ms. Vale]; <COREF ID="3" REF="‸">he</COREF> saw [4 her].\n'
    assert offered(response(body, body.replace("‸", ""))) == [
        ('2 "Ms. Vale"', "2"),
        ('1 "Orrin"', "1"),
        ('4 "her"', "4"),
    ]


def test_what_the_key_says_is_offered_first() -> None:
    body = '[1 Orrin] met [2 Ms. Vale]; <COREF ID="3" REF="‸">he</COREF> left.\n'
    wanted = "[1 Orrin] met [2 Ms. Vale]; [3>1 he] left.\n"
    assert offered(response(body, wanted))[0] == ('1 "Orrin"', "1")


def test_an_identifier_is_completed_with_the_next_free_one() -> None:
    body = '[7 Orrin] met <COREF ID="‸">Vale</COREF>.\n'
    assert offered(response(body, body.replace("‸", ""))) == [("8", "8")]


def test_values_without_quotes_get_them() -> None:
    body = '[7 Orrin] met <COREF ID="8" REF=‸>Vale</COREF>.\n'
    assert offered(response(body, body.replace("‸", ""))) == [('7 "Orrin"', '"7"')]


# Colours


def colours(desk: Desk) -> list[tuple[str, int]]:
    found = semantic_tokens(desk.snapshot, 0, len(desk.text))
    return [(token.text, token.modifiers.bit_length()) for token in found if token.type.name == "MENTION"]


def test_chains_differ_in_colour_and_single_mentions_have_none() -> None:
    assert colours(response(TWO_CHAINS + "[6 Quill]\n")) == [
        ("Orrin", 1),
        ("Ms. Vale", 2),
        ("he", 1),
        ("her", 2),
        ("his", 1),
        ("Quill", 0),
    ]


def test_the_innermost_mention_wins() -> None:
    desk = response("[1 the head of [2 its‸ board]] and [3>1 he]; [4>2 it]\n")
    assert colours(desk) == [("the head of ", 1), ("its board", 2), ("he", 1), ("it", 2)]


def test_after_eight_chains_the_colour_unseen_for_longest_comes_again() -> None:
    body = " ".join(f"[{2 * number} a] [{2 * number + 1}>{2 * number} b]" for number in range(1, 10))
    assert [number for _, number in colours(response(f"{body}\n"))][::2] == [1, 2, 3, 4, 5, 6, 7, 8, 1]


# Fixes


FIXES = {
    "duplicate-id": "[1 Orrin] met [1‸ Vale].\n",
    "self-ref": "[1>1‸ Orrin] left.\n",
    "ref-cycle": "[1>2 Orrin] saw [2>1‸ him].\n",
    "duplicate-mention": "[1 [2>1 Orrin‸]] left.\n",
}


@pytest.mark.parametrize("rule", FIXES)
def test_what_a_chain_can_get_wrong_has_a_fix(rule: str) -> None:
    desk = response(FIXES[rule])
    found = quick_fixes(desk.snapshot, 0, len(desk.text))
    [fix] = [fix for fix in found if fix.located.finding.rule.name == rule]
    mended = response(shortened(applied(desk.text, fix.edits)[desk.shift : -len("</TXT>\n</DOC>\n")]))
    left = quick_fixes(mended.snapshot, 0, len(mended.text))
    assert rule not in {each.located.finding.rule.name for each in left}
