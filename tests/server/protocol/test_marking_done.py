"""Documents are marked as done by code actions in annotators' files, and counted above them."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.calls import calls_counted
from tests.server.editor import offset_in
from tests.server.wire import Wire

DONE = "refactor.rewrite.done"
TEXT = "<DOC>\n<DOCNO> 2603-1 </DOCNO>\n<TXT>\nAnn Lee\n</TXT>\n</DOC>\n"
TEXTS = TEXT + TEXT.replace("2603-1", "2603-2").replace("Ann", "Börje 😀")
RECORD = '<ORGANIZATION-26031-1> :=\n    ORG_NAME: "Orrin"\n'
RECORDS = RECORD + RECORD.replace("26031", "26032")


class Annotator:
    """A server with ben's file open; the edits of actions are made in it and in the keytally.toml."""

    def __init__(self, folder: Path, task: str, extension: str, text: str, more: str = "") -> None:
        files = [f'{name} = "{name}.{extension}"' for name in ("anna", "ben")]
        self.project = folder / "keytally.toml"
        self.project.write_text(
            f'[[adjudication]]\ntask = "{task}"\ngold = "gold.{extension}"\n'
            f"annotators = {{ {', '.join(files)} }}\n{more}"
        )
        (folder / f"anna.{extension}").write_text(text)
        self.file = folder / f"ben.{extension}"
        self.file.write_text(text)
        root = {"uri": folder.as_uri(), "name": "w"}
        edits = {"workspaceEdit": {"documentChanges": True}}
        ours = {"keytally": {"marks": True}}
        capabilities = {"workspace": edits, "experimental": ours}
        self.wire = Wire(workspaceFolders=[root], capabilities=capabilities)
        self.language = "muc-sgml" if extension == "sgml" else "muc-template"
        self.wire.open(self.file, language=self.language)
        self.wire.open(self.project, language="toml")
        self.versions = {self.file: 1, self.project: 1}
        self.wire.settle()

    def offered(self, needle: str, **context: Any) -> list[dict[str, Any]]:
        within = {"diagnostics": [], "only": [DONE], **context}
        place = self.wire.place(self.file, needle)
        at = {"start": place, "end": place}
        found = self.wire.about("textDocument/codeAction", self.file, range=at, context=within)
        return [each for each in found if each["kind"] == DONE]

    def take(self, needle: str) -> str:
        """Make the action at some text of the file; returns its title."""
        [action] = self.offered(needle)
        for change in action["edit"]["documentChanges"]:
            path = next(path for path in self.versions if path.as_uri() == change["textDocument"]["uri"])
            assert change["textDocument"]["version"] == self.versions[path]
            text = self.wire.text(path)
            for each in reversed(change["edits"]):
                start, end = (
                    offset_in(text, types.Position(**each["range"][name]), self.wire.encoding)
                    for name in ("start", "end")
                )
                text = text[:start] + each["newText"] + text[end:]
            self.versions[path] += 1
            path.write_text(text)
            self.wire.change(path.as_uri(), self.versions[path], {"text": text})
        changed = {"uri": self.project.as_uri(), "type": 2}
        self.wire.notify("workspace/didChangeWatchedFiles", {"changes": [changed]})
        self.wire.settle()
        return str(action["title"])

    @property
    def lens(self) -> list[str]:
        """The lenses that tell how much is done."""
        found = self.wire.about("textDocument/codeLens", self.file)
        return [each["command"]["title"] for each in found if each["command"]["title"].endswith(" done")]

    @property
    def progress(self) -> str:
        """What the status line of an editor says of the second document."""
        return str(self.wire.at("keytally/progress", self.file, "<ORGANIZATION-26032")["text"])


def test_the_status_line_tells_how_much_is_done(tmp_path: Path) -> None:
    ben = Annotator(tmp_path, "template_element", "tmpl", RECORDS)
    assert ben.progress == "document 2 of 2"
    ben.take("26032")
    assert ben.progress == "document 2 of 2, 1 of 2 done"
    ben.take("26032-1")
    assert ben.progress == "document 2 of 2"


def test_a_client_is_told_when_keytally_toml_says_what_is_done(tmp_path: Path) -> None:
    ben = Annotator(tmp_path, "named_entity", "sgml", TEXTS)
    told = len(ben.wire.of("keytally/progressed"))
    ben.take("Börje")
    uris = [each["uri"] for each in ben.wire.of("keytally/progressed")[told:]]
    assert uris and set(uris) == {ben.file.as_uri()}
    told = len(ben.wire.of("keytally/progressed"))
    ben.wire.change(ben.file.as_uri(), 2, {"text": TEXTS + "x"})
    ben.wire.settle()
    assert ben.wire.of("keytally/progressed")[told:] == []


