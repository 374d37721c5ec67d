"""Rules of the files of corpus pattern analysis."""

from keytally.findings.rule import Severity
from keytally.findings.table.family import Family

E, W = Severity.ERROR, Severity.WARNING

FAMILY = Family("cpa")
_rule = FAMILY.rule

CPA_COLUMNS = _rule(
    "cpa-columns",
    E,
    "A line has more or fewer columns than its kind of file has.",
    "a line of a {extension} file has {wanted} columns, separated by tabs; this one has {given}",
    "{repair}",
)
CPA_DUPLICATE_ID = _rule(
    "cpa-duplicate-id",
    E,
    "Two lines of a file have the same id.",
    "the id {identifier} stands on a line before; only the first one counts",
)
CPA_TAG = _rule(
    "cpa-tag",
    E,
    "A syntactic tag is none of those that the task has.",
    "there is no syntactic tag {tag}; it is one of {known}",
    "change it to {nearest}",
)
CPA_SEMANTIC_TYPE = _rule(
    "cpa-semantic-type",
    W,
    "A semantic type is not in the ontology, or has blanks around it.",
    "{problem}",
    "change it to {nearest}",
)
CPA_CLUSTER = _rule(
    "cpa-cluster",
    W,
    "A cluster is not an integer.",
    "the cluster {cluster} is not an integer; the line is skipped",
    "change it to {nearest}",
)
CPA_MISSING_VERB = _rule(
    "cpa-missing-verb",
    W,
    "The response has no file for a verb of the key.",
    "the response has no file {file} beside this one; its verb scores 0",
)
