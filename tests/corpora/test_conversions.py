"""Corpora come back as they were, wherever a format holds all of them; nothing is lost unsaid."""

from pathlib import Path

import pytest

import keytally

pytestmark = pytest.mark.corpora


def converted(files: list[Path], target: str, folder: Path) -> tuple[list[Path], list[str]]:
    folder.mkdir(exist_ok=True)
    result = keytally.convert(files, target, output=folder)
    return result.write(), list(result.losses)


@pytest.mark.parametrize("target", ["brat", "webanno", "label-studio"])
@pytest.mark.parametrize("corpus", ["ne", "ne7"])
def test_tagged_entities_come_back(corpora: Path, tmp_path: Path, corpus: str, target: str) -> None:
    key = corpora / corpus / "key"
    written, losses = converted([key], target, tmp_path / "there")
    back = keytally.convert(written, "muc-sgml")
    assert (losses, list(back.losses)) == ([], [])
    assert sorted(back.text.split("<DOC>")) == sorted(key.read_text(encoding="utf-8").split("<DOC>"))


@pytest.mark.long
@pytest.mark.parametrize("target", ["brat", "webanno", "label-studio"])
def test_chains_come_back(corpora: Path, tmp_path: Path, target: str) -> None:
    """Numbers of mentions are new, classes are the same."""
    key = corpora / "co" / "key"
    written, losses = converted([key], target, tmp_path / "there")
    back, further = converted(written, "muc-sgml", tmp_path / "back")
    assert (losses, further) == ([], [])
    merged = tmp_path / "merged.sgml"
    merged.write_text("".join(path.read_text(encoding="utf-8") for path in back), encoding="utf-8")
    assert keytally.score(key, merged, task="coreference").headline == 100.0


@pytest.mark.parametrize(("name", "scheme"), [("wikigold", "iob2"), ("wnut17", "bilou")])
@pytest.mark.parametrize("target", ["webanno", "prodigy", "spacy"])
def test_columns_come_back(corpora: Path, tmp_path: Path, name: str, scheme: str, target: str) -> None:
    key = corpora / "columns" / name / f"{name}.key.conll"
    first = keytally.convert([key], scheme, output=tmp_path / "first")
    (tmp_path / "first").write_text(first.text, encoding="utf-8")
    written, losses = converted([tmp_path / "first"], target, tmp_path / "there")
    (one, *others) = (keytally.convert([path], scheme) for path in written)
    assert [losses, *(list(each.losses) for each in (one, *others))] == [[]] * (len(others) + 2)
    if not others:
        assert one.text == first.text


def test_offsets_of_webanno_are_found_to_fit(corpora: Path) -> None:
    for path in sorted((corpora / "conll").glob("*.tsv")):
        losses = keytally.convert([path], "label-studio").losses
        assert not [loss for loss in losses if "offsets" in loss]
        assert not [loss for loss in losses if "would be read back differently" in loss]
