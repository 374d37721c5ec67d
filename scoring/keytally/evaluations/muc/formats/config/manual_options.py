"""The options of the MUC scorer's manual, "Main Configuration File Format"."""

from keytally.evaluations.options import Kind, Option


def _option(
    name: str,
    kind: Kind,
    default: tuple[str, ...] | None,
    documentation: str,
    choices: tuple[str, ...] = (),
) -> Option:
    return Option(name, kind, default, documentation.strip(), choices)


MANUAL_OPTIONS = (
    _option(
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
    _option(
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
    _option(
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
    _option(
        "scoring_method",
        Kind.CHOICE,
        ("key2response",),
        """
Whether a system's response is scored against a key, or two keys are compared with each other to
measure how well annotators agree. With `key2key` both files may use alternatives and optional marks.
""",
        ("key2response", "key2key"),
    ),
    _option(
        "key_file",
        Kind.FILE,
        ("keys",),
        """
The file of keys, relative to the configuration's folder. `muc_base_directory` is put before the name.
""",
    ),
    _option(
        "response_file",
        Kind.FILE,
        ("responses",),
        """
The file of responses, relative to the configuration's folder. `muc_base_directory` is put before the
name.
""",
    ),
    _option(
        "score_report_file",
        Kind.FILE,
        ("scores",),
        """
The file that the score report is written to: a page of figures for each document and one of totals.
""",
    ),
    _option(
        "report_summary_file",
        Kind.FILE,
        ("report_summary",),
        """
The file that the report summary is written to: every object of key and response with what it was
aligned with. Its layout depends on the task; see `use_IE_report_summary`.
""",
    ),
    _option(
        "map_history_file",
        Kind.FILE,
        ("map_history",),
        """
The file that the map history is written to, if `dump_map_history` asks for it.
""",
    ),
    _option(
        "partition_file",
        Kind.FILE,
        ("partitions",),
        """
The file that the coreference task's partitions are written to: each equivalence class of one side
and how the other side divides it.
""",
    ),
    _option(
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
    _option(
        "dump_map_history",
        Kind.FLAG,
        ("no",),
        """
Whether the map history is written: a Tcl list of all that was aligned, from documents down to single
fills, for other programs to read. Any value but `no` asks for it.
""",
    ),
    _option(
        "use_IE_report_summary",
        Kind.FLAG,
        ("no",),
        """
Whether the named entity and coreference tasks write their report summary in the manner of the
template tasks, with a line for each fill and all alternatives, instead of a line for each object.
Any value but `no` asks for it.
""",
    ),
    _option(
        "report_field_separator",
        Kind.TEXT,
        ("|",),
        """
What stands between the columns of a report summary of the template tasks.
""",
    ),
    _option(
        "content_name",
        Kind.NAME,
        ("content",),
        """
In the scenario template task, the slot of the template object that tells whether a document is
relevant: it is if the slot has a fill. See `template_name`.
""",
    ),
    _option(
        "template_name",
        Kind.NAME,
        ("TEMPLATE",),
        """
In the scenario template task, the class of the template object. A document has one; if there are
more, the first one's `content_name` slot decides on the document's relevance.
""",
    ),
    _option(
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
    _option(
        "optional_status_slot",
        Kind.NAME,
        ("status",),
        """
The slot that marks an object of the key as optional, by the only fill `OPTIONAL` or `OPT`. The
manual prints no default. keytally's is `STATUS` in the named entity and coreference tasks and
`OBJ_STATUS` in the template tasks.
""",
    ),
    _option(
        "doc_sections",
        Kind.LIST,
        ("DOC", "DATELINE", "DD", "HEADLINE", "TEXT"),
        """
The SGML elements in which named-entity and coreference tags count, and for which the named entity
task reports section scores. A tag belongs to the innermost section around it; a tag outside all of
them is not scored. Sections that a document lacks do no harm.

```
:doc_sections HL DD DATELINE TXT
```
""",
    ),
    _option(
        "doc_section_groups",
        Kind.GROUPS,
        (),
        """
Rows of the named entity task's section scores. The first word of each string names the row, the
others are the sections of `doc_sections` that it adds up.

```
:doc_section_groups "Headline HEADLINE HL" "Body TEXT TXT"
```

With groups given, sections in no group are scored but get no row. Without any, each section has its
own.
""",
    ),
    _option(
        "ne_subtask_names",
        Kind.SUBTASKS,
        (
            "enamex type organization",
            "enamex type person",
            "enamex type location",
            "enamex type other",
            "timex type date",
            "timex type time",
            "timex type other",
            "numex type money",
            "numex type percent",
            "numex type other",
        ),
        """
Rows of the named entity task's subtask scores. Each string is a class, a slot and a fill: the row
counts the fills of that value in that slot.

```
:ne_subtask_names "enamex type person" "enamex type location"
```
""",
    ),
    _option(
        "premodifiers",
        Kind.LIST,
        (),
        """
Words that are taken from the beginning of string fills before these are compared as `CLEAN`.

```
:premodifiers a an the
```
""",
    ),
    _option(
        "postmodifiers",
        Kind.LIST,
        (),
        """
Strings that become blanks in string fills, wherever they stand, before these are compared as
`CLEAN`. Mostly punctuation.

```
:postmodifiers "," "." "'s"
```
""",
    ),
    _option(
        "corporate_designators",
        Kind.LIST,
        (),
        """
Strings that are taken out of string fills before these are compared as `CLEAN`.

They are looked for when the postmodifiers have become blanks and runs of blanks have become one: to
drop `S.A. DE C.V.` where `.` is a postmodifier, write `"S A DE C V"`.

```
:corporate_designators corp inc ltd "s a de c v"
```
""",
    ),
    _option(
        "stringfill_correct_comparison",
        Kind.CHOICE,
        ("CLEAN",),
        """
The form in which two string fills must be equal to be correct:

* `ORIG`: as they stand in the files;
* `STRAIGHTENED`: without white space at either end, and with one blank for every run of it;
* `CLEAN`: straightened, without regard to case, and without `premodifiers`, `postmodifiers` and
  `corporate_designators`.
""",
        ("ORIG", "STRAIGHTENED", "CLEAN"),
    ),
    _option(
        "stringfill_partial_comparison",
        Kind.CHOICE,
        ("NONE",),
        """
The form in which two string fills that are not correct must be equal to be partially correct, for
half the credit. The forms are those of `stringfill_correct_comparison`; `NONE` gives no partial
credit.
""",
        ("ORIG", "STRAIGHTENED", "CLEAN", "NONE"),
    ),
    _option(
        "sgml_DOC_gid",
        Kind.NAME,
        ("DOC",),
        """
The SGML element that holds one whole document.
""",
    ),
    _option(
        "sgml_DOCNUM_gid",
        Kind.NAME,
        ("DOCNO",),
        """
The SGML element that holds a document's number. Every document must have it. The number is all the
digits in it, strung together: `940224-0133.` is document 9402240133.
""",
    ),
    _option(
        "sgml_ALT_slot",
        Kind.NAME,
        ("ALT",),
        """
In the named entity task, the attribute whose values are alternatives to the tagged text.

```
<TIMEX TYPE="DATE" ALT="fiscal 1994">the first six months of fiscal 1994</TIMEX>
```
""",
    ),
    _option(
        "sgml_ID_slot",
        Kind.NAME,
        ("ID",),
        """
In the coreference task, the attribute that identifies a mention.
""",
    ),
    _option(
        "sgml_MIN_slot",
        Kind.NAME,
        ("MIN",),
        """
In the coreference task, the attribute that gives the head of the tagged phrase: the least that a
response must tag.
""",
    ),
    _option(
        "sgml_REF_slot",
        Kind.NAME,
        ("REF",),
        """
In the coreference task, the attribute that points to another mention of the same thing.
""",
    ),
    _option(
        "sgml_TEXT_slot",
        Kind.NAME,
        ("TEXT",),
        """
In the named entity and coreference tasks, the slot that the text between the tags goes into.
""",
    ),
    _option(
        "sgml_TYPE_slot",
        Kind.NAME,
        ("TYPE",),
        """
In the named entity task, the attribute that tells the kind of entity.
""",
    ),
    _option(
        "sgml_alternative_separator",
        Kind.CHARACTER,
        ("|",),
        """
The character between alternatives in an attribute's value, as in `TYPE="LOCATION|ORGANIZATION"`.
""",
    ),
    _option(
        "sgml_attribute_quote_char",
        Kind.CHARACTER,
        ("*",),
        """
The character that stands for a double quote inside an attribute's value: `MIN="the *Big Apple*"`
means `the "Big Apple"`.
""",
    ),
)
