"""Rules for the files of corpus pattern analysis."""

from typing import TypedDict

from keytally.findings.finding import NoArguments, RuleGroup, Severity

E, W = Severity.ERROR, Severity.WARNING

FAMILY = RuleGroup("cpa", "Corpus pattern analysis")
_rule, _message = FAMILY.rule, FAMILY.message


class CpaColumns(TypedDict):
    """Arguments for the message of `cpa-columns`."""

    extension: str
    wanted: str
    given: str
    repair: str


CPA_COLUMNS = _rule(
    "cpa-columns",
    CpaColumns,
    E,
    "A line has the wrong number of columns for its file type.",
    "a line of a {extension} file must have {wanted} columns, separated by tabs; this one has {given}",
    "{repair}",
    leaves_out=True,
)


CPA_CARRIAGE_RETURN = _rule(
    "cpa-carriage-return",
    NoArguments,
    E,
    "A line ends in a carriage return, which the official program reads as part of the last cell.",
    "the line ends in a carriage return, which the official program reads as part of the last cell",
    "remove it",
)


class CpaIdBlanks(TypedDict):
    """Arguments for the message about spaces around an id."""

    identifier: str


CPA_ID = _rule(
    "cpa-id",
    NoArguments,
    E,
    "A line has no id, or its id has spaces around it.",
    "this line has no id; all lines without an id are read as one item",
)
CPA_ID_BLANKS = _message(
    CPA_ID,
    CpaIdBlanks,
    "there are spaces around the id {identifier}, which make it a different id",
    "remove them",
)


class CpaDuplicateId(TypedDict):
    """Arguments for the message of `cpa-duplicate-id`."""

    identifier: str


CPA_DUPLICATE_ID = _rule(
    "cpa-duplicate-id",
    CpaDuplicateId,
    E,
    "Two lines of a file have the same id.",
    "duplicate id {identifier}; only the first line counts",
    leaves_out=True,
)


class CpaTag(TypedDict):
    """Arguments for the message of `cpa-tag`."""

    tag: str
    known: str
    nearest: str


CPA_TAG = _rule(
    "cpa-tag",
    CpaTag,
    E,
    "A syntactic tag is not defined by the task.",
    "unknown syntactic tag {tag}; expected one of {known}",
    "change it to {nearest}",
)


CPA_VERB = _rule(
    "cpa-verb",
    NoArguments,
    W,
    "A sentence of a .parse file has no row for its verb.",
    "no row of this sentence has the tag v, which marks the verb",
)


class CpaSemanticType(TypedDict):
    """Arguments for the message of `cpa-semantic-type`."""

    term: str
    hint: str
    nearest: str


class CpaTypeBlanks(TypedDict):
    """Arguments for the message about spaces around a semantic type."""

    nearest: str


CPA_SEMANTIC_TYPE = _rule(
    "cpa-semantic-type",
    CpaSemanticType,
    W,
    "A semantic type is not in the ontology, or has spaces around it.",
    "the ontology has no semantic type {term}{hint}",
    "change it to {nearest}",
)
CPA_TYPE_BLANKS = _message(
    CPA_SEMANTIC_TYPE,
    CpaTypeBlanks,
    "there are spaces around the text of this cell, which the official program reads as part of it",
    "change it to {nearest}",
)


class CpaCluster(TypedDict):
    """Arguments for the message of `cpa-cluster`."""

    cluster: str
    nearest: str


CPA_CLUSTER = _rule(
    "cpa-cluster",
    CpaCluster,
    W,
    "A cluster is not an integer, or has spaces around it.",
    "the cluster {cluster} is not an integer; the line is skipped",
    "change it to {nearest}",
    leaves_out=True,
)


class CpaClusterBlanks(TypedDict):
    """Arguments for the message about spaces around a cluster."""

    cluster: str


CPA_CLUSTER_BLANKS = _message(
    CPA_CLUSTER,
    CpaClusterBlanks,
    "there are spaces around the cluster {cluster}, which the official program reads as part of its name",
    "remove them",
)


class CpaManyPatterns(TypedDict):
    """Arguments for the message of `cpa-many-patterns`."""

    count: str
    most: str


CPA_MANY_PATTERNS = _rule(
    "cpa-many-patterns",
    CpaManyPatterns,
    W,
    "A file has too many patterns to try all alignments.",
    "the file has {count} patterns; if the other file lacks more than {most}, they are paired in file order",
)


class CpaMissingVerb(TypedDict):
    """Arguments for the message of `cpa-missing-verb`."""

    file: str


CPA_MISSING_VERB = _rule(
    "cpa-missing-verb",
    CpaMissingVerb,
    W,
    "The response has no file for a verb of the key.",
    "the response has no file {file} next to this one; its verb scores 0",
)
