"""The table of options: the options in the MUC scorer's manual, and keytally's own."""

from collections.abc import Iterable

from keytally.families.family import Kind, Option


def manual_option(
    name: str,
    kind: Kind,
    default: tuple[str, ...] | None,
    documentation: str,
    choices: tuple[str, ...] = (),
) -> Option:
    """Return an option of the manual; its documentation may begin and end with line breaks."""
    return Option(name, kind, default, documentation.strip(), choices)


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

`unscored` removes the class from the object scores only; `slot_defs` determines whether its fills
count. Two objects are aligned only if the sum of their slots' F-scores, each multiplied by the
slot's map weight, exceeds the threshold. With 0 a single agreeing fill is enough.

In the template relation and scenario template tasks a class must follow every class that it
points to, because the score of a pointer depends on how the objects that it points to were aligned.
""",
    ),
    manual_option(
        "slot_defs",
        Kind.SLOTS,
        None,
        """
The slots of each class. Each definition is a string of six words: the class, the slot, the name that
the score report prints for it, `scored` or `unscored`, the map weight, and the kind of its fills. The
kind is `set`, `string`, or anything else for pointers.

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
measure inter-annotator agreement. With `key2key` both files may use alternatives and optional marks.
""",
        ("key2response", "key2key"),
    ),
    manual_option(
        "key_file",
        Kind.FILE,
        ("keys",),
        """
The file of keys, relative to the configuration's directory. `muc_base_directory` is put before the name.
""",
    ),
    manual_option(
        "response_file",
        Kind.FILE,
        ("responses",),
        """
The file of responses, relative to the configuration's directory. `muc_base_directory` is put before
the name.
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
The file that the report summary is written to: every object of key and response with the object
that it was aligned with. Its layout depends on the task; see `use_IE_report_summary`.
""",
    ),
    manual_option(
        "map_history_file",
        Kind.FILE,
        ("map_history",),
        """
The file that the map history is written to, if `dump_map_history` is set.
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
Text that is put before every file name of the configuration, unchanged: no slash is added.

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
Whether the map history is written: a Tcl list of all alignments, from documents down to single
fills, for other programs to read. Any value but `no` writes it.
""",
    ),
    manual_option(
        "use_IE_report_summary",
        Kind.FLAG,
        ("no",),
        """
Whether the named entity and coreference tasks write their report summary like the
template tasks, with a line for each fill and all alternatives, instead of a line for each object.
Any value but `no` means yes.
""",
    ),
    manual_option(
        "report_field_separator",
        Kind.TEXT,
        ("|",),
        """
The separator between the columns of a report summary of the template tasks.
""",
    ),
    manual_option(
        "content_name",
        Kind.NAME,
        ("content",),
        """
In the scenario template task, the slot of the template object that determines whether a document
is relevant: it is if the slot has a fill. See `template_name`.
""",
    ),
    manual_option(
        "template_name",
        Kind.NAME,
        ("TEMPLATE",),
        """
In the scenario template task, the class of the template object. A document has one; if there are
more, the first one's `content_name` slot determines whether the document is
relevant.
""",
    ),
    manual_option(
        "equatable_objects",
        Kind.LIST,
        (),
        """
In the scenario template task, the classes whose objects may be identical. A pointer to one of
several identical objects counts as a pointer to any of them.

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
The slot that marks an object of the key as optional, if its only fill is `OPTIONAL` or `OPT`.
The manual gives no default. keytally's is `STATUS` in the named entity and coreference tasks and
`OBJ_STATUS` in the template tasks.
""",
    ),
)


TEXT_OPTIONS = (
    manual_option(
        "doc_sections",
        Kind.LIST,
        ("DOC", "DATELINE", "DD", "HEADLINE", "TEXT"),
        """
The SGML elements in which named-entity and coreference tags count, and for which the named entity
task reports section scores. A tag belongs to the innermost section around it; a tag outside all of
them is not scored. Sections that a document lacks are ignored.

```
:doc_sections HL DD DATELINE TXT
```
""",
    ),
    manual_option(
        "doc_section_groups",
        Kind.GROUPS,
        (),
        """
Rows of the named entity task's section scores. The first word of each string names the row, the
others are the sections of `doc_sections` that it adds up.

```
:doc_section_groups "Headline HEADLINE HL" "Body TEXT TXT"
```

