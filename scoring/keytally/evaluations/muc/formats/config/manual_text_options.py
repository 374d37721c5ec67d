"""The options of the manual on how texts are read and compared: sections, string fills and SGML."""

from keytally.evaluations.muc.formats.config.manual_option import manual_option
from keytally.evaluations.options import Kind

TEXT_OPTIONS = (
    manual_option(
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

With groups given, sections in no group are scored but get no row. Without any, each section has its
own.
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
Words that are taken from the beginning of string fills before these are compared as `CLEAN`.

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
Strings that become blanks in string fills, wherever they stand, before these are compared as
`CLEAN`. Mostly punctuation.

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
Strings that are taken out of string fills before these are compared as `CLEAN`.

They are looked for when the postmodifiers have become blanks and runs of blanks have become one: to
drop `S.A. DE C.V.` where `.` is a postmodifier, write `"S A DE C V"`.

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

* `ORIG`: as they stand in the files;
* `STRAIGHTENED`: without white space at either end, and with one blank for every run of it;
* `CLEAN`: straightened, without regard to case, and without `premodifiers`, `postmodifiers` and
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
The SGML element that holds one whole document.
""",
    ),
    manual_option(
        "sgml_DOCNUM_gid",
        Kind.NAME,
        ("DOCNO",),
        """
The SGML element that holds a document's number. Every document must have it. The number is all the
digits in it, strung together: `940224-0133.` is document 9402240133.
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
In the coreference task, the attribute that gives the head of the tagged phrase: the least that a
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
In the named entity task, the attribute that tells the kind of entity.
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
The character that stands for a double quote inside an attribute's value: `MIN="the *Big Apple*"`
means `the "Big Apple"`.
""",
    ),
)
