"""The family of glosses, one function of which fails or answers nonsense: FAULT names it."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from keytally.families.bases import CountedDocument
from keytally.families.contract import Evaluation, Language, Mark, Role, Settings
from keytally.families.family import Family, Naming, Options, Task
from keytally.families.presentation import Heading
from keytally.findings.finding import Finding
from tests.plugins import glosses
from tests.plugins.glosses import GlossEvaluation, GlossLanguage, GlossLine

FAULT = os.environ.get("FAULT", "")

if FAULT == "import":
    raise ImportError("no such thing")


def fail(name: str) -> None:
    if name == FAULT:
        raise ValueError(f"boom\nin {name}")


def nonsense(name: str, answer: Any) -> Any:
    """The answer, unless this is what answers nonsense: then 42."""
    return 42 if f"{name}=42" == FAULT else answer


class FaultyLine(GlossLine):
    """Cannot always be shown."""

    @property
    def findings(self) -> Sequence[Finding]:
        fail("findings")
        return nonsense("findings", super().findings)  # type: ignore[no-any-return]

    def outline(self) -> Iterator[Heading]:
        fail("outline")
        return super().outline()


class FaultyLanguage(GlossLanguage):
    """Reads most lines."""

    def read(self, text: str) -> GlossLine:
        if text.startswith("boom"):
            fail("read-line")
        fail("read")
        return nonsense("read", FaultyLine(text, self.lexicon))  # type: ignore[no-any-return]


class FaultyEvaluation(GlossEvaluation):
    """Scores most documents."""

    def language(self, role: Role) -> GlossLanguage:
        return FaultyLanguage(role)

    def compare(
        self, document: str, key: Sequence[GlossLine], response: Sequence[GlossLine]
    ) -> CountedDocument:
        fail("score")
        return super().compare(document, key, response)

    def marks(self, score: CountedDocument, side: Role, unit: Any) -> Iterator[Mark]:
        fail("marks")
        return super().marks(score, side, unit)


def _evaluation(task: str, settings: Settings) -> Evaluation:
    fail("evaluation")
    return nonsense("evaluation", FaultyEvaluation(task, settings))  # type: ignore[no-any-return]


def _language(role: Role, companions: Mapping[str, str]) -> Language:
    fail("reader")
    return nonsense("reader", FaultyLanguage(role))  # type: ignore[no-any-return]


def _options(task: str) -> Options:
    fail("options")
    return nonsense("options", Options(glosses.OPTIONS, _value_problem))  # type: ignore[no-any-return]


def _value_problem(name: str, values: Sequence[str]) -> str | None:
    fail("value_problem")
    return None


def _asked(name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
    def ask(*arguments: Any) -> Any:
        fail(name)
        return nonsense(name, answer(*arguments))

    return ask


def _naming() -> Naming:
    fail("naming")
    naming = glosses.FAMILY.naming()
    assert naming.task_of is not None
    own = Naming(
        task_of=_asked("task_of", naming.task_of),
        task_by_name=_asked("task_by_name", lambda name: None),
        responses_to=_asked("responses_to", lambda key, names: None),
    )
    return nonsense("naming", own)  # type: ignore[no-any-return]


_TASKS: Any = nonsense("tasks", (Task("glosses", "glosses", headline="F", one_file=True),))

FAMILY: Any = nonsense(
    "family",
    Family(
        "faulty",
        _TASKS,
        tuple(
            facts._replace(
                reader=_language,
                companions=(),
                first_line="(" if FAULT == "first_line" else facts.first_line,
            )
            for facts in glosses.FAMILY.languages
        ),
        _evaluation,
        _options,
        naming=_naming,
        rules=glosses.FAMILY.rules,
    ),
)