With groups, sections in no group are scored but get no row. Without groups, each section has its own
row.
""",
    ),
    manual_option(
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
    manual_option(
        "premodifiers",
        Kind.LIST,
        (),
        """
Words that are removed from the beginning of string fills before these are compared as `CLEAN`.

```
:premodifiers a an the
```
""",
    ),
    manual_option(
        "postmodifiers",
        Kind.LIST,
        (),
        """
Strings that are replaced by spaces anywhere in string fills before these are compared as `CLEAN`.
Mostly punctuation.

```
:postmodifiers "," "." "'s"
```
""",
    ),
    manual_option(
        "corporate_designators",
        Kind.LIST,
        (),
        """
Strings that are removed from string fills before these are compared as `CLEAN`.

They are removed after the postmodifiers have been replaced and whitespace has been collapsed: to remove
`S.A. DE C.V.` if `.` is a postmodifier, write `"S A DE C V"`.

```
:corporate_designators corp inc ltd "s a de c v"
```
""",
    ),
    manual_option(
        "stringfill_correct_comparison",
        Kind.CHOICE,
        ("CLEAN",),
        """
The form in which two string fills must be equal to be correct:

* `ORIG`: as written in the files;
* `STRAIGHTENED`: without leading and trailing whitespace, and with runs of whitespace collapsed to one
  space;
* `CLEAN`: straightened, ignoring case, and without `premodifiers`, `postmodifiers` and
  `corporate_designators`.
""",
        ("ORIG", "STRAIGHTENED", "CLEAN"),
    ),
    manual_option(
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
    manual_option(
        "sgml_DOC_gid",
        Kind.NAME,
        ("DOC",),
        """
The SGML element that contains one whole document.
""",
    ),
    manual_option(
        "sgml_DOCNUM_gid",
        Kind.NAME,
        ("DOCNO",),
        """
The SGML element that contains a document's number. Every document must have it. The number consists
of all digits in it: `940224-0133.` is document 9402240133.
""",
    ),
    manual_option(
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
    manual_option(
        "sgml_ID_slot",
        Kind.NAME,
        ("ID",),
        """
In the coreference task, the attribute that identifies a mention.
""",
    ),
    manual_option(
        "sgml_MIN_slot",
        Kind.NAME,
        ("MIN",),
        """
In the coreference task, the attribute that gives the head of the tagged phrase: the minimum that a
response must tag.
""",
    ),
    manual_option(
        "sgml_REF_slot",
        Kind.NAME,
        ("REF",),
        """
In the coreference task, the attribute that points to another mention of the same thing.
""",
    ),
    manual_option(
        "sgml_TEXT_slot",
        Kind.NAME,
        ("TEXT",),
        """
In the named entity and coreference tasks, the slot that the text between the tags goes into.
""",
    ),
    manual_option(
        "sgml_TYPE_slot",
        Kind.NAME,
        ("TYPE",),
        """
In the named entity task, the attribute that gives the kind of entity.
""",
    ),
    manual_option(
        "sgml_alternative_separator",
        Kind.CHARACTER,
        ("|",),
        """
The character between alternatives in an attribute's value, as in `TYPE="LOCATION|ORGANIZATION"`.
""",
    ),
    manual_option(
        "sgml_attribute_quote_char",
        Kind.CHARACTER,
        ("*",),
        """
The character that represents a double quote inside an attribute's value: `MIN="the *Big Apple*"`
means `the "Big Apple"`.
""",
    ),
)


NO_YES = ("no", "yes")


def _own(name: str, choices: tuple[str, ...], documentation: str) -> Option:
    """Return an option that only keytally has; its first choice is the default."""
    return Option(name, Kind.CHOICE, choices[:1], documentation.strip(), choices, "keytally")


OWN_OPTIONS = (
    _own(
        "force_pairing",
        NO_YES,
        """
How objects of one class that remain unaligned on both sides of a document are scored. With `no`, as in
the manual's prose, they are missing and spurious. With `yes`, as in its tables, they are paired as
incorrect objects after the others are aligned: in each slot of such a pair the smaller
of MIS and SPU becomes INC. Recall, precision and F stay the same; undergeneration,
overgeneration, substitution and error change.

Used in the template tasks.
""",
    ),
    _own(
        "ne_allow_incorrect",
        NO_YES,
        """
Whether two named-entity tags of one class at the same position are aligned even if none of their
fills agree. With `no` such tags are one missing and one spurious object; with `yes` they are a
correct object with incorrect slots, regardless of the map threshold.
""",
    ),
    _own(
        "ne_overlap",
        ("half_open", "closed", "exact"),
        """
