"""UIMA CAS as XMI and JSON: layers, types, attributes, tokens, offsets, and files that cannot be read."""

import builtins
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cassis
import pytest

import keytally
from keytally.commands.main import main
from keytally.families.contract import SettingsError
from keytally.families.interchange import ReadDocuments, SourceText
from keytally.families.spans.uima_cas import LACKING, read_cas
from keytally.runs.files import KeytallyError

NER = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
SEGMENTATION = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type"
METADATA = "de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData"
TEXT = "\U0001f600 Ida Wren left.\nPort Anselm waits."


def cas_of() -> Any:
    """A document with two layers of spans, tokens, sentences and a name; its first character is two units."""
    system = cassis.TypeSystem()
    entity = system.create_type(NER)
    for name in ("identifier", "value"):
        system.create_feature(entity, name, "uima.cas.String")
    cue = system.create_type("custom.Cue")
    system.create_feature(cue, "label", "uima.cas.String")
    token, sentence = (system.create_type(f"{SEGMENTATION}.{name}") for name in ("Token", "Sentence"))
    metadata = system.create_type(METADATA, supertypeName="uima.tcas.DocumentAnnotation")
    system.create_feature(metadata, "documentTitle", "uima.cas.String")
    cas = cassis.Cas(typesystem=system)
    cas.sofa_string, cas.sofa_mime = TEXT, "text/plain"
    cas.add(metadata(begin=0, end=len(TEXT), documentTitle="story"))
    cas.add(sentence(begin=0, end=17))
    cas.add(sentence(begin=17, end=len(TEXT)))
    for start, end in ((2, 5), (6, 10), (11, 15), (17, 21), (22, 28), (29, 34)):
        cas.add(token(begin=start, end=end))
    cas.add(entity(begin=2, end=10, value="PER", identifier="Q1"))
    cas.add(entity(begin=17, end=28, value="LOC"))
    cas.add(cue(begin=11, end=15, label="motion"))
    return cas


def xmi() -> str:
    return str(cas_of().to_xmi())


def as_json() -> str:
    return str(cas_of().to_json())


FORMS = pytest.mark.parametrize("form", [xmi, as_json])


def read(text: str, **options: str) -> ReadDocuments:
    return read_cas([SourceText("a.xmi", text)], options)


@FORMS
def test_entities_with_attributes(form: Callable[[], str]) -> None:
    (document,) = read(form()).documents
    assert (document.name, document.text) == ("story", TEXT)
    assert [(document.covered(each), each.type, each.attributes) for each in document.entities] == [
        ("Ida Wren", "PER", (("identifier", "Q1"),)),
        ("Port Anselm", "LOC", ()),
    ]


@FORMS
def test_tokens_and_sentences(form: Callable[[], str]) -> None:
    (document,) = read(form()).documents
    assert document.sentences is not None
    words = [[document.text[start:end] for start, end in sentence] for sentence in document.sentences]
    assert words == [["Ida", "Wren", "left"], ["Port", "Anselm", "waits"]]


@FORMS
def test_another_layer_by_option(form: Callable[[], str]) -> None:
    found = read(form(), layer="cue", feature="label")
    assert [each.type for each in found.documents[0].entities] == ["motion"]
    assert [each.what for each in found.losses] == [
        f"2 annotations of {NER} are left out; see the option layer"
    ]
    with pytest.raises(SettingsError, match=r"no layer 'x'; layers: .*NamedEntity"):
        read(form(), layer="x")
    with pytest.raises(SettingsError, match=r"no feature 'x'; features: .*value"):
        read(form(), feature="x")


@pytest.mark.parametrize(
    "text",
    [
        "<?xml version='1.0'?><xmi:XMI",
        "<xmi:XMI xmlns:xmi='http://www.omg.org/XMI'></xmi:XMI>",
        xmi().replace("<xmi:XMI", "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><xmi:XMI", 1),
        '{"%TYPES": 3}',
        '{"%TYPES": {}, "%FEATURE_STRUCTURES": [{"%ID": 1}]}',
        '{"%TYPES": {',
    ],
)
def test_a_file_that_is_no_cas_is_one_fault(text: str) -> None:
    found = read(text)
    assert found.documents == [] and len(found.losses) == 1 and found.losses[0].fault is not None


def test_an_entity_beyond_the_text_is_a_fault() -> None:
    values = json.loads(as_json())
    entities = [each for each in values["%FEATURE_STRUCTURES"] if each.get("value") == "LOC"]
    entities[0]["begin"] = entities[0]["end"] + 1
    found = read(json.dumps(values))
    assert [entity.type for entity in found.documents[0].entities] == ["PER"]
    assert [each.fault is not None for each in found.losses] == [True, False]


@FORMS
def test_without_the_package_one_line_names_it(
    form: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, real = form(), builtins.__import__

    def lacking(name: str, *others: Any, **named: Any) -> Any:
        if name == "cassis":
            raise ImportError(name)
        return real(name, *others, **named)

    monkeypatch.setattr(builtins, "__import__", lacking)
    assert [each.what for each in read(text).losses] == [LACKING]
    (tmp_path / "a.xmi").write_text(text, encoding="utf-8")
    with pytest.raises(KeytallyError, match="install keytally"):
        keytally.convert([tmp_path / "a.xmi"], "doccano")


@FORMS
def test_a_cas_is_scored_and_converted(form: Callable[[], str], tmp_path: Path) -> None:
    key, response = tmp_path / "key.jsonl", tmp_path / "story.xmi"
    labels = [[2, 10, "PER"], [17, 28, "ORG"]]
    key.write_text(json.dumps({"id": "story", "text": TEXT, "label": labels}) + "\n")
    response.write_text(form(), encoding="utf-8")
    assert keytally.score(key, response, task="spans").totals["f"] == 50
    assert keytally.score(response, response).totals["f"] == 100
    written = json.loads(keytally.convert([response], "doccano").text)
    assert written["label"] == [[2, 10, "PER"], [17, 28, "LOC"]]


def test_an_offset_after_the_end_of_the_text_is_one_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.xmi").write_text(xmi().replace('end="29" value', 'end="999" value'), encoding="utf-8")
    losses = [loss.what for loss in read(Path("a.xmi").read_text(encoding="utf-8")).losses]
    assert len([loss for loss in losses if "malformed UIMA CAS" in loss and "999" in loss]) == 1
    assert main(["check", "a.xmi"]) == 1
    said = capsys.readouterr()
    assert "999" in said.out
    assert "Warning" not in said.err
