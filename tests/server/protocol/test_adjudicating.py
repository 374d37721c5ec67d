"""Decisions by code actions: each edit of the gold and of its decisions byte for byte."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.house.tracked import CHECKOUT
from tests.server.adjudicator import Adjudicator
from tests.server.session.test_adjudications import BARE, LOCATION, PERSON, TOML
from tests.server.wire import Wire


def workspace(folder: Path, task: str, gold: str, files: Mapping[str, str], more: str = "") -> Path:
    """A workspace of annotators' files, by name, whose extension is that of the gold; returns the gold."""
    path = folder / gold
    for name, text in files.items():
        (folder / f"{name}{path.suffix}").write_text(text)
    names = ", ".join(f'{name} = "{name}{path.suffix}"' for name in files)
    entry = f'[[adjudication]]\ntask = "{task}"\ngold = "{gold}"\nannotators = {{ {names} }}\n{more}'
    (folder / "keytally.toml").write_text(entry)
    return path


@pytest.fixture
def entities(tmp_path: Path) -> Path:
    gold = workspace(tmp_path, "named_entity", "gold.sgml", {"anna": PERSON, "ben": LOCATION, "cleo": BARE})
    gold.write_text(BARE)
    return gold


def test_each_variant_is_an_action_with_who_says_so(entities: Path) -> None:
    person = Adjudicator(entities, "muc-sgml")
    assert person.titles("Ann Lee") == {
        "1": '1: Take "PERSON" (anna)',
        "2": '2: Take "LOCATION" (ben)',
        "none": "0: Nothing here (cleo)",
        "annotator.anna": "Take all annotations of anna in this document (1 item)",
        "annotator.ben": "Take all annotations of ben in this document (1 item)",
        "annotator.cleo": "Take all annotations of cleo in this document (1 item)",
    }
    assert [each["kind"] for each in person.offered("Ann Lee") if each.get("isPreferred")] == [
        "refactor.rewrite.adjudicate.1"
    ]
    assert person.titles("Orrin").keys() == {"annotator.anna", "annotator.ben", "annotator.cleo"}


@pytest.mark.parametrize(
    ("kind", "gold", "decision"),
    [
        ("1", PERSON, "take anna"),
        ("2", LOCATION, "take ben"),
        ("none", BARE, "none"),
        ("annotator.anna", PERSON, "take anna"),
        ("annotator.cleo", BARE, "none"),
    ],
)
def test_an_action_settles_an_item_and_undoing_opens_it(
    entities: Path, kind: str, gold: str, decision: str
) -> None:
    person = Adjudicator(entities, "muc-sgml")
    assert person.undecided == ["undecided"]
    assert person.take(kind, "Ann Lee") == gold
    assert person.recorded == [["1", "entity Ann Lee", decision]]
    assert person.undecided == []
    person.restore(BARE)
    assert person.undecided == ["undecided"]


def test_what_was_decided_can_be_decided_again(entities: Path) -> None:
    person = Adjudicator(entities, "muc-sgml")
    person.take("1", "Ann Lee")
    assert person.titles("<ENAMEX").keys() == {"2", "none", "annotator.ben", "annotator.cleo"}
    assert person.take("2", "<ENAMEX") == LOCATION
    assert person.recorded == [["1", "entity Ann Lee", "take ben"]]
    assert person.take("none", "<ENAMEX") == BARE
    assert person.recorded == [["1", "entity Ann Lee", "none"]]
    assert person.undecided == []


def test_decisions_on_disk_are_kept_and_stale_ones_replaced(entities: Path) -> None:
    """One is stale since the annotators say something else, one since no file has its document."""
    decisions = entities.with_name("gold.sgml.decisions")
    decisions.write_text("1\tentity Ann Lee\ttake ben\t0badcafe\tcarl\ta port\n2\tentity X\tnone\t0badcafe\n")
    person = Adjudicator(entities, "muc-sgml")
    assert person.undecided == ["stale-decision"] * 2
    assert person.take("1", "Ann Lee") == PERSON
    assert person.recorded == [["1", "entity Ann Lee", "take anna", "", "a port"], ["2", "entity X", "none"]]
    assert person.undecided == ["stale-decision"]