When two named-entity tags are at the same position of the text:

* `half_open`: their texts share at least one character;
* `closed`: they share a character or touch;
* `exact`: their texts start and end at the same positions.
""",
    ),
    _own(
        "ignore_case",
        ("clean_only", "always"),
        """
Whether case is ignored when string fills are compared. `CLEAN` always ignores it; with `always`, `ORIG`
and `STRAIGHTENED` do too (see `stringfill_correct_comparison`).
""",
    ),
    _own(
        "designators",
        ("substring", "token"),
        """
How `corporate_designators` are found in a string fill. With `substring` they are removed anywhere, the
longest first: with `co` configured, `Costco` becomes `st`. With `token` only whole words are removed.
""",
    ),
    _own(
        "rem_tally",
        ("non", "none"),
        """
How a removed pointer counts, that is, a pointer of the key to an optional object that no object of
the response was aligned with: one NON with `non`, nothing with `none`.

Used in the template relation and scenario template tasks.
""",
    ),
    _own(
        "st_transitive",
        NO_YES,
        """
Whether an object that only optional objects point to is optional itself. With `no` only the
positions of the pointers matter: an object is implicitly optional if every pointer to it is in an
optional slot, or in some of a slot's alternatives but not in all.

Used in the scenario template task.
""",
    ),
    _own(
        "key2key_symmetric",
        ("yes", "no"),
        """
Whether optional marks count on both sides when two keys are compared (`:scoring_method key2key`).
With `no` those of the second file are ignored.
""",
    ),
    _own(
        "subtask_other",
        ("literal", "catchall"),
        """
The fills that the `other` rows of the subtask scores count: with `literal` only the fill `OTHER`, with
`catchall` every fill that no other row of its slot names (see `ne_subtask_names`).
""",
    ),
    _own(
        "dd_last_only",
        ("yes", "no"),
        """
Whether, of several DD (document date) sections in a document, only the last is scored.
""",
    ),
    _own(
        "co_exact",
        NO_YES,
        """
Whether mentions align by their whole text only. With `no` a response mention also aligns if it
contains the head that the key's MIN gives and is within the key's mention.

Used in the coreference task.
""",
    ),
    Option(
        "co_metrics",
        Kind.LIST,
        ("muc",),
        """
The coreference measures that are reported in addition to MUC's. `b3` is B-cubed (Bagga and
Baldwin 1998); `ceafm` and `ceafe` are CEAF by mentions and by classes (Luo 2005). `blanc` is defined by Luo
et al. (2014), `lea` by Moosavi and Strube (2016). Separate them with commas or spaces:
`-O co_metrics=muc,b3,lea`. They are reported below the line of totals, and include classes of one mention.

Used in the coreference task.
""".strip(),
        ("muc", "b3", "ceafm", "ceafe", "blanc", "lea"),
        "keytally",
    ),
    Option(
        "also",
        Kind.LIST,
        ("none",),
        """
The measures of templates with roles that are reported in addition to the scorer's: `gtt` (Du, Rush and
Cardie 2021), `ceaf-rme` (Chen and others 2023), or both: `-O also=gtt,ceaf-rme`. A template is an object
to which a TEMPLATE's content points, with all objects that it points to. Its type is the fill of its first
set slot whose name contains `type`, or else its class. Each scored string slot is a role and
each fill an entity; the mentions of an entity are the fills at the same position in the
slot's alternatives. Optional parts count like all others.

Used in the scenario template task.
""".strip(),
        ("none", "gtt", "ceaf-rme"),
        "keytally",
    ),
    _own(
        "compatible",
        ("document", "v8.01"),
        """
The definition of `co_metrics`, where definitions differ. With `document`, BLANC is the mean over links
within classes and links between classes, as defined by Recasens and Hovy (2011) and Luo et al. (2014). A
kind of link that neither side has is omitted. With `v8.01`, as in release 8.01 of the CoNLL reference
scorer, a kind is omitted if the key lacks it, even if the response has it. If the key has only one class,
mentions that the response separates from it then lower recall only.

