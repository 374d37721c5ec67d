"""The pairs of a workspace (design, "Which files belong together")."""

import os
from pathlib import Path

import pytest

from keytally.families import registry
from keytally.families.family import Naming
from keytally.project import folders
from keytally.project.discovery import Discovery, discover, discover_around

KEY = '<DOC>\n<DOCNO> 1 </DOCNO>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</DOC>\n'
CONFIG = "; a comment\n\n:scoring_task named_entity\n:key_file {key}\n:response_file {response}\n"
TOML = '[[pair]]\ntask = "named_entity"\nkey = "{key}"\nresponses = [{responses}]\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("key", "response1", "response2", "texts"):
        (tmp_path / name).write_text(KEY)
    return tmp_path


def config(path: Path, key: str = "key", response: str = "response1", more: str = "") -> Path:
    path.write_text(CONFIG.format(key=key, response=response) + more, encoding="utf-8")
    return path


def toml(root: Path, key: str = "key", responses: str = '"response*"', more: str = "") -> Path:
    path = root / "keytally.toml"
    path.write_text(TOML.format(key=key, responses=responses) + more)
    return path


def inspections(found: Discovery) -> list[tuple[str, str, str]]:
    root = found.root
    return [(os.path.relpath(p.key, root), os.path.relpath(p.response, root), p.origin) for p in found.pairs]


def messages(found: Discovery) -> list[str]:
    return [finding.message for findings in found.findings.values() for finding in findings]


def test_names_pair_files_and_several_responses_share_a_key(root: Path) -> None:
    found = discover(root)
    assert inspections(found) == [("key", "response1", "file names"), ("key", "response2", "file names")]
    assert {pair.texts for pair in found.pairs} == {root / "texts"}
    assert {pair.task for pair in found.pairs} == {"named_entity"}
    assert discover(str(root)) == found


def test_a_configuration_file_comes_before_names(root: Path) -> None:
    config(root / "ne.config")
    assert inspections(discover(root)) == [
        ("key", "response1", "configuration file ne.config"),
        ("key", "response2", "file names"),
    ]


def test_texts_are_filled_in_from_the_names(root: Path) -> None:
    config(root / "ne.config")
    assert discover(root).pairs[0].texts == root / "texts"


TEMPLATE = '<PERSON-1-1> :=\n\tPER_NAME: "Ann" ##1#4#{texts}\n'


@pytest.mark.parametrize(
    ("named", "texts"),
    [("news.sgml", "news.sgml"), ("none", None), ("key", None), ("../news.sgml", None), ("folder", None)],
)
def test_texts_of_another_name_are_those_that_link_information_leads_into(
    tmp_path: Path, named: str, texts: str | None
) -> None:
    for name in ("key", "response1", "news.sgml"):
        (tmp_path / name).write_text(TEMPLATE.format(texts=named))
    (tmp_path / "folder").mkdir()
    expected = texts and tmp_path / texts
    assert discover(tmp_path).pairs[0].texts == expected
    config(tmp_path / "te.config").write_text(
        CONFIG.replace("named_entity", "template_element").format(key="key", response="response1")
    )
    assert discover(tmp_path).pairs[0].texts == expected
    (tmp_path / "texts").touch()
    assert discover(tmp_path).pairs[0].texts == tmp_path / "texts", "the name speaks first"


def test_of_several_configurations_the_first_by_name_is_live_and_the_others_can_be_chosen(root: Path) -> None:
    second, first = config(root / "c2"), config(root / "c1")
    found = discover(root)
    assert [p.configuration for p in found.of(root / "response1")] == [first, second]
    assert [p.configuration for p in found.live if p.response.name == "response1"] == [first]


def test_the_base_directory_is_put_before_names_without_a_slash(root: Path) -> None:
    (root / "sub").mkdir()
    config(root / "sub" / "c", "ey", "esponse1", ":muc_base_directory ../")
    (root / "ey").write_text(KEY)
    (root / "esponse1").write_text(KEY)
    assert ("ey", "esponse1", "configuration file sub/c") in inspections(discover(root))


