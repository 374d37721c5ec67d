"""Template files with their BNF and configuration."""

from random import Random

from fuzz.folders import examples
from fuzz.grammar import bnf, config
from fuzz.grammar.words import line_end, mostly, pair, several, words

_TASKS = {
    "template_element": ("muc6-te", ("PERSON", "ORGANIZATION")),
    "template_relation": ("muc7-tr", ("ENTITY", "EMPLOYEE_OF", "LOCATION")),
    "scenario_template": (
        "muc6-st",
        ("TEMPLATE", "SUCCESSION_EVENT", "IN_AND_OUT", "PERSON", "ORGANIZATION"),
    ),
}
_SLOTS = {
    "PERSON": ("PER_NAME", "PER_ALIAS", "PER_TITLE", "OBJ_STATUS", "COMMENT"),
    "ORGANIZATION": ("ORG_NAME", "ORG_ALIAS", "ORG_TYPE", "ORG_LOCALE", "ORG_COUNTRY", "OBJ_STATUS"),
    "ENTITY": ("ENT_NAME", "ENT_TYPE", "ENT_DESCRIPTOR", "ENT_CATEGORY"),
    "EMPLOYEE_OF": ("PERSON", "ORGANIZATION"),
    "LOCATION": ("LOCALE", "LOCALE_TYPE"),
    "TEMPLATE": ("DOC_NR", "CONTENT"),
    "SUCCESSION_EVENT": ("SUCCESSION_ORG", "POST", "IN_AND_OUT", "VACANCY_REASON"),
    "IN_AND_OUT": ("IO_PERSON", "NEW_STATUS", "ON_THE_JOB", "OTHER_ORG"),
    "EVENT": bnf.SLOTS,
}
_CODES = ("CITY", "OTHER", "COMPANY", "IN", "OUT", "Oxmoor CITY", "OPTIONAL", "A", "nothing")
_ODD_LINES = (
    "\tNAME",
    ": x\n",
    "<PERSON-1-1>\n",
    "<PERSON-1> :=\n",
    "# c\n",
    '\tNAME: "\n',
    "x\n",
    "\t/\n",
    "<X-1-1> :=\n",
)


def workspace(chance: Random) -> dict[str, str]:
    """A workspace of one of the three tasks, with the task's BNF or one of its own."""
    task = chance.choice(sorted(_TASKS))
    built_in, classes = _TASKS[task]
    own = chance.random() < 0.4
    if own:
        classes = bnf.CLASSES
    own_config = chance.random() < 0.3
    key = _records(chance, classes, own)
    response = key if chance.random() < 0.1 else _records(chance, classes, own)
    end = line_end(chance)
    stated = {"texts": "texts.sgml", "bnf": "own.bnf" if own else built_in}
    if own_config or not own:
        stated["config"] = "own.config" if own_config else built_in
    files = {
        "keytally.toml": pair(task, "key.tmpl", "response.tmpl", chance, **stated),
        "key.tmpl": key.replace("\n", end),
        "response.tmpl": response.replace("\n", end),
        "texts.sgml": examples()["scenario_template"]["texts.sgml"],
    }
    if own:
        files["own.bnf"] = bnf.generated(chance)
    if own_config:
        files["own.config"] = config.generated(chance, task)
    return files


def _records(chance: Random, classes: tuple[str, ...], own: bool) -> str:
    return several(chance, 8, lambda: _record(chance, classes, own))


def _name(chance: Random, classes: tuple[str, ...]) -> str:
    number = mostly(chance, ("1", "2"), ("", "x", "1-1", "01", "9" * 25))
    name = mostly(chance, classes, ("NOBODY", "person", ""))
    return f"<{name}-{number}-{mostly(chance, '123', ('', '0', 'x'))}>"


def _record(chance: Random, classes: tuple[str, ...], own: bool) -> str:
    start = _name(chance, classes)
    slots = bnf.SLOTS if own else _SLOTS.get(start[1:].partition("-")[0], ("NAME",))
    chosen = chance.choices(slots, k=chance.randint(0, len(slots)))
    names = [mostly(chance, (slot,), ("X", slot.lower())) for slot in chosen]
    lines = "".join(f"\t{name}: {_fills(chance, classes)}\n" for name in names)
    odd = chance.choice(_ODD_LINES) if chance.random() < 0.1 else ""
    return f"{start} {mostly(chance, (':=',), ('=', ':', ''), 0.03)}\n{lines}{odd}\n"


def _fills(chance: Random, classes: tuple[str, ...]) -> str:
    first = _fill(chance, classes)
    return first + several(
        chance, 2, lambda: f"\n\t\t{chance.choice(('/', '', '/ '))}{_fill(chance, classes)}"
    )


def _fill(chance: Random, classes: tuple[str, ...]) -> str:
    kind = chance.random()
    if kind < 0.3:
        return _name(chance, classes)
    if kind < 0.5:
        return chance.choice(_CODES)
    link = f" ##{chance.randint(0, 900)}#{chance.randint(0, 990)}#texts.sgml" if chance.random() < 0.3 else ""
    return mostly(
        chance, (f'"{words(chance, 3)}"{link}',), ('"open', "-", '"a", "b"', '"" ', "##1#2#x", '"a" b')
    )