Used in the coreference task.
""",
    ),
)


MANUAL_OPTIONS = (*TASK_OPTIONS, *TEXT_OPTIONS)

OPTIONS: dict[str, Option] = {option.name: option for option in (*MANUAL_OPTIONS, *OWN_OPTIONS)}

REQUIRED = tuple(name for name, option in OPTIONS.items() if option.default is None)

_BY_LOWER_NAME = {name.lower(): option for name, option in OPTIONS.items()}

_TAKES = {
    Kind.TEXT: "text",
    Kind.CHARACTER: "one character",
    Kind.CHOICE: "one of",
    Kind.FLAG: "`no`, or any other value for yes",
    Kind.NAME: "a name",
    Kind.FILE: "a file name",
    Kind.LIST: "a list of strings",
    Kind.CLASSES: "a list of strings of four words",
    Kind.SLOTS: "a list of strings of six words",
    Kind.SUBTASKS: "a list of strings of three words",
    Kind.GROUPS: "a list of strings of two or more words",
}

_PAGE_START = """
# MUC configuration files

A configuration file defines how the scorer compares a key with a response. It is a list of options:
a colon in the first column of a line, immediately followed by the option's name, then its values.

```
; named entities of one system
:scoring_task   named_entity
:key_file       keys
:response_file  "my responses"
:class_defs     "enamex enamex scored 0"
                "timex timex scored 0"
:slot_defs      "enamex type type scored 4 set"
                "timex type type scored 4 set"
```

* Values are separated by whitespace and may continue over several lines. Put a value that contains spaces in
  single or double quotes.
* A line that starts with a semicolon is a comment.
* Case is ignored in the names of options, classes, slots and attributes.
* If an option that takes one value is given several times, the last line applies. Lists accumulate over
  lines; the first line replaces the default.
* Every option can also be given as `-O name=value` on the command line, which is read as a line
  after those of the file, or in the `options` table of `keytally.toml`. The first such use of a list
  replaces the file's list.
* An unknown option is an error with `-O`; in a file it is the warning
  [unknown-option](rules/unknown-option.md), because the MUC scorer ignores it.
* File names are relative to the configuration's directory.
* Files are read in the configuration's directory and below, in its repository, and in the directory that is
  open in the editor. A configuration from an older installation may name a directory elsewhere, as in
  `:muc_base_directory "/corpora/muc6/"`. Allow that directory with `--allow /corpora/muc6`, or in the editor
  with `keytally.allowedFolders` ([why](guide/pairing.md#what-is-read)). Files that you name with `-O` are
  read anywhere.
* If no configuration is named, the built-in one of the task is used: `muc6-ne`, `muc6-co`, `muc6-te`,
  `muc7-tr` or `muc6-st`; `muc7-ne` or `muc7-co` for a key whose documents are numbered only by `DOCID`.
  Templates with a BNF of their own use the one that `keytally init --bnf FILE` prints, see
  [Pair files](guide/pairing.md#a-bnf-and-no-configuration).
""".strip()

_MANUAL_START = "## Options of the MUC scorer"
_OWN_START = """
## Options of keytally

The MUC scorer's manual is ambiguous in some points. These options choose an interpretation; the first
value is the default.
""".strip()


def find_option(name: str) -> Option | None:
    """Return the option with that name, ignoring case, or None."""
    return _BY_LOWER_NAME.get(name.lower())


def default_value(option: Option) -> str:
    """Return the default of a single-valued option, or ""."""
    return option.default[0] if option.default else ""


def render_documentation(option: Option) -> str:
    """Return the documentation of an option as Markdown: its values, its default, and its meaning."""
    return f"`:{option.name}` takes {_taken(option)}. {_default(option)}\n\n{option.documentation}"


def render_page() -> str:
    """Return the documentation of configuration files as a Markdown page."""
    parts = [_PAGE_START, _MANUAL_START, *_sections(MANUAL_OPTIONS), _OWN_START, *_sections(OWN_OPTIONS)]
    return "\n\n".join(parts) + "\n"


def _sections(options: Iterable[Option]) -> list[str]:
    return [f"### {option.name}\n\n{render_documentation(option)}" for option in options]


def _taken(option: Option) -> str:
    choices = ", ".join(f"`{choice}`" for choice in option.choices)
    takes = "a list of" if option.choices and option.kind is Kind.LIST else _TAKES[option.kind]
    return f"{takes} {choices}".rstrip()


def _default(option: Option) -> str:
    if option.default is None:
        return "Required."
    values = " ".join(f"`{_written(value)}`" for value in option.default)
    return f"Default: {values}." if values else "Default: none."


def _written(value: str) -> str:
    return value if value and " " not in value else f'"{value}"'