def test_a_gold_that_agrees_with_all_needs_no_record(tmp_path: Path) -> None:
    both = PERSON.replace("Orrin", '<ENAMEX TYPE="LOCATION">Orrin</ENAMEX>')
    gold = workspace(tmp_path, "named_entity", "gold.sgml", {"anna": both, "ben": PERSON, "cleo": both})
    gold.write_text(BARE)
    person = Adjudicator(gold, "muc-sgml")
    assert {kind: title for kind, title in person.titles("met").items() if "." not in kind} == {
        "agreed": "Accept all unanimous annotations in this document (1 item)",
        "majority": "Accept all majority annotations in this document (2 items)",
    }
    assert person.take("agreed", "met") == PERSON
    assert person.recorded == []
    person.restore(BARE)
    assert person.take("majority", "met") == both
    assert person.recorded == [["1", "entity Orrin", "take anna"]]
    person.restore(BARE)
    assert person.take("majority.file") == both
    assert person.undecided == []


def test_the_gold_that_says_otherwise_is_made_as_all_say(tmp_path: Path) -> None:
    gold = workspace(tmp_path, "named_entity", "gold.sgml", {"anna": PERSON, "ben": PERSON})
    gold.write_text(LOCATION)
    person = Adjudicator(gold, "muc-sgml")
    assert person.undecided == ["decided-otherwise"]
    assert person.take("1", "<ENAMEX") == PERSON
    assert person.undecided == []


COMPANY = PERSON.replace("PERSON", "ORGANIZATION")
KEEP = 'Keep the gold value: "ENAMEX TYPE=ORGANIZATION" (1 item)'


def test_what_nobody_says_is_kept_and_undoing_takes_that_back(tmp_path: Path) -> None:
    gold = workspace(tmp_path, "named_entity", "gold.sgml", {"anna": PERSON, "ben": PERSON})
    gold.write_text(COMPANY)
    person = Adjudicator(gold, "muc-sgml")
    assert person.undecided == ["decided-otherwise"]
    assert person.titles("<ENAMEX")["own"] == KEEP
    assert person.take("own", "<ENAMEX") == COMPANY
    assert person.recorded == [["1", "entity Ann Lee", "own"]]
    assert person.undecided == []
    assert "own" not in person.titles("<ENAMEX")
    person.restore(COMPANY)
    assert person.undecided == ["decided-otherwise"]


def test_what_the_gold_has_is_kept_when_annotators_have_changed(entities: Path) -> None:
    entities.write_text(COMPANY, encoding="utf-8")
    entities.with_name("gold.sgml.decisions").write_text(
        "1\tentity Ann Lee\ttake ben\t0badcafe\tcarl\ta port\n"
    )
    person = Adjudicator(entities, "muc-sgml")
    assert person.undecided == ["stale-decision"]
    assert person.take("own", "<ENAMEX") == COMPANY
    assert person.recorded == [["1", "entity Ann Lee", "own", "", "a port"]]
    assert person.undecided == []
    assert person.take("2", "<ENAMEX") == LOCATION
    assert person.recorded == [["1", "entity Ann Lee", "take ben", "", "a port"]]


def test_what_the_gold_has_not_cannot_be_kept(entities: Path) -> None:
    assert "own" not in Adjudicator(entities, "muc-sgml").titles("Ann Lee")


def test_what_cannot_be_taken_is_not_offered(tmp_path: Path) -> None:
    crossing = BARE.replace("Lee met", '<ENAMEX TYPE="PERSON">Lee met</ENAMEX>')
    gold = workspace(tmp_path, "named_entity", "gold.sgml", {"anna": crossing, "ben": BARE})
    gold.write_text(PERSON.replace("met Orrin", '<ENAMEX TYPE="PERSON">met Orrin</ENAMEX>'))
    person = Adjudicator(gold, "muc-sgml")
    titles = person.titles("Lee")
    assert titles.keys() == {"none", "own", "annotator.anna", "annotator.ben"}


def test_an_annotator_with_another_text_is_not_taken(tmp_path: Path) -> None:
    files = {"anna": PERSON.replace("met", "saw"), "ben": LOCATION}
    gold = workspace(tmp_path, "named_entity", "gold.sgml", files)
    gold.write_text(BARE)
    assert "annotator.anna" not in Adjudicator(gold, "muc-sgml").titles("Ann Lee")


def test_while_a_person_only_moves_the_item_at_hand_is_offered(entities: Path) -> None:
    person = Adjudicator(entities, "muc-sgml")
    kinds = [each["kind"].rpartition(".")[2] for each in person.offered("Ann Lee", triggerKind=2)]
    assert kinds == ["1", "2", "none"]