def test_a_document_of_templates_is_marked_by_a_comment(tmp_path: Path) -> None:
    ben = Annotator(tmp_path, "template_element", "tmpl", RECORDS)
    assert ben.lens == []
    assert ben.take("26032") == "Mark this document as done"
    assert ben.wire.text(ben.file) == f"; done 26032\n{RECORDS}"
    assert ben.lens == ["1 of 2 documents done"]
    assert ben.take("26031-1") == "Mark this document as done"
    assert ben.wire.text(ben.file) == f"; done 26032\n; done 26031\n{RECORDS}"
    assert ben.lens == ["2 of 2 documents done"]
    assert ben.take("26032-1") == "Mark this document as not done"
    assert ben.wire.text(ben.file) == f"; done 26031\n{RECORDS}"
    assert "done" not in ben.wire.text(ben.project)


def test_a_text_is_marked_in_keytally_toml_by_the_name_that_it_has(tmp_path: Path) -> None:
    ben = Annotator(tmp_path, "named_entity", "sgml", TEXTS)
    before = ben.wire.text(ben.project)
    assert ben.take("Börje") == "Mark this document as done"
    assert ben.wire.text(ben.project) == before + 'done = { ben = ["2603-2"] }\n'
    assert ben.wire.text(ben.file) == TEXTS
    assert ben.lens == ["1 of 2 documents done"]
    assert ben.take("Ann Lee") == "Mark this document as done"
    assert ben.wire.text(ben.project) == before + 'done = { ben = ["2603-2", "2603-1"] }\n'
    assert ben.take("Börje") == "Mark this document as not done"
    assert ben.wire.text(ben.project) == before + 'done = { ben = ["2603-1"] }\n'


def test_what_is_marked_twice_is_unmarked_in_both_files(tmp_path: Path) -> None:
    text = RECORD + "# done 2603-1\n" + RECORD.replace("26031", "26032") + "; done 26031"
    ben = Annotator(tmp_path, "template_element", "tmpl", text, 'done = { ben = ["26-031"] }\n')
    assert ben.take("26031") == "Mark this document as not done"
    assert ben.wire.text(ben.file) == RECORDS
    assert ben.wire.text(ben.project).endswith("done = { ben = [] }\n")
    assert ben.lens == ["0 of 2 documents done"]


def test_a_gold_that_is_there_changes_nothing_of_it(tmp_path: Path) -> None:
    (tmp_path / "gold.tmpl").write_text(RECORDS)
    ben = Annotator(tmp_path, "template_element", "tmpl", RECORDS)
    ben.take("26031")
    assert ben.lens == ["1 of 2 documents done"]


@pytest.mark.parametrize("name", ["gold.sgml", "other.sgml"])
def test_other_files_and_people_who_only_move_are_not_offered_it(tmp_path: Path, name: str) -> None:
    ben = Annotator(tmp_path, "named_entity", "sgml", TEXTS)
    assert ben.offered("Ann", triggerKind=2) == []
    ben.file = tmp_path / name
    ben.file.write_text(TEXTS)
    ben.wire.open(ben.file)
    assert ben.offered("Ann") == []


def test_nothing_is_offered_while_keytally_toml_has_mistakes(tmp_path: Path) -> None:
    ben = Annotator(tmp_path, "named_entity", "sgml", TEXTS)
    ben.wire.change(ben.project.as_uri(), 2, {"text": ben.wire.text(ben.project) + "x"})
    assert ben.offered("Ann") == []


def test_without_a_gold_settings_and_comments_are_read_once_for_each_edit(tmp_path: Path) -> None:
    ben = Annotator(tmp_path, "template_element", "txt", RECORDS)

    def made() -> tuple[int, int]:
        with calls_counted() as counts:
            ben.wire.about("textDocument/codeLens", ben.file)
            ben.offered("ORG_NAME")
        return (
            counts["keytally.families.registry.evaluation"],
            counts["keytally.adjudication.annotator_files.renew"],
        )

    assert made() == (1, 1)
    assert made() == (0, 0)
    ben.wire.change(ben.file.as_uri(), 2, {"text": RECORDS.replace("Orrin", "Orrins")})
    assert made() == (1, 1)
    ben.project.write_text(ben.project.read_text().replace("ben = ", "berta = "))
    changed = [{"uri": ben.project.as_uri(), "type": 2}]
    ben.wire.notify("workspace/didChangeWatchedFiles", {"changes": changed})
    assert made() == (1, 1)
    ben.wire.close_file(ben.file.as_uri())
    ben.wire.open(ben.file, RECORDS, ben.language)
    assert made() == (1, 1)
