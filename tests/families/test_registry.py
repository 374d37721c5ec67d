"""The registry: what families say of themselves, and those of other distributions that cannot be used."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.families.m2.family import FAMILY as M2


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Entry points that other distributions seem to offer; a value that is no exception is what they load."""
    offered: list[Any] = []

    class Point(EntryPoint):
        def load(self) -> Any:
            value = offered[int(self.value)]
            if isinstance(value, Exception):
                raise value
            return value

    def entry_points(group: str) -> list[Point]:
        assert group == "keytally.families"
        return [Point(f"offer{index}", str(index), group) for index in range(len(offered))]

    monkeypatch.setattr(registry, "entry_points_of", entry_points)
    monkeypatch.setattr(registry, "_problems", [])
    monkeypatch.setattr(registry, "_packages", {})
    forget()
    yield offered
    monkeypatch.undo()
    forget()


def forget() -> None:
    for cached in (registry.families, registry.languages, registry.companions, registry.file_option_names):
        cached.cache_clear()


@pytest.mark.parametrize("task", registry.tasks().values(), ids=lambda task: task.name)
def test_the_facts_of_a_task_are_those_of_its_evaluation(task: registry.Task) -> None:
    evaluation = registry.evaluation(task.name, Settings())
    assert evaluation.task == task.name
    assert evaluation.headline_name == task.headline
    assert evaluation.language(Role.KEY).name == evaluation.language(Role.RESPONSE).name == task.language
    if task.texts_language:
        assert evaluation.language(Role.TEXTS).name == task.texts_language
    assert set(task.companions) <= set(registry.companions())


@pytest.mark.parametrize("facts", registry.languages().values(), ids=lambda facts: facts.id)
def test_the_facts_of_a_language_are_those_of_its_reader(facts: registry.LanguageFacts) -> None:
    assert facts.reader(Role.KEY, {}).name == facts.id
    assert all(extension == extension.lower() and extension[0] == "." for extension in facts.extensions)
    assert set(facts.companions) <= set(registry.companions())


@pytest.mark.parametrize("family", registry.families(), ids=lambda family: family.name)
def test_every_file_option_is_an_option_of_each_task(family: registry.Family) -> None:
    for task in family.tasks:
        assert {option.name for option in family.file_options} <= set(family.options(task.name).table)


def test_a_task_that_there_is_not_is_none() -> None:
    assert registry.find_task("m3") is None
    with pytest.raises(KeyError):
        registry.family_of("m3")


def test_a_family_of_another_distribution_comes_after_the_built_in_ones(installed: list[Any]) -> None:
    task, facts = M2.tasks[0], M2.languages[0]
    own = M2._replace(
        name="own",
        tasks=(task._replace(name="own"),),
        languages=(facts._replace(id="own", extensions=()),),
    )
    installed.append(own)
    *built_in, last = registry.families()
    assert tuple(built_in) == registry.BUILT_IN
    assert (last.name, last.rules, registry.family_of("own")) == ("own", own.rules, last)
    assert registry.problems() == ()


def test_a_family_that_cannot_be_used_is_one_line(installed: list[Any]) -> None:
    installed += [ImportError("no module named toy"), "a string", M2, M2._replace(name="other")]
    assert registry.families() == registry.BUILT_IN
    assert registry.problems() == (
        "the family offer0 cannot be loaded: ImportError: no module named toy",
        "the family offer1 cannot be used: 1 is not a Family",
        "the family m2 cannot be used: the family m2 already exists",
        "the family other cannot be used: the task m2 already exists",
    )


def test_a_family_takes_no_files_from_those_before_it(installed: list[Any]) -> None:
    task, facts = M2.tasks[0], M2.languages[0]
    taken = [each.extensions[0] for each in registry.languages().values() if each.extensions][:1]
    forget()
    companion = registry.BUILT_IN[0].companions[0]
    own = M2._replace(name="own", tasks=(task._replace(name="own"),), languages=())
    installed += [
        own._replace(languages=(facts._replace(id="own", extensions=tuple(taken)),)),
        own._replace(companions=(companion,)),
    ]
    assert registry.families() == registry.BUILT_IN
    assert registry.problems() == (
        f"the family own cannot be used: the language with the extension {taken[0]} already exists",
        f"the family own cannot be used: the companion {companion.name} already exists",
    )


@pytest.mark.parametrize(
    ("task", "languages"),
    [
        ("named_entity", {"texts": "muc-sgml", "configuration": "muc-config", "bnf": "muc-bnf"}),
        ("m2", {}),
    ],
)
def test_the_parts_of_a_pair_have_languages(task: str, languages: dict[str, str]) -> None:
    assert registry.part_languages(task) == languages


def test_the_facts_for_editors_are_those_of_the_language() -> None:
    editors = {name: facts.editor() for name, facts in registry.languages().items()}
    assert [name for name, facts in editors.items() if facts.tagged] == ["muc-sgml", "token-columns", "conll"]
    assert editors["muc-template"].line_comments == ("#", ";")


@pytest.mark.parametrize("name", registry.tasks())
def test_a_task_whose_files_are_compared_annotation_by_annotation_says_so(name: str) -> None:
    if registry.evaluation(name, Settings()).can_merge:
        assert registry.task_named(name).annotated
