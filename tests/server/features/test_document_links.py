"""Links to the texts and to the files that a configuration names."""

from pathlib import Path

import pytest

from keytally_server.requests import definitions as module
from keytally_server.requests.definitions import document_links
from tests.pictures import drawn_spans, normal, text_of
from tests.server.desk import Desk, unpaired
from tests.server.template_desk import TEXTS, in_key, in_no_pair


def check(picture: str, text: str, found: list[module.DocumentLink]) -> None:
    spans = ((each.start, each.end, each.target.name.replace(".", "-")) for each in found)
    assert drawn_spans(text, spans) == normal(picture)


def links(desk: Desk) -> list[module.DocumentLink]:
    return list(document_links(desk.snapshot))


def test_link_information_leads_to_the_texts_of_the_pair() -> None:
    picture = """
    <PERSON-1-1> :=
      PER_NAME: "Noor" ##1#2#te.texts.sgml
                       ^^^^^^^^^^^^^^^^^^^ te-texts-sgml
      PER_ALIAS: "x"
        "y" ##3#4#te.texts
            ^^^^^^^^^^^^^^ te-texts-sgml
    <PERSON-1-2> :=
      PER_NAME: "Tovenik" ##3#4#elsewhere
    """
    desk = in_key(text_of(picture), "", texts="<DOC></DOC>")
    check(picture, desk.text, links(desk))
    assert {each.target for each in links(desk)} == {TEXTS}
    assert [each.data["first"] for each in links(desk) if each.data] == [1, 3]


def test_else_to_the_file_of_that_name_beside_it(tmp_path: Path) -> None:
    (tmp_path / "texts").touch()
    (tmp_path / "folder").mkdir()
    text = "".join(
        f"<A-1-{at}> :=\n\tB: c ##1#2#{name}\n"
        for at, name in enumerate(
            ("texts", "folder", "none", f"../{tmp_path.name}/texts", f"{tmp_path}/texts", "x" * 5000, "\x00")
        )
    )
    found = list(document_links(unpaired(tmp_path / "key", text, "muc-template")))
    assert [each.target for each in found] == [tmp_path / "texts"]
    assert links(in_no_pair("<A-1-1> :=\n\tB: c ##1#2#texts\n")) == []


def test_a_configuration_leads_to_its_files(tmp_path: Path) -> None:
    for name in ("data.key", "data.old"):
        (tmp_path / name).touch()
    picture = """
    :scoring_task named_entity
    :muc_base_directory data.
    :key_file old
    :key_file "key"
              ^^^^^ data-key
    :response_file response
    """
    text = text_of(picture)
    found = list(document_links(unpaired(tmp_path / "ne.config", text, "muc-config")))
    check(picture, text, found)
    assert [each.target for each in found] == [tmp_path / "data.key"]


def test_a_long_file_tells_of_its_first_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_LINKS", 3)
    text = "<A-1-1> :=\n\tB: c ##1#2#te.texts.sgml\n" * 5
    assert len(links(in_key(text, "", texts="<DOC></DOC>"))) == 3
