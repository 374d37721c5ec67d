"""The options of the manual on what is scored: the task, its classes and slots, files and reports."""

from keytally.evaluations.muc.formats.config.manual_option import manual_option
from keytally.evaluations.options import Kind

TASK_OPTIONS = (
    manual_option(
        "class_defs",
        Kind.CLASSES,
        None,
        """
The classes of objects, in the order in which they are aligned. Each definition is a string of four
words: the class, the name that the score report prints for it, `scored` or `unscored`, and the map
threshold.

```
:class_defs "enamex enamex scored 0" "timex timex scored 0"
            "numex numex scored 0"
```

`unscored` takes the class out of the object scores only; whether its fills count is for `slot_defs`
to say. Two objects are aligned only if the sum of their slots' F-scores, each multiplied by the
slot's map weight, exceeds the threshold. With 0 a single agreeing fill is enough.

In the template relation and scenario template tasks a class must stand behind every class that it
points to, because a pointer is judged by how the objects it points to were aligned.
""",
    ),
    manual_option(
        "slot_defs",
        Kind.SLOTS,
        None,
        """
The slots of each class. Each definition is a string of six words: the class, the slot, the name that
the score report prints for it, `scored` or `unscored`, the map weight, and the kind of its fills:
`set`, `string`, or anything else for pointers.

```
:slot_defs "enamex text text scored 4 string"
           "enamex type type scored 4 set"
           "enamex status status unscored 4 set"
```

For a slot of pointers, give the class that it points to as the sixth word: keytally then checks the
order of the classes.
""",
    ),
    manual_option(
        "scoring_task",
        Kind.CHOICE,
        None,
        """
The task that is scored. It decides how files are read (SGML or templates) and which reports are
written.
""",
        (
            "coreference",
            "named_entity",
            "template_element",
            "template_relation",
            "scenario_template",
        ),
    ),
    manual_option(
        "scoring_method",
        Kind.CHOICE,
        ("key2response",),
        """
Whether a system's response is scored against a key, or two keys are compared with each other to
measure how well annotators agree. With `key2key` both files may use alternatives and optional marks.
""",
        ("key2response", "key2key"),
    ),
    manual_option(
        "key_file",
        Kind.FILE,
        ("keys",),
        """
The file of keys, relative to the configuration's folder. `muc_base_directory` is put before the name.
""",
    ),
    manual_option(
        "response_file",
        Kind.FILE,
        ("responses",),
        """
The file of responses, relative to the configuration's folder. `muc_base_directory` is put before the
name.
""",
    ),
    manual_option(
        "score_report_file",
        Kind.FILE,
        ("scores",),
        """
The file that the score report is written to: a page of figures for each document and one of totals.
""",
    ),
    manual_option(
        "report_summary_file",
        Kind.FILE,
        ("report_summary",),
        """
The file that the report summary is written to: every object of key and response with what it was
aligned with. Its layout depends on the task; see `use_IE_report_summary`.
""",
    ),
    manual_option(
        "map_history_file",
        Kind.FILE,
        ("map_history",),
        """
The file that the map history is written to, if `dump_map_history` asks for it.
""",
    ),
    manual_option(
        "partition_file",
        Kind.FILE,
        ("partitions",),
        """
The file that the coreference task's partitions are written to: each equivalence class of one side
and how the other side divides it.
""",
    ),
    manual_option(
        "muc_base_directory",
        Kind.TEXT,
        ("",),
        """
Text that is put before every file name of the configuration, as it stands: no slash is added.

```
:muc_base_directory "/corpora/muc6/"
:key_file           keys
```

reads the keys from `/corpora/muc6/keys`.
""",
    ),
    manual_option(
        "dump_map_history",
        Kind.FLAG,
        ("no",),
        """
Whether the map history is written: a Tcl list of all that was aligned, from documents down to single
fills, for other programs to read. Any value but `no` asks for it.
""",
    ),
    manual_option(
        "use_IE_report_summary",
        Kind.FLAG,
        ("no",),
        """
Whether the named entity and coreference tasks write their report summary in the manner of the
template tasks, with a line for each fill and all alternatives, instead of a line for each object.
Any value but `no` asks for it.
""",
    ),
    manual_option(
        "report_field_separator",
        Kind.TEXT,
        ("|",),
        """
What stands between the columns of a report summary of the template tasks.
""",
    ),
    manual_option(
        "content_name",
        Kind.NAME,
        ("content",),
        """
In the scenario template task, the slot of the template object that tells whether a document is
relevant: it is if the slot has a fill. See `template_name`.
""",
    ),
    manual_option(
        "template_name",
        Kind.NAME,
        ("TEMPLATE",),
        """
In the scenario template task, the class of the template object. A document has one; if there are
more, the first one's `content_name` slot decides on the document's relevance.
""",
    ),
    manual_option(
        "equatable_objects",
        Kind.LIST,
        (),
        """
In the scenario template task, the classes objects of which may be identical. A pointer to one of
several identical objects is as good as a pointer to another.

```
:equatable_objects in_and_out
```
""",
    ),
    manual_option(
        "optional_status_slot",
        Kind.NAME,
        ("status",),
        """
The slot that marks an object of the key as optional, by the only fill `OPTIONAL` or `OPT`. The
manual prints no default. keytally's is `STATUS` in the named entity and coreference tasks and
`OBJ_STATUS` in the template tasks.
""",
    ),
)