def test_what_is_to_be_decided_in_a_long_file_is_offered_when_asked_for(
    entities: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("anna", "ben", "cleo"):
        entities.with_name(f"{name}.sgml").write_text(PERSON)
    person = Adjudicator(entities, "muc-sgml")
    file = "refactor.rewrite.adjudicate.agreed.file"
    assert file in [each["kind"] for each in person.offered("Ann Lee", "refactor.rewrite")]
    monkeypatch.setattr("keytally_server.requests.code_actions.LARGEST_OFFERED", 10)
    assert file not in [each["kind"] for each in person.offered("Ann Lee", "refactor.rewrite")]
    assert file in [each["kind"] for each in person.offered("Ann Lee", file)]


def test_a_client_that_makes_no_files_changes_the_gold_alone(entities: Path) -> None:
    person = Adjudicator(entities, "muc-sgml", resourceOperations=[])
    assert "none" not in person.titles("Ann Lee")
    assert person.take("1", "Ann Lee") == PERSON
    assert person.recorded == [] and person.undecided == []


def test_edits_without_versions_change_both_files(entities: Path) -> None:
    entities.with_name("gold.sgml.decisions").write_text("")
    person = Adjudicator(entities, "muc-sgml", documentChanges=False)
    [first, *_] = person.offered("Ann Lee")
    assert {Path(uri).name for uri in first["edit"]["changes"]} == {"gold.sgml", "gold.sgml.decisions"}


def test_the_item_that_starts_at_the_cursor_comes_first(tmp_path: Path) -> None:
    def tagged(first: str, second: str) -> str:
        ann, lee = (
            f'<ENAMEX TYPE="{kind}">{name}</ENAMEX>' for kind, name in ((first, "Ann"), (second, "Lee"))
        )
        return BARE.replace("Ann Lee", f"{ann}{lee}")

    files = {"anna": tagged("PERSON", "PERSON"), "ben": tagged("LOCATION", "LOCATION")}
    gold = workspace(tmp_path, "named_entity", "gold.sgml", files)
    gold.write_text(BARE.replace("Ann Lee", "AnnLee"))
    person = Adjudicator(gold, "muc-sgml")
    person.take("1", "Lee")
    assert person.recorded == [["1", "entity Lee", "take anna"]]


CHAIN = BARE.replace("Ann Lee met Orrin", "Ann Lee said she met Orrin and that Lee left")
MENTIONS = CHAIN.replace("Ann Lee", '<COREF ID="1">Ann Lee</COREF>')
SHE = MENTIONS.replace("she", '<COREF ID="2" TYPE="IDENT" REF="1">she</COREF>')
LEE = MENTIONS.replace("that Lee", 'that <COREF ID="2" TYPE="IDENT" REF="1">Lee</COREF>')


def test_a_mention_is_taken_with_its_link(tmp_path: Path) -> None:
    gold = workspace(tmp_path, "coreference", "gold.sgml", {"anna": SHE, "ben": MENTIONS, "cleo": MENTIONS})
    gold.write_text(MENTIONS)
    person = Adjudicator(gold, "muc-sgml")
    assert person.undecided == ["undecided"]
    assert person.titles("she")["1"] == "1: Take \"COREF after 'Ann Lee'\" (anna)"
    assert person.take("1", "she") == SHE
    assert person.recorded == [["1", "mention she", "take anna"]]
    assert person.undecided == []
    assert person.take("none", "she") == MENTIONS
    assert person.undecided == []


def test_a_link_is_taken_by_itself(tmp_path: Path) -> None:
    """The gold has all three mentions; annotators differ in what the last one belongs to."""
    alone = SHE.replace("that Lee", 'that <COREF ID="3">Lee</COREF>')
    linked = alone.replace('<COREF ID="3">', '<COREF ID="3" TYPE="IDENT" REF="2">')
    gold = workspace(tmp_path, "coreference", "gold.sgml", {"anna": linked, "ben": alone, "cleo": linked})
    gold.write_text(alone)
    person = Adjudicator(gold, "muc-sgml")
    assert person.titles("Lee</COREF> left")["1"] == "1: Take \"after 'she'\" (anna, cleo)"
    assert person.take("1", "Lee</COREF> left") == linked
    assert person.recorded == [["1", "mention Lee", "take anna"]]
    assert person.take("2", "Lee</COREF> left") == alone
    assert person.recorded == [["1", "mention Lee", "take ben"]]


def test_what_a_mention_refers_to_comes_with_it(tmp_path: Path) -> None:
    gold = workspace(tmp_path, "coreference", "gold.sgml", {"anna": SHE, "ben": CHAIN})
    gold.write_text(CHAIN)
    person = Adjudicator(gold, "muc-sgml")
    title = '1: Take "COREF after \'Ann Lee\'" (anna), and "Ann Lee", which it refers to'
    assert person.titles("she")["1"] == title
    assert person.take("1", "she") == SHE
    assert [fields[1:] for fields in person.recorded] == [
        ["mention Ann Lee", "take anna"],
        ["mention she", "take anna"],
    ]
    assert person.undecided == []


def test_a_chain_is_taken_as_a_whole(tmp_path: Path) -> None:
    three = SHE.replace("that Lee", 'that <COREF ID="3" TYPE="IDENT" REF="2">Lee</COREF>')
    gold = workspace(tmp_path, "coreference", "gold.sgml", {"anna": three, "ben": MENTIONS, "cleo": SHE})
    gold.write_text(MENTIONS)
    person = Adjudicator(gold, "muc-sgml")
    titles = {kind: title for kind, title in person.titles("she").items() if kind.startswith("linked")}
    assert titles == {
        "linked.anna": 'Take everything that anna links to "she" (3 items)',
        "linked.cleo": 'Take everything that cleo links to "she" (2 items)',
    }
    assert person.take("linked.anna", "she") == three
    assert person.undecided == []
    assert person.recorded == [["1", "mention Lee", "take anna"], ["1", "mention she", "take anna"]]


ACME = '<ORGANIZATION-1-1> :=\n\tORG_NAME: "Acme"\n\tORG_TYPE: COMPANY\n'
OTHER = ACME.replace("COMPANY", "GOVERNMENT").replace("-1-1", "-1-7")
ANN = '\n<PERSON-1-2> :=\n\tPER_NAME: "Ann Lee"\n'


@pytest.fixture
def objects(tmp_path: Path) -> Path:
    files = {"anna": ACME + ANN, "ben": OTHER, "cleo": ACME}
    return workspace(tmp_path, "template_element", "gold.tmpl", files)


def test_an_object_is_taken_with_its_slots(objects: Path) -> None:
    objects.write_text("", encoding="utf-8")
    person = Adjudicator(objects, "muc-template")
    titles = person.titles()
    assert titles["1"] == '1: Take "ORGANIZATION" with 2 slots (anna, cleo)'
    assert titles["2"] == "2: Take \"'ORGANIZATION-1-7' ORGANIZATION\" with 2 slots (ben)"
    assert titles["agreed"] == "Accept all unanimous annotations in this document (2 items)"
    assert person.take("1") == ACME
    assert person.recorded == [["1", "object ORGANIZATION-1-1 > slot ORG_TYPE", "take anna"]]
    person.restore("")
    assert person.take("agreed") == ACME.replace("\tORG_TYPE: COMPANY\n", "")


def test_a_slot_is_taken_by_itself(objects: Path) -> None:
    start = ACME.replace("\tORG_TYPE: COMPANY\n", "")
    objects.write_text(start, encoding="utf-8")
    person = Adjudicator(objects, "muc-template")
    assert person.titles()["1"] == '1: Take "COMPANY" (anna, cleo)'
    assert person.take("2") == ACME.replace("COMPANY", "GOVERNMENT")
    assert person.take("none", "ORG_TYPE") == start
    assert person.recorded == [["1", "object ORGANIZATION-1-1 > slot ORG_TYPE", "none"]]
    assert person.take("annotator.anna") == ACME + ANN.removeprefix("\n")
    assert person.undecided == []


def test_a_fill_is_taken_by_itself(tmp_path: Path) -> None:
    start = '<ORGANIZATION-1-1> :=\n\tORG_NAME: "Acme"\n'
    several = start + '\tORG_ALIAS: "AC"\n\t\t\t"Ac Co"\n'
    files = {"anna": several, "ben": several.replace("Ac Co", "Acm"), "cleo": several.replace("AC", "Acm")}
    gold = workspace(tmp_path, "template_element", "gold.tmpl", files)
    gold.write_text(start)
    person = Adjudicator(gold, "muc-template")
    said = {kind: title for kind, title in person.titles().items() if kind.startswith("add.")}
    assert said == {
        "add.1": 'Add "AC" (anna, ben)',
        "add.2": 'Add "Ac Co" (anna, cleo)',
        "add.3": 'Add "Acm" (ben, cleo)',
    }
    once = start + '\tORG_ALIAS: "Acm"\n'
    assert person.take("add.3") == once
    assert person.titles("ORG_ALIAS")["add.1"] == 'Add "AC" (anna, ben)'
    assert person.take("add.2", "ORG_ALIAS") == once + '\t\t\t"Ac Co"\n'
    assert person.take("add.1", "ORG_ALIAS") == once + '\t\t\t"Ac Co"\n\t\t\t"AC"\n'
    assert not [kind for kind in person.titles("ORG_ALIAS") if kind.startswith("add.")]
    assert person.recorded == [["1", "object ORGANIZATION-1-1 > slot ORG_ALIAS", "own"]]
    assert person.undecided == []


def test_a_pointer_is_taken_by_itself_where_the_gold_has_what_it_points_to(tmp_path: Path) -> None:
    template = '<TEMPLATE-1-1> :=\n\tDOC_NR: "1"\n\tCONTENT: <SUCCESSION_EVENT-1-{}>\n'
    event = '<SUCCESSION_EVENT-1-{}> :=\n\tPOST: "{}"\n'
    first, second = event.format(1, "chief"), event.format(2, "clerk")
    both = template.format("1>\n\t\t\t<SUCCESSION_EVENT-1-2")
    files = {"anna": "\n".join([both, first, second]), "ben": "\n".join([template.format(1), first, second])}
    gold = workspace(tmp_path, "scenario_template", "gold.tmpl", files)
    gold.write_text("\n".join([template.format(1), first]))
    person = Adjudicator(gold, "muc-template")
    assert not [kind for kind in person.titles("CONTENT") if kind.startswith("add.")]
    person.replace(gold, files["ben"])
    assert person.titles("CONTENT")["add.1"] == "Add SUCCESSION_EVENT-1-2 (anna)"
    assert person.take("add.1", "CONTENT") == files["anna"]


def test_a_slot_that_nobody_gives_several_fills_gets_no_second(objects: Path) -> None:
    objects.write_text(OTHER, encoding="utf-8")
    person = Adjudicator(objects, "muc-template")
    assert not [kind for kind in person.titles("ORG_TYPE") if kind.startswith("add.")]


M2 = "S This are a sentence .\n{}\nS It are .\n"
ARE = "A 1 2|||SVA|||is|||REQUIRED|||-NONE-|||0\n"
WAS = "A 1 2|||SVA|||was|||REQUIRED|||-NONE-|||0\n"
NOOP = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n"


def test_an_edit_of_a_sentence_is_taken(tmp_path: Path) -> None:
    files = {"anna": M2.format(ARE), "ben": M2.format(WAS), "cleo": M2.format("")}
    gold = workspace(tmp_path, "m2", "gold.m2", files)
    gold.write_text(M2.format(""))
    person = Adjudicator(gold, "m2")
    assert person.undecided == ["undecided"]
    assert person.take("1", "are a") == M2.format(ARE)
    assert person.undecided == []
    assert person.take("2", "A 1 2") == M2.format(WAS)
    assert person.take("none", "A 1 2") == M2.format(NOOP)
    assert person.undecided == []


def test_a_gold_of_edits_has_no_marks_against_an_annotator(tmp_path: Path) -> None:
    gold = workspace(tmp_path, "m2", "gold.m2", {"anna": M2.format(ARE), "ben": M2.format(WAS)})
    gold.write_text(M2.format(ARE))
    person = Adjudicator(gold, "m2")
    assert person.wire.about("keytally/marks", gold) is None


def headline(person: Adjudicator, annotator: str) -> float:
    """The score of the gold with an annotator's file."""
    pairs = person.wire.server.session.engine.pairs
    [live] = [each for each in pairs if each.pair.response.stem == annotator]
    live.work(lambda: False)
    return live.headline()


@pytest.mark.parametrize("annotator", ["anna", "ben"])
def test_taking_all_documents_of_an_annotator_scores_them_as_right(tmp_path: Path, annotator: str) -> None:
    folder = tmp_path / "w"
    shutil.copytree(CHECKOUT / "examples" / "adjudication_named_entity", folder)
    gold = folder / "gold.sgml"
    gold.write_text((folder / "texts.sgml").read_text())
    person = Adjudicator(gold, "muc-sgml")
    person.wire.open(folder / f"{annotator}.sgml")
    documents = [line for line in person.text.splitlines() if "<DOCNO>" in line]
    assert len(documents) > 1 and headline(person, annotator) < 100 and person.undecided
    for line in documents:
        person.take(f"annotator.{annotator}", line)
    assert headline(person, annotator) == 100 and person.undecided == []
    assert person.text == (folder / f"{annotator}.sgml").read_text()


def test_other_files_offer_nothing(entities: Path) -> None:
    assert "anna.sgml" in TOML
    wire = Wire(workspaceFolders=[{"uri": entities.parent.as_uri(), "name": "w"}])
    path = entities.with_name("anna.sgml")
    wire.open(path)
    at = {"line": 3, "character": 1}
    context = {"diagnostics": [], "only": ["refactor.rewrite.adjudicate"]}
    assert wire.about("textDocument/codeAction", path, range={"start": at, "end": at}, context=context) == []
