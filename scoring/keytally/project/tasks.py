"""The tasks by the names that `--task` and keytally.toml take, and which formats their files have."""

SGML_TASKS = ("named_entity", "coreference")
TEMPLATE_TASKS = ("template_element", "template_relation", "scenario_template")
LEXSUB_TASKS = ("lexsub-best", "lexsub-oot", "lexsub-mw")
CPA_TASKS = ("cpa-parsing", "cpa-clustering", "cpa-slots")

MUC_TASKS = (*SGML_TASKS, *TEMPLATE_TASKS)
TASKS = (*MUC_TASKS, *LEXSUB_TASKS, "m2", *CPA_TASKS)

_FORMATS = {
    **dict.fromkeys(SGML_TASKS, "muc-sgml"),
    **dict.fromkeys(TEMPLATE_TASKS, "muc-template"),
    **dict.fromkeys(LEXSUB_TASKS, "lexsub"),
    **dict.fromkeys(CPA_TASKS, "cpa"),
    "m2": "m2",
}


def format_of(task: str) -> str | None:
    """The language id of a task's keys and responses; None for a task that there is not."""
    return _FORMATS.get(task)


def takes_bnf(task: str) -> bool:
    """Whether a task's files are described by a BNF."""
    return task in TEMPLATE_TASKS
