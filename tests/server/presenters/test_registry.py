"""Which presenter shows a language: built-in ones, those of other distributions, else the default."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from keytally.families import registry as evaluations
from keytally.families.contract import Role, Settings
from keytally_server.presenters import presenter
from keytally_server.presenters.chains.sgml_presenter import CoreferencePresenter
from keytally_server.presenters.presented import PresentedUnitPresenter
from keytally_server.presenters.presenter import presenter_of
from keytally_server.presenters.sgml_files import SgmlFilesPresenter
from keytally_server.requests.hover import hover
from tests.server.answer_lines import AnswersLanguage, answers

PRESENTERS = """
from keytally_server.answers import Hover
from keytally_server.presenters.presenter import Presenter

class Shouting(Presenter):
    def hover(self, snapshot, at):
        return Hover(at.unit.text.upper(), at.offset, at.offset + 1)

class NoPresenter:
    pass
"""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Every test looks for presenters anew."""
    presenter._presenter.cache_clear()
    yield
    presenter._presenter.cache_clear()
    sys.modules.pop("shouting_presenters", None)


def installed(folder: Path, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution that offers a presenter for the language of answers."""
    (folder / "shouting_presenters.py").write_text(PRESENTERS)
    facts = folder / "shouting-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[keytally_server.presenters]\nanswers = {value}\n")
    monkeypatch.syspath_prepend(str(folder))


def test_a_distribution_brings_a_presenter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, "shouting_presenters:Shouting", monkeypatch)
    desk = answers("one = r‸ed\n", "one = red\n")
    found = hover(desk.snapshot, desk.offset)
    assert found is not None and found.markdown == "ONE = RED\n"


@pytest.mark.parametrize("value", ["shouting_presenters:NoPresenter", "shouting_presenters:X", "missing:X"])
def test_one_that_cannot_be_used_is_a_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, value: str
) -> None:
    installed(tmp_path, value, monkeypatch)
    for _ in range(2):
        assert type(presenter_of(AnswersLanguage())) is PresentedUnitPresenter
    (record,) = caplog.records
    assert record.getMessage().startswith(f"answers: the presenter {value} cannot be used: ")
    assert "\n" not in record.getMessage()


def test_a_language_without_one_has_the_default() -> None:
    assert type(presenter_of(AnswersLanguage())) is PresentedUnitPresenter


def test_chains_have_a_presenter_of_their_own() -> None:
    plain, chains = (
        presenter_of(evaluations.evaluation(task, Settings()).language(Role.KEY))
        for task in ("named_entity", "coreference")
    )
    assert type(plain) is SgmlFilesPresenter
    assert type(chains) is CoreferencePresenter
