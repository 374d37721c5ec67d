"""keytally's own options, for questions that the manual leaves open."""

from keytally.evaluations.options import Kind, Option

NO_YES = ("no", "yes")


def _own(name: str, choices: tuple[str, ...], documentation: str) -> Option:
    """One of keytally's own options; the first of its choices is the default."""
    return Option(name, Kind.CHOICE, choices[:1], documentation.strip(), choices, "keytally")


OWN_OPTIONS = (
    _own(
        "force_pairing",
        NO_YES,
        """
What becomes of objects of one class that are left over on both sides of a document. With `no`, as
the manual's prose has it, they are missing and spurious. With `yes`, as its tables have it, they
are paired as incorrect objects once all else is aligned: in each slot of such a pair the smaller
of MIS and SPU becomes INC. Recall, precision and F stay; undergeneration, overgeneration,
substitution and error change.

Used in the template tasks.
""",
    ),
    _own(
        "ne_allow_incorrect",
        NO_YES,
        """
Whether two named-entity tags of one class at the same position are aligned even if none of their
fills agree. With `no` such tags are one missing and one spurious object; with `yes` they are a
correct object with incorrect slots, whatever the map threshold.
""",
    ),
    _own(
        "ne_overlap",
        ("half_open", "closed", "exact"),
        """
When two named-entity tags stand in the same position of the text:

* `half_open`: their texts share at least one character;
* `closed`: they share a character or touch;
* `exact`: their texts start and end at the same places.
""",
    ),
    _own(
        "ignore_case",
        ("clean_only", "always"),
        """
Whether string fills are compared without regard to case. `CLEAN` always is; with `always`, `ORIG`
and `STRAIGHTENED` are too (see `stringfill_correct_comparison`).
""",
    ),
    _own(
        "designators",
        ("substring", "token"),
        """
How `corporate_designators` are found in a string fill. With `substring` they go wherever they
stand, the longest first: with `co` configured, `Costco` becomes `st`. With `token` only whole words
go.
""",
    ),
    _own(
        "rem_tally",
        ("non", "none"),
        """
What a removed pointer counts, that is, a pointer of the key to an optional object that no object of
the response was aligned with: one NON with `non`, nothing with `none`.

Used in the template relation and scenario template tasks.
""",
    ),
    _own(
        "st_transitive",
        NO_YES,
        """
Whether an object that only optional objects point to is optional itself. With `no` only the places
of the pointers decide: an object is implicitly optional if every pointer to it stands in an
optional slot, or in some of a slot's alternatives but not in all.

Used in the scenario template task.
""",
    ),
    _own(
        "key2key_symmetric",
        ("yes", "no"),
        """
Whether optional marks count on both sides when two keys are compared (`:scoring_method key2key`).
With `no` those of the second file count for nothing.
""",
    ),
    _own(
        "subtask_other",
        ("literal", "catchall"),
        """
What the `other` rows of the subtask scores count: with `literal` fills that read OTHER, with
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
Whether mentions align by their whole text only. With `no` a response mention also aligns when it
holds the head that the key's MIN gives and lies within the key's mention.

Used in the coreference task.
""",
    ),
    Option(
        "co_metrics",
        Kind.LIST,
        ("muc",),
        """
Which measures of coreference are reported, besides that of MUC, which always is: any of `b3` (B-cubed, Bagga
and Baldwin 1998), `ceafm` and `ceafe` (CEAF by mentions and by classes, Luo 2005), `blanc` (Luo et al. 2014)
and `lea` (Moosavi and Strube 2016). Commas may part them as well as blanks: `-O co_metrics=muc,b3,lea`. They
stand below the line of totals and apart from it, and classes of one mention count in them.

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
Which measures of templates with roles are reported besides the scorer's: `gtt` (Du, Rush and Cardie 2021),
`ceaf-rme` (Chen and others 2023), or both: `-O also=gtt,ceaf-rme`. A template is an object to which a
TEMPLATE's content points, with all that it points to; its type is the fill of its first set slot whose name
has `type` in it, else its class; each scored string slot is a role, each fill an entity, whose mentions are
the fills in the same place of the slot's alternatives. Optional parts count as all others.

Used in the scenario template task.
""".strip(),
        ("none", "gtt", "ceaf-rme"),
        "keytally",
    ),
    _own(
        "compatible",
        ("document", "v8.01"),
        """
Whose figures `co_metrics` gives where definitions differ. With `document` BLANC is the mean over both kinds
of links, those within classes and those between, and a kind that neither side has is left out, as Recasens
and Hovy (2011) and Luo et al. (2014) define it. With `v8.01` a kind is left out as soon as the key lacks it,
whatever the response has, as in release 8.01 of the CoNLL reference scorer: where all of the key is one
class, what the response sets apart from it costs recall only.

Used in the coreference task.
""",
    ),
)
