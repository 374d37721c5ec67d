"""MUC configuration files."""

from random import Random

from fuzz.folders import examples
from fuzz.grammar.words import mostly, several

_LINES = (
    *(
        ":key_file key.sgml",
        ":response_file response.sgml",
        ":scoring_method key2response",
        ":scoring_method key2key",
    ),
    *(
        ":score_report_file scores",
        ":report_summary_file ../summary",
        ":map_history_file map",
        ":partition_file p",
    ),
    *(":doc_sections TXT HL", ":doc_sections", ':doc_section_groups "Body TXT"', ":premodifiers a an the"),
    *(
        ':corporate_designators "Ltd." Co.',
        ":optional_status_slot status",
        ":class_defs",
        ":slot_defs",
        "; comment",
    ),
    *(
        '    "enamex enamex scored 0"',
        '    "enamex type type scored 4 set"',
        '    "coref ref ref scored 4 pointer"',
    ),
    *(":text_filtering on", ":unknown_option x", ":", '"', '    "a b', ":class_defs x", ":plural_forms x"),
)


def generated(chance: Random, task: str) -> str:
    """A configuration for a task: that of an example with lines changed, or lines at random."""
    known = [
        text for files in examples().values() for name, text in files.items() if name.endswith(".config")
    ]
    fitting = [text for text in known if f" {task}\n" in text]
    if not fitting or chance.random() < 0.2:
        return f":scoring_task {mostly(chance, (task,), ('', 'nothing', 'all'))}\n" + several(
            chance, 12, lambda: f"{chance.choice(_LINES)}\n"
        )
    lines = chance.choice(fitting).split("\n")
    for _ in range(chance.randint(0, 4)):
        at = chance.randrange(len(lines))
        lines[at : at + chance.choice((0, 1))] = [chance.choice(_LINES)]
    return "\n".join(lines)
