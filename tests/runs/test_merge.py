"""Merging annotators' files into a gold: what it begins with, what stays, and what makes it stop."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

import pytest

import keytally
from keytally.adjudication.decisions import digest_of, places_of, written_place
from keytally.adjudication.items import items_of, variants
from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.project.adjudications import Adjudication
from keytally.runs.files import KeytallyError
from keytally.runs.merge import STALE, MergeResult, merge, merge_project
from keytally.runs.merge_files import Evaluation, ReadFile, read_sources
from keytally.text.files import Decoded

Write = Callable[..., dict[str, Path]]

IDA, PLACE, DATE = '<ENAMEX TYPE="PERSON">', '<ENAMEX TYPE="LOCATION">', '<TIMEX TYPE="DATE">'


def document(body: str, number: str = "7", line_end: str = "\n") -> str:
    text = f"<DOC>\n<DOCNO> {number} </DOCNO>\n<TXT>\n{body}\n</TXT>\n</DOC>\n"
    return text.replace("\n", line_end)


BARE = document("Ida left Port Anselm in May.")
ANNA = document(f"{IDA}Ida</ENAMEX> left {PLACE}Port Anselm</ENAMEX> in {DATE}May</TIMEX>.")
BEN = document(f"{IDA}Ida</ENAMEX> left {PLACE}Port</ENAMEX> Anselm in {DATE}May</TIMEX>.")
AGREED = document(f"{IDA}Ida</ENAMEX> left Port Anselm in {DATE}May</TIMEX>.")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(texts: Mapping[str, str]) -> dict[str, str]:
    """Write a file for each name, and return the files by name."""
    for name, text in texts.items():
        Path(f"{name}.sgml").write_bytes(text.encode())
    return {name: f"{name}.sgml" for name in texts}


def merged(files: Mapping[str, str], **choices: object) -> MergeResult:
    return merge("named_entity", write(files), config="muc6-ne", **choices)  # type: ignore[arg-type]


@pytest.mark.usefixtures("folder")
def test_a_gold_begins_with_the_first_annotator_by_name_and_nothing_annotated() -> None:
    result = merged({"ben": BEN, "anna": ANNA})
    assert result.text == AGREED
    assert (result.added, result.standing, result.absent, result.is_done) == (2, 0, 0, False)
    (item,) = result.open
    assert (item.document, item.kind, item.name) == ("7", "entity", "Port")
    assert [(each.annotators, each.value) for each in item.variants] == [
        (("ben",), '"Port" ENAMEX TYPE=LOCATION'),
        (("anna",), '"Port Anselm" ENAMEX TYPE=LOCATION'),
    ]
    assert [each.places[0][1] for each in item.variants] == [(4, 41), (4, 41)]


@pytest.mark.usefixtures("folder")
def test_a_gold_begins_with_the_texts_where_they_are_given() -> None:
    texts = BARE + document("Nobody came.", "8")
    Path("texts.sgml").write_text(texts, encoding="utf-8")
    result = merged({"anna": ANNA, "ben": ANNA}, texts="texts.sgml")
    assert result.text == ANNA + document("Nobody came.", "8")
    assert result.warnings == [
        "anna.sgml: 1 document of the other annotators, 8, is missing and treated as not annotated",
        "ben.sgml: 1 document of the other annotators, 8, is missing and treated as not annotated",
    ]


@pytest.mark.usefixtures("folder")
def test_equal_files_make_the_file_byte_for_byte() -> None:
    text = "\ufeff" + (ANNA + document(f"{DATE}Më</TIMEX>", "8")).replace("\n", "\r\n")
    result = merged({"anna": text, "ben": text, "cleo": text}, gold="gold.sgml")
    assert result.write()
    assert Path("gold.sgml").read_bytes() == text.encode()
    assert not merged({"anna": text, "ben": text}, gold="gold.sgml").write()


@pytest.mark.usefixtures("folder")
def test_files_of_another_encoding_make_a_gold_in_it() -> None:
    for name in ("anna", "ben"):
        Path(f"{name}.sgml").write_bytes(document(f"{IDA}Zoë</ENAMEX>").encode("latin-1"))
    merge("named_entity", ["anna.sgml", "ben.sgml"], gold="gold.sgml").write()
    assert Path("gold.sgml").read_bytes() == Path("anna.sgml").read_bytes()


@pytest.mark.usefixtures("folder")
def test_what_stands_in_a_gold_stays_and_what_it_lacks_is_added() -> None:
    gold = document(f"{PLACE}Ida</ENAMEX> left Port <ENAMEX>Anselm</ENAMEX> in May.")
    Path("gold.sgml").write_text(gold, encoding="utf-8")
    result = merged({"anna": ANNA, "ben": ANNA}, gold="gold.sgml")
    assert result.text == gold.replace("May", f"{DATE}May</TIMEX>")
    assert (result.added, result.standing, result.is_done) == (1, 2, True)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("blank", ["", "\n\n"])
def test_a_blank_gold_is_a_new_one(blank: str) -> None:
    Path("gold.sgml").write_text(blank, encoding="utf-8")
    result = merged({"anna": ANNA, "ben": ANNA}, gold="gold.sgml")
    assert result.write()
    assert Path("gold.sgml").read_text(encoding="utf-8") == ANNA


@pytest.mark.usefixtures("folder")
def test_documents_that_a_gold_lacks_are_put_behind_it() -> None:
    other = document(f"{IDA}Wren</ENAMEX>", "8")
    Path("gold.sgml").write_text(AGREED.rstrip("\n"), encoding="utf-8")
    result = merged({"anna": ANNA + other, "ben": ANNA + other}, gold="gold.sgml")
    assert result.text == ANNA + other


@pytest.mark.usefixtures("folder")
def test_who_has_not_done_a_document_is_not_counted() -> None:
    files = {"anna": ANNA, "ben": ANNA, "cleo": BARE}
    assert not merged(files).is_done
    assert merged(files, done={"cleo": []}).text == ANNA
    assert merged(files, done={"cleo": ["8"]}).is_done
    alone = merged(files, done={"cleo": [], "ben": []})
    assert (len(alone.open), alone.text) == (3, BARE)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("number", ["26-0007", "260007"])
def test_a_document_is_done_by_its_number_as_it_is_written_or_compared(number: str) -> None:
    text = ANNA.replace(" 7 ", " 26-0007. ")
    bare = BARE.replace(" 7 ", " 26-0007. ")
    assert not merged({"anna": text, "ben": bare}, done={"ben": [number]}, strategy="majority").is_done
    assert merged({"anna": text, "ben": bare}, done={"ben": ["9"]}, strategy="union").text == text


@pytest.mark.usefixtures("folder")
def test_alternatives_are_kept_on_request() -> None:
    result = merged({"anna": ANNA, "ben": BEN}, keep_alternatives=True)
    kept = ANNA.replace(f"{PLACE}Port Anselm", '<ENAMEX TYPE="LOCATION" ALT="Port">Port Anselm')
    assert (result.text, result.is_done) == (kept, True)


@pytest.mark.usefixtures("folder")
def test_the_order_of_files_does_not_matter() -> None:
    files = write({"anna": ANNA, "ben": BEN, "cleo": AGREED})
    found = {
        merge("named_entity", {name: files[name] for name in order}, strategy="majority").text
        for order in (("anna", "ben", "cleo"), ("cleo", "ben", "anna"), ("ben", "anna", "cleo"))
    }
    assert len(found) == 1


ALTERED = ANNA.replace("left", "has left")


@pytest.mark.usefixtures("folder")
def test_altered_text_leaves_a_document_of_a_gold_out() -> None:
    Path("gold.sgml").write_text(document("Wren.", "8") + BARE, encoding="utf-8")
    eight = document(f"{IDA}Wren</ENAMEX>.", "8")
    result = merged({"anna": eight + ANNA, "ben": eight + ALTERED}, gold="gold.sgml")
    assert (result.text, result.is_done) == (eight + BARE, False)
    assert result.left_out == ["ben.sgml:7: document 7 differs from the gold, starting at its line 4"]


@pytest.mark.usefixtures("folder")
def test_altered_text_begins_no_gold() -> None:
    with pytest.raises(KeytallyError) as refused:
        merged({"anna": ALTERED, "ben": ANNA, "cleo": BEN})
    assert refused.value.problems == (
        "anna.sgml:1: document 7 differs from the others, starting at its line 4",
        "a new gold starts from the annotators' text, which must be the same in all files; specify the texts",
    )


@pytest.mark.usefixtures("folder")
def test_other_line_ends_are_told_of() -> None:
    Path("gold.sgml").write_text(BARE, encoding="utf-8")
    result = merged({"anna": ANNA, "ben": ANNA.replace("\n", "\r\n")}, gold="gold.sgml")
    assert result.left_out == ["ben.sgml:1: document 7 has different line endings from the gold"]


@pytest.mark.usefixtures("folder")
def test_a_gold_is_none_of_the_files_that_are_read() -> None:
    Path("texts.sgml").write_text(BARE, encoding="utf-8")
    Path("link.sgml").symlink_to("ben.sgml")
    refusals = dict.fromkeys(
        ("anna.sgml", "./ben.sgml", "texts.sgml"), "this is an input file; specify another output file"
    )
    refusals["link.sgml"] = "this is a symbolic link to ben.sgml; specify the file itself"
    for gold, refusal in refusals.items():
        with pytest.raises(KeytallyError, match=refusal):
            merged({"anna": ANNA, "ben": ANNA}, gold=gold, texts="texts.sgml")
    assert Path("ben.sgml").read_text(encoding="utf-8") == ANNA


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("texts", "choices", "problem"),
    [
        ({"anna": ANNA}, {}, "specify one file per annotator; a merge needs at least two"),
        (
            {"anna": ANNA, "ben": ""},
            {},
            "ben.sgml: the file is empty; specify a file that contains documents",
        ),
        (
            {"anna": ANNA, "ben": "Ida\n"},
            {},
            "ben.sgml: contains no document of this task; is this the right file?",
        ),
        (
            {"anna": ANNA, "ben": BEN},
            {"strategy": "most"},
            "unknown strategy 'most'; use unanimous, majo",
        ),
        ({"anna": ANNA, "ben": BEN}, {"texts": "no.sgml"}, "no.sgml: no such file"),
    ],
)
def test_what_cannot_be_merged(texts: Mapping[str, str], choices: dict[str, str], problem: str) -> None:
    with pytest.raises(KeytallyError) as refused:
        merged(texts, **choices)
    assert str(refused.value).startswith(problem)


@pytest.mark.usefixtures("folder")
def test_a_file_given_twice_and_a_task_without_annotations_are_refused() -> None:
    write({"anna": ANNA, "ben": ANNA})
    with pytest.raises(KeytallyError, match="a file is specified twice"):
        merge("named_entity", ["anna.sgml", "anna.sgml"])
    with pytest.raises(KeytallyError, match="a file is specified twice"):
        merge("named_entity", {"anna": "anna.sgml", "ben": "./anna.sgml"})
    with pytest.raises(
        KeytallyError, match="lexsub-best files cannot be merged; tasks that support it: named_entity"
    ):
        merge("lexsub-best", ["anna.sgml", "ben.sgml"])


TOML = """[[adjudication]]
task = "named_entity"
gold = "gold.sgml"
annotators = { anna = "anna.sgml", ben = "ben.sgml" }
"""


def test_the_tables_of_a_project_are_merged(folder: Path) -> None:
    write({"anna": ANNA, "ben": ANNA})
    Path("keytally.toml").write_text(TOML, encoding="utf-8")
    (result,) = merge_project(folder)
    assert (result.gold, result.text, Path("gold.sgml").exists()) == (Path("gold.sgml"), ANNA, False)
    assert result.write() and keytally.merge_project(folder)[0].standing == 3


def test_a_project_without_one_of_its_annotators_is_not_merged(folder: Path) -> None:
    write({"anna": ANNA, "ben": ANNA})
    Path("keytally.toml").write_text(TOML.replace("ben = ", 'cleo = "cleo.sgml", ben = '), encoding="utf-8")
    with pytest.raises(KeytallyError, match=r"keytally.toml:4:43: the file 'cleo.sgml' does not exist"):
        merge_project(folder)
    Path("keytally.toml").write_text("", encoding="utf-8")
    with pytest.raises(KeytallyError, match="no annotators with a gold are declared here"):
        merge_project(folder)


def test_what_is_wrong_in_other_tables_is_a_warning(folder: Path) -> None:
    write({"anna": ANNA, "ben": ANNA})
    pair = '[[pair]]\ntask = "named_entity"\nkey = "no.sgml"\nresponses = ["r.sgml"]\n'
    Path("keytally.toml").write_text(f'{pair}{TOML}[rules]\nignore = ["no-such-rule"]\n', encoding="utf-8")
    (result,) = merge_project(folder)
    assert result.text == ANNA
    assert any(
        line.startswith("keytally.toml:3:7: the file 'no.sgml' does not exist") for line in result.warnings
    )
    Path("keytally.toml").write_text(f"{TOML}[[pair\n", encoding="utf-8")
    with pytest.raises(KeytallyError, match=r"keytally.toml:5:7: "):
        merge_project(folder)
    Path("keytally.toml").write_text("adjudication = 3\n", encoding="utf-8")
    with pytest.raises(KeytallyError, match=r"keytally.toml:1:16: adjudication must be a list of tables"):
        merge_project(folder)


def decide(document: str, place: str, decision: str, digest: str) -> None:
    with Path("gold.sgml.decisions").open("a", encoding="utf-8") as file:
        file.write("\t".join((document, place, decision, digest)) + "\n")


def digest(files: Mapping[str, str], place: str) -> str:
    """The digest of the variants of an item."""
    scoring = registry.evaluation("named_entity", Settings("muc6-ne"))
    assert scoring.can_merge
    said = {
        name: scoring.annotator.annotations([scoring.language(Role.KEY).read(text)])
        for name, text in files.items()
    }
    items = items_of(scoring.annotator, said)
    places = [written_place(each) for each in places_of(items)]
    return digest_of(items, variants(items, places.index(place)))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("number", ["26-0007", "260007"])
def test_what_has_been_decided_stays_decided(number: str) -> None:
    files = {name: text.replace(" 7 ", " 26-0007 ") for name, text in (("anna", ANNA), ("ben", BEN))}
    agreed = AGREED.replace(" 7 ", " 26-0007 ")
    decide(number, "entity Port", "take ben", digest(files, "entity Port"))
    decide(number, "entity Ida", "none", digest(files, "entity Ida"))
    result = merged(files, gold="gold.sgml")
    expected = agreed.replace(f"{IDA}Ida</ENAMEX>", "Ida").replace("Port", f"{PLACE}Port</ENAMEX>")
    assert (result.text, result.is_done, result.absent) == (expected, True, 1)


@pytest.mark.usefixtures("folder")
def test_a_stale_decision_leaves_an_item_open() -> None:
    decide("7", "entity Ida", "none", "0123456789")
    result = merged({"anna": ANNA, "ben": ANNA}, gold="gold.sgml")
    assert [(item.name, item.reason) for item in result.open] == [("Ida", STALE)]
    assert result.text == ANNA.replace(f"{IDA}Ida</ENAMEX>", "Ida")


@pytest.mark.usefixtures("folder")
def test_decisions_with_broken_lines_are_told_of_and_conflicts_refused() -> None:
    Path("gold.sgml.decisions").write_text("7\tentity Ida\n", encoding="utf-8")
    result = merged({"anna": ANNA, "ben": ANNA}, gold="gold.sgml")
    assert result.is_done and result.warnings[0].startswith("gold.sgml.decisions:1: invalid decision: the ")
    Path("gold.sgml.decisions").write_text("<<<<<<< mine\n", encoding="utf-8")
    with pytest.raises(KeytallyError, match="merge conflict marker; resolve"):
        merged({"anna": ANNA, "ben": ANNA}, gold="gold.sgml")


@pytest.mark.usefixtures("folder")
def test_documents_whose_gold_has_no_text_are_merged_as_well() -> None:
    """Templates have no text: a gold of theirs begins with nothing."""
    files = write({"anna": ANNA.replace(" 7 ", " 26-7 "), "ben": ANNA + document("May", "8")})
    named = {name: Path(path).resolve() for name, path in files.items()}
    scoring = registry.evaluation("named_entity", Settings("muc6-ne"))
    sources = read_sources(Adjudication("named_entity", None, named), cast("Evaluation", scoring))
    decoded = Decoded("", "utf-8", bom=False)
    empty = ReadFile(Path("gold"), decoded, Reading(scoring.language(Role.KEY), ""))
    without = sources._replace(gold=empty)
    assert without.documents() == ["267", "7", "8"]
    assert [without.title(document) for document in without.documents()] == ["26-7", "7", "8"]


def of_templates(annotators: Mapping[str, str], strategy: str) -> MergeResult:
    for name, text in annotators.items():
        Path(name).write_text(text, encoding="utf-8")
    return merge("template_element", list(annotators), gold="gold", strategy=strategy)


EMPTY = "<ORGANIZATION-2-1> :=\n"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("annotators", "strategy", "gold"),
    [
        ((EMPTY, f'{EMPTY}\tORG_NAME: "A"\n'), "union", f'{EMPTY}<ORGANIZATION-2-2> :=\n\tORG_NAME: "A"\n'),
        ((f'{EMPTY}\tORG_ALIAS: "A"\n', EMPTY, f'{EMPTY}\tORG_ALIAS: "A"\n\t"B"\n'), "votes=2", EMPTY),
    ],
    ids=["an object without fills", "one whose fills are all open"],
)
def test_objects_that_are_aligned_with_nothing_are_known_again(
    annotators: tuple[str, ...], strategy: str, gold: str
) -> None:
    files = dict(zip(("anna", "ben", "cleo"), annotators, strict=False))
    assert of_templates(files, strategy).write()
    assert Path("gold").read_text(encoding="utf-8") == gold
    again = of_templates(files, strategy)
    assert (again.is_changed, again.added) == (False, 0)
