"""Workspaces with an adjudication: the files of annotators, a gold, and decisions on what they annotate."""

import re
from collections.abc import Callable, Mapping
from random import Random

from fuzz.case import Files, bytes_of
from fuzz.grammar import columns, conll, corefud, m2, sgml, templates
from fuzz.grammar.words import mostly
from fuzz.mutation import mutated
from keytally.adjudication.choices import majority_choices, unanimous_choices
from keytally.adjudication.decisions import Choice, Decision, decision_line, sorted_decisions
from keytally.adjudication.gold_edits import beginning_edits
from keytally.adjudication.states import LiveAdjudication
from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.contract import Evaluation, Role, Settings, SettingsError
from keytally.findings.finding import apply_edits
from keytally.text.files import decode

ANNOTATED: Mapping[str, tuple[Callable[[Random], dict[str, str]], tuple[str, ...]]] = {
    "sgml": (sgml.named_entity, ("named_entity",)),
    "coreference": (sgml.coreference, ("coreference",)),
    "templates": (templates.workspace, ("template_element", "template_relation", "scenario_template")),
    "m2": (m2.workspace, ("m2",)),
    "columns": (columns.workspace, ("entities",)),
    "conll": (conll.workspace, ("conll-coreference",)),
    "corefud": (corefud.workspace, ("conll-coreference",)),
}
"""The generators whose files are annotated item by item, each with the tasks of its files."""

ANNOTATORS = ("anna", "ben", "cleo")
_OF_PAIRS = ("[[pair]]", "key =", "responses =", "task =")
_ODD_LINES = (
    "01\t \ttake a\t3c6f",
    "1\tx\ttake anna\tabcd",
    "1\tmention a\tnone\tzzzz",
    "\t\t\t",
    "<<<<<<< ours",
    "=======",
    "x",
    "",
)


def workspace(chance: Random) -> dict[str, str]:
    """An adjudication of files of one format; gold and decisions may be blank, outdated or broken."""
    make, tasks = ANNOTATED[chance.choice(sorted(ANNOTATED))]
    files = make(chance)
    key = next(name for name in files if name.startswith(("key.", "gold.")))
    ending = key.rpartition(".")[2]
    names = {name: f"{name}.{ending}" for name in ANNOTATORS[: chance.choice((2, 2, 3))]}
    given = {name: _annotated(chance, files, key) for name in names}
    others = {
        name: text
        for name, text in files.items()
        if not name.startswith(("key", "gold", "response", "keytally"))
    }
    stated = [line for line in files["keytally.toml"].splitlines() if line and not line.startswith(_OF_PAIRS)]
    task = _task_of(files, tasks)
    gold, decisions = _decided(chance, task, given, files)
    return {
        "keytally.toml": _project(chance, task, names, f"gold.{ending}", stated),
        **others,
        **{names[name]: text for name, text in given.items()},
        f"gold.{ending}": gold,
        f"gold.{ending}.decisions": decisions,
    }


def gold_in(files: Files) -> str:
    """The name of the gold of a workspace with an adjudication."""
    found = re.search(r'gold = "(.+)"', files["keytally.toml"])
    return found[1] if found else "gold"


def _task_of(files: Files, tasks: tuple[str, ...]) -> str:
    """The task that the pair of a generator has."""
    return next((task for task in tasks if f'"{task}"' in files["keytally.toml"]), tasks[0])


def _annotated(chance: Random, files: Files, key: str) -> str:
    """The file of an annotator: the key, the key with a few edits, or the response."""
    kind = chance.random()
    if kind < 0.4:
        return files[key]
    response = next((name for name in files if name.startswith("response")), key)
    return mutated(chance, files[key]) if kind < 0.8 else files[response]


def _project(chance: Random, task: str, names: Mapping[str, str], gold: str, stated: list[str]) -> str:
    annotators = ", ".join(f'{name} = "{file}"' for name, file in names.items())
    lines = ["[[adjudication]]", f'task = "{task}"', f'gold = "{gold}"', f"annotators = {{ {annotators} }}"]
    if chance.random() < 0.2:
        lines.append(f'done = {{ {chance.choice(sorted(names))} = ["{chance.choice(("1", "01", "d0"))}"] }}')
    return "\n".join([*lines, *stated, ""])


def _decided(chance: Random, task: str, given: Mapping[str, str], files: Files) -> tuple[str, str]:
    """A gold and its decisions: of what the annotators have said, or of what they said before."""
    evaluation = _evaluation(task, files)
    texts = {name: decode(bytes_of(text)).text for name, text in given.items()}
    if evaluation is None or not evaluation.can_merge:
        return "", _with_odd_lines(chance, "")
    language = evaluation.language(Role.KEY)
    readings = {name: Reading(language, text) for name, text in texts.items()}
    live = LiveAdjudication(evaluation, readings, Reading(language, ""))
    live.update()
    gold = _gold(chance, live, texts)
    return gold, _with_odd_lines(chance, _decisions(chance, live))


def _gold(chance: Random, live: LiveAdjudication, texts: Mapping[str, str]) -> str:
    kind = chance.random()
    if kind < 0.3:
        return chance.choice(("", "", "\n", "x\n"))
    if kind < 0.7:
        made = beginning_edits(live, chance.choice((unanimous_choices, majority_choices)))
        gold = apply_edits("", made.gold)
    else:
        gold = texts[chance.choice(sorted(texts))]
    return mutated(chance, gold) if chance.random() < 0.3 else gold


def _evaluation(task: str, files: Files) -> Evaluation | None:
    companions = {}
    for name, companion in registry.companions().items():
        own = next((text for file, text in files.items() if file.endswith(f".{name}")), None)
        built_in = next(iter(companion.built_in()), None)
        if own is not None or built_in is not None:
            companions[name] = own if own is not None else companion.text_of(built_in or "")
    try:
        return registry.evaluation(task, Settings(companions=companions))
    except (SettingsError, KeyError):
        return None


def _decisions(chance: Random, live: LiveAdjudication) -> str:
    """Decisions on some items, most of them on what the annotators have."""
    lines = []
    for document, state in live.states.items():
        for identity in state.identities:
            if chance.random() < 0.3:
                choice = chance.choice(list(Choice))
                taken = chance.choice(sorted(live.annotators)) if choice is Choice.TAKE else None
                digest = mostly(chance, (identity.digest,), ("0000", "3c6f"), 0.2)
                who = chance.choice(("", "dora"))
                lines.append(decision_line(Decision(document, identity.place, choice, digest, taken, who)))
    return sorted_decisions("".join(f"{line}\n" for line in lines))


def _with_odd_lines(chance: Random, text: str) -> str:
    while chance.random() < 0.2:
        text += f"{chance.choice(_ODD_LINES)}\n"
    return text
