"""All that a client has to be told of scores, when files are opened again and pairs scored anew."""

from pathlib import Path

from tests.server.wire import on


def test_a_file_that_is_opened_again_hears_of_all_documents(workspace: Path) -> None:
    wire = on(workspace)
    wire.open(workspace / "key.sgml")
    response = workspace / "response.sgml"
    wire.open(response)
    wire.settle()
    first = wire.of("keytally/scored")[-1]["documents"]
    wire.close_file(response.as_uri())
    wire.sent.clear()
    wire.open(response)
    wire.replace(response, "</ENAMEX>", "")
    wire.settle()
    told = [each for each in wire.of("keytally/scored") if each["uri"] == response.as_uri()]
    assert told[-1]["documents"].keys() == first.keys()
    assert len(first) > 1


def test_a_document_that_a_new_score_of_the_files_lacks_is_sent_empty(tmp_path: Path) -> None:
    document = "<DOC><DOCNO>{0}</DOCNO>\n<TXT><ENAMEX>x</ENAMEX></TXT></DOC>\n"
    project = '[[pair]]\ntask = "named_entity"\nkey = "key"\nresponses = ["response"]\n'
    for name in ("key", "response"):
        (tmp_path / name).write_text(document.format(1))
    (tmp_path / "key").write_text(document.format(1) + document.format(2))
    (tmp_path / "keytally.toml").write_text(project)
    wire = on(tmp_path)
    wire.open(tmp_path / "response")
    wire.settle()
    assert list(wire.of("keytally/scored")[-1]["documents"]) == ["1", "2"]
    (tmp_path / "key").write_text(document.format(1))
    (tmp_path / "keytally.toml").write_text(project + 'options = { ne_allow_incorrect = "yes" }\n')
    uris = [(tmp_path / name).as_uri() for name in ("key", "keytally.toml")]
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 2} for uri in uris]})
    wire.settle()
    assert wire.of("keytally/scored")[-1]["documents"]["2"] == {}


def test_a_client_that_reads_no_documents_is_sent_none(workspace: Path) -> None:
    ours = {"keytally": {"marks": True, "scoredDocuments": False}}
    wire = on(workspace, capabilities={"experimental": ours})
    response = workspace / "response.sgml"
    wire.open(response)
    wire.settle()
    first = wire.of("keytally/scored")[-1]
    assert (first["documents"], first["headline"]["name"]) == ({}, "P&R")
    wire.replace(response, "</ENAMEX>", "")
    wire.settle()
    after = wire.of("keytally/scored")[-1]
    assert (after["documents"], after["version"]) == ({}, 2)
    assert after["totals"] != first["totals"]


def test_a_change_on_disk_is_no_edit_while_another_file_is_opened(workspace: Path) -> None:
    wire, key = on(workspace), workspace / "key.sgml"
    wire.open(workspace / "response.sgml")
    wire.settle()
    wire.open(workspace / "alone.sgml", "<DOC></DOC>")
    text = key.read_text(encoding="utf-8").replace('TYPE="ORGANIZATION"', 'TYPE="PERSON"')
    key.write_text(text, encoding="utf-8")
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": key.as_uri(), "type": 2}]})
    wire.settle()
    assert wire.of("keytally/scored")[-1]["delta"] is None