def test_where_key_and_response_are_one_file_there_is_no_live_pair(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(KEY)
    config(tmp_path / "c", "key", "key", ":scoring_method key2key\n")
    assert discover(tmp_path).pairs == ()


def test_key2key_gives_both_files_the_role_of_a_key(root: Path) -> None:
    config(root / "c", more=":scoring_method key2key\n")
    assert discover(root).pairs[0].both_keys


def test_a_configuration_of_a_response_that_is_not_there_is_noted(root: Path) -> None:
    config(root / "c", response="response9")
    [note] = discover(root).notes
    assert note.path == root / "c"
    assert "response_file" in note.message and "response9" in note.message


def test_keytally_toml_comes_first(root: Path) -> None:
    config(root / "ne.config")
    toml(root, more='texts = "texts"\nencoding = "latin-1"\n')
    found = discover(root)
    assert inspections(found) == [
        ("key", "response1", "keytally.toml, line 1"),
        ("key", "response1", "configuration file ne.config"),
        ("key", "response2", "keytally.toml, line 1"),
    ]
    assert found.live[0].encoding == "latin-1"
    assert messages(found) == []


def test_a_configuration_that_keytally_toml_names_is_not_listed_twice(root: Path) -> None:
    config(root / "ne.config")
    toml(root, responses='"response1"', more='config = "ne.config"\n')
    assert [origin for _, _, origin in inspections(discover(root))] == ["keytally.toml, line 1", "file names"]


def test_patterns_do_not_take_the_other_files_of_the_pair(root: Path) -> None:
    toml(root, responses='"*"', more='texts = "texts"\n')
    assert [name for _, name, _ in inspections(discover(root))] == ["response1", "response2"]


def test_a_built_in_configuration_is_taken_by_its_name(root: Path) -> None:
    toml(root, more='config = "muc6-ne"\n')
    assert discover(root).pairs[0].configuration == "muc6-ne"


@pytest.mark.parametrize(
    ("key", "responses", "more", "message"),
    [
        ("gone", '"response1"', "", "the file 'gone' does not exist"),
        (".", '"response1"', "", "'.' is a directory, not a file"),
        ("key", '"rsp*"', "", "no file matches 'rsp*'"),
        ("key", '"rsp"', "", "the file 'rsp' does not exist"),
        ("key", '"key"', "", "the key cannot be its own response"),
        ("key", '"response1"', 'texts = "t"', "the file 't' does not exist"),
        (
            "key",
            '"response1"',
            'config = "muc6-nee"',
            "'muc6-nee' is neither a file nor a built-in configuration; did you mean muc6-ne?",
        ),
    ],
)
def test_what_keytally_toml_names_and_is_not_there_is_found(
    root: Path, key: str, responses: str, more: str, message: str
) -> None:
    path = toml(root, key, responses, more)
    found = discover(root)
    [finding] = found.findings[path]
    assert finding.message == message
    text = path.read_text()
    assert text[finding.start : finding.end].startswith('"')


@pytest.fixture
def one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets m2, whose files have no name of their own, hold key and response in one file."""
    task = registry.task_named("m2")._replace(name="columns", one_file=True)
    naming = Naming(
        task_by_name=lambda name: "columns" if name.endswith(".columns") else None,
        responses_to=lambda key, names: (key,) if key.endswith(".columns") else None,
    )
    family = registry.family_of("m2")._replace(name="columns", tasks=(task,), naming=lambda: naming)
    monkeypatch.setattr(registry, "families", lambda: (*registry.BUILT_IN, family))


@pytest.mark.usefixtures("one_file")
def test_key_and_response_may_be_one_file_where_the_task_says_so(root: Path) -> None:
    path = toml(root, responses='"key", "response1"')
    path.write_text(path.read_text().replace("named_entity", "columns"))
    assert inspections(discover(root)) == [
        ("key", "key", "keytally.toml, line 1"),
        ("key", "response1", "keytally.toml, line 1"),
        ("key", "response2", "file names"),
    ]
    assert messages(discover(root)) == []


@pytest.mark.usefixtures("one_file")
def test_a_pattern_never_takes_the_key_as_a_response(root: Path) -> None:
    path = toml(root, responses='"[kr]*"')
    path.write_text(path.read_text().replace("named_entity", "columns"))
    assert [response for _, response, _ in inspections(discover(root))] == ["response1", "response2"]


@pytest.mark.usefixtures("one_file")
def test_a_name_may_pair_a_file_with_itself_where_the_task_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.columns").write_text("S a b\n")
    assert inspections(discover(tmp_path)) == [("a.columns", "a.columns", "file names")]


def test_no_name_pairs_a_file_of_another_task_with_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    naming = Naming(responses_to=lambda key, names: (key,))
    family = registry.family_of("m2")._replace(naming=lambda: naming)
    monkeypatch.setattr(registry, "families", lambda: (*registry.BUILT_IN, family))
    (tmp_path / "key.sgml").write_text(KEY)
    assert inspections(discover(tmp_path)) == []


def test_a_keytally_toml_that_is_no_toml_is_found(root: Path) -> None:
    (root / "keytally.toml").write_text("[[pair]\n")
    [message] = messages(discover(root))
    assert "]" in message


def test_the_nearest_keytally_toml_selects_the_rules(root: Path) -> None:
    (root / "sub").mkdir()
    (root / "keytally.toml").write_text('[rules]\nignore = ["missing-docno"]\n')
    (root / "sub" / "keytally.toml").write_text('[rules]\nignore = ["unclosed-tag"]\n')
    found = discover(root)
    assert found.selection(root / "key").ignore == {"missing-docno"}
    assert found.selection(root / "sub" / "key").ignore == {"unclosed-tag"}


def test_pairs_of_a_file_are_found_from_its_folder_up_to_the_root(root: Path) -> None:
    sub = root / "sub"
    sub.mkdir()
    for name in ("key", "response1"):
        (sub / name).write_text(KEY)
    toml(root, "sub/key", '"sub/response1"')
    config(root / "c", "sub/key", "sub/response1")
    origins = [pair.origin for pair in discover_around(sub, root).of(sub / "response1")]
    assert origins == ["keytally.toml, line 1", "configuration file c"]
    assert discover_around(sub, root).of(sub / "response1") == discover(root).of(sub / "response1")


def test_a_folder_is_listed_once_however_many_configurations_it_has(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        config(root / f"c{number}", response="response1" if number % 2 else "response2")
    listed: list[Path] = []
    scandir = os.scandir

    def counted(path: Path) -> object:
        listed.append(path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", counted)
    assert len(discover_around(root, root).pairs) == 20
    assert listed == [root]


def test_nothing_above_the_workspace_is_read(root: Path) -> None:
    work = root / "work"
    work.mkdir()
    (work / "key").write_text(KEY)
    toml(root, "work/key", '"response1"')
    assert discover_around(work, work).of(work / "key") == ()


def test_a_link_to_a_file_outside_the_workspace_is_not_read(root: Path) -> None:
    work = root / "work"
    work.mkdir()
    (work / "key").write_text(KEY)
    link(work / "response1", root / "response1")
    assert discover(work).pairs == ()


def test_loops_of_links_end(root: Path) -> None:
    link(root / "again", root)
    assert len(discover(root).pairs) == 2


def link(path: Path, target: Path) -> None:
    try:
        path.symlink_to(target)
    except OSError as error:
        pytest.skip(f"this system lets nobody make links: {error}")


@pytest.mark.parametrize("name", [".git", "node_modules", ".venv"])
def test_folders_of_tools_are_left_out(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "key").write_text(KEY)
    (folder / "response1").write_text(KEY)
    assert discover(tmp_path).pairs == ()


def test_a_folder_that_is_not_there_is_noted(tmp_path: Path) -> None:
    [note] = discover(tmp_path / "gone").notes
    assert note.message.startswith("cannot be read")


def test_a_folder_that_may_not_be_read_is_noted(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = root / "closed"
    closed.mkdir()
    scandir = os.scandir

    def guarded(path: Path) -> object:
        if path == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    found = discover(root)
    assert len(found.pairs) == 2
    assert [(note.path, note.message) for note in found.notes] == [
        (closed, "cannot be read: Permission denied")
    ]


def test_a_workspace_with_too_many_files_is_cut_with_a_note(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "MOST_FILES", 5)
    (root / "sub").mkdir()
    [note] = discover(root).notes
    assert "more than 5 files" in note.message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only systems with named pipes can hang on one")
def test_a_named_pipe_is_not_opened(root: Path) -> None:
    os.mkfifo(root / "response3")
    assert len(discover(root).pairs) == 2


def test_binary_and_empty_files_are_no_matter(root: Path) -> None:
    (root / "a.bin").write_bytes(bytes(range(256)) * 50)
    (root / "empty").write_bytes(b"")
    assert len(discover(root).pairs) == 2


def test_the_order_in_which_files_were_made_makes_no_difference(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other")
    for name in ("response2", "texts", "response1", "key"):
        (other / name).write_text(KEY)
    assert inspections(discover(other)) == inspections(discover(root))


def test_a_key_cut_within_a_character_is_still_read_as_utf8() -> None:
    assert folders.beginning("añ".encode()[:2]) == "a"


def test_all_pairs_of_the_corpora_are_found(corpora: Path) -> None:
    found = discover(corpora)
    count = {
        name: len({p.response for p in found.live if p.key.parent.name == name}) for name in ("ne", "st")
    }
    assert count == {"ne": 3, "st": 17}
    configured = [pair for pair in found.live if registry.family_of(pair.task).name == "muc"]
    assert all(pair.origin.startswith("configuration file") for pair in configured)
    assert {pair.response.name: pair.task for pair in found.live if pair.key.parent.name == "lexsub"} == {
        "response.best": "lexsub-best",
        "response.oot": "lexsub-oot",
    }


@pytest.mark.parametrize("pattern", ["/**/response*", "../**/response*", "sub/../../**/response*"])
def test_a_pattern_does_not_search_the_whole_disk(root: Path, pattern: str) -> None:
    toml(root, responses=f'"{pattern}"')
    found = discover(root)
    assert messages(found) == [
        f"{pattern!r} searches outside this directory; ** matches only directories below it"
    ]


def test_a_pattern_may_search_the_folders_below(root: Path) -> None:
    (root / "sub").mkdir()
    (root / "sub" / "response9").write_text(KEY)
    toml(root, responses='"**/response9"')
    assert ("key", os.path.join("sub", "response9"), "keytally.toml, line 1") in inspections(discover(root))  # noqa: PTH118


def test_a_bnf_is_a_file_or_built_in(root: Path) -> None:
    toml(root, more='bnf = "muc6-te"\n')
    assert {pair.companions["bnf"] for pair in discover(root).pairs} == {"muc6-te"}
    (root / "muc6-te").write_text("<A> :=\n")
    assert {pair.companions["bnf"] for pair in discover(root).pairs} == {root / "muc6-te"}


def test_a_bnf_that_there_is_not_is_found_and_leaves_the_pair(root: Path) -> None:
    toml(root, more='bnf = "muc6-t"\n')
    found = discover(root)
    assert messages(found) == ["'muc6-t' is neither a file nor a built-in BNF; did you mean muc6-te?"]
    assert [pair.companions for pair in found.pairs] == [{}, {}]


def test_a_file_in_no_pair_is_judged_by_the_bnf_beside_it(tmp_path: Path) -> None:
    for name in ("a.key.tmpl", "a.bnf", "other", "scorer.config"):
        (tmp_path / name).write_text("<A-1-1> :=\n")
    found = discover(tmp_path)
    assert found.companions_of(tmp_path / "a.key.tmpl").get("bnf") == tmp_path / "a.bnf"
    assert found.companions_of(tmp_path / "other").get("bnf") is None
    (tmp_path / "bnf").write_text("<A> :=\n")
    assert found.companions_of(tmp_path / "a.key.tmpl").get("bnf") == tmp_path / "a.bnf"
    assert (
        found.companions_of(tmp_path / "scorer.config").get("bnf")
        == found.companions_of(tmp_path / "other").get("bnf")
        == tmp_path / "bnf"
    )


def test_a_configuration_is_judged_by_the_bnf_of_its_pair(root: Path) -> None:
    (root / "bnf").write_text("<A> :=\n")
    path = config(root / "te.config")
    path.write_text(path.read_text().replace("named_entity", "template_element"))
    toml(root, more='config = "te.config"\nbnf = "muc6-st"\n')
    found = discover(root)
    assert found.companions_of(path).get("bnf") == found.companions_of(root / "key").get("bnf") == "muc6-st"


# What files told when the pairs were found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("build.log", "make: done\n"),
        ("key", KEY.replace("Ann", "Bea")),
        ("response1", ""),
        ("c", "; another comment\n" + CONFIG.format(key="key", response="response1")),
    ],
)
def test_a_file_that_pairs_as_it_did_still_tells_the_same(root: Path, name: str, text: str) -> None:
    config(root / "c")
    (root / "build.log").write_text("make\n")
    found = discover_around(root, root)
    (root / name).write_text(text)
    assert found.is_unchanged(root / name)
    assert discover_around(root, root) == found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("build.log", CONFIG.format(key="key", response="response2")),
        ("key", KEY.replace("ENAMEX", "COREF")),
        ("key", "no tags\n"),
        ("c", CONFIG.format(key="key", response="response2")),
        ("c", "no configuration\n"),
        ("gold", "bright.a 5 :: clever 3;\n"),
        ("mwgold.out", "mw.a 5 ::: clever\n"),
        ("a.key.tmpl", "<PERSON-1-1> :=\n\tPER_NAME: x\n\t\t##0#9#texts\n"),
    ],
)
def test_a_file_that_comes_to_pair_otherwise_does_not(root: Path, name: str, text: str) -> None:
    config(root / "c")
    (root / "build.log").write_text("make\n")
    (root / "gold").write_text("nothing\n")
    (root / "BL.out").write_text("bright.a 5 :: smart\n")
    (root / "mwgold").write_text("take.v 5 :: take place 1;\n")
    (root / "mwgold.out").write_text("nothing\n")
    for kind in ("key", "response"):
        (root / f"a.{kind}.tmpl").write_text("<PERSON-1-1> :=\n\tPER_NAME: x\n")
    found = discover_around(root, root)
    (root / name).write_text(text)
    assert not found.is_unchanged(root / name)
    assert discover_around(root, root) != found


def test_a_file_that_was_not_there_or_cannot_be_read_tells_nothing(root: Path) -> None:
    found = discover_around(root, root)
    (root / "new").write_text("")
    assert not found.is_unchanged(root / "new")
    (root / "key").unlink()
    assert not found.is_unchanged(root / "key")
    assert not found.is_unchanged(root / ("x" * 300))


def test_a_walk_over_everything_keeps_nothing_of_what_was_told(root: Path) -> None:
    assert discover_around(root, root).inspections
    assert not discover(root).inspections
