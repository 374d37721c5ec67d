"""keytally: scores annotations against answer keys, and checks them for errors.

    import keytally

    result = keytally.score("key.sgml", "response.sgml", task="named_entity")
    findings = keytally.check("response.sgml", task="named_entity", role="response")

The names below are the public interface. Each is imported on first use, so that a program loads
only the modules that it needs.
"""

from keytally.version import VERSION

TYPE_CHECKING = False  # the command imports this first, and little else may come before it catches Ctrl-C
if TYPE_CHECKING:
    from typing import Any

    from keytally.comparison.procedure import Procedure
    from keytally.families.records.values import RecordsResult, records
    from keytally.families.spans.relations.values import RelationsResult, relations
    from keytally.families.spans.values import SpansResult, spans
    from keytally.findings.finding import (
        FilePosition,
        Fix,
        LocatedFinding,
        RelatedPlace,
        Replacement,
        Rule,
        Severity,
    )
    from keytally.project.discovery import discover
    from keytally.runs.agreement import AgreementResult, agreement
    from keytally.runs.check import check
    from keytally.runs.compare import (
        CompareResult,
        Details,
        KeyComparison,
        compare,
        compare_configurations,
        compare_project,
    )
    from keytally.runs.convert import ConvertResult, convert
    from keytally.runs.distributed_scoring import DocumentShare, ScoredShare, documents, fold
    from keytally.runs.error_analysis import (
        ErrorsResult,
        PairErrors,
        errors,
        errors_configuration,
        errors_project,
    )
    from keytally.runs.files import KeytallyError
    from keytally.runs.merge import MergeResult, merge, merge_project
    from keytally.runs.report import ReportResult, report, report_configurations, report_project
    from keytally.runs.score import score, score_configuration
    from keytally.runs.score_result import ScoreResult


__version__ = VERSION

__all__ = [
    "AgreementResult",
    "CompareResult",
    "ConvertResult",
    "Details",
    "DocumentShare",
    "ErrorsResult",
    "FilePosition",
    "Fix",
    "KeyComparison",
    "KeytallyError",
    "LocatedFinding",
    "MergeResult",
    "PairErrors",
    "Procedure",
    "RecordsResult",
    "RelatedPlace",
    "RelationsResult",
    "Replacement",
    "ReportResult",
    "Rule",
    "ScoreResult",
    "ScoredShare",
    "Severity",
    "SpansResult",
    "__version__",
    "agreement",
    "check",
    "compare",
    "compare_configurations",
    "compare_project",
    "convert",
    "discover",
    "documents",
    "errors",
    "errors_configuration",
    "errors_project",
    "fold",
    "merge",
    "merge_project",
    "records",
    "relations",
    "report",
    "report_configurations",
    "report_project",
    "score",
    "score_configuration",
    "spans",
]

_MODULES = {
    "AgreementResult": "keytally.runs.agreement",
    "CompareResult": "keytally.runs.compare",
    "ConvertResult": "keytally.runs.convert",
    "Details": "keytally.runs.compare",
    "DocumentShare": "keytally.runs.distributed_scoring",
    "ErrorsResult": "keytally.runs.error_analysis",
    "Fix": "keytally.findings.finding",
    "KeyComparison": "keytally.runs.compare",
    "KeytallyError": "keytally.runs.files",
    "LocatedFinding": "keytally.findings.finding",
    "MergeResult": "keytally.runs.merge",
    "PairErrors": "keytally.runs.error_analysis",
    "FilePosition": "keytally.findings.finding",
    "Procedure": "keytally.comparison.procedure",
    "RecordsResult": "keytally.families.records.values",
    "RelatedPlace": "keytally.findings.finding",
    "RelationsResult": "keytally.families.spans.relations.values",
    "Replacement": "keytally.findings.finding",
    "ReportResult": "keytally.runs.report",
    "Rule": "keytally.findings.finding",
    "ScoreResult": "keytally.runs.score_result",
    "ScoredShare": "keytally.runs.distributed_scoring",
    "Severity": "keytally.findings.finding",
    "SpansResult": "keytally.families.spans.values",
    "agreement": "keytally.runs.agreement",
    "check": "keytally.runs.check",
    "compare": "keytally.runs.compare",
    "compare_configurations": "keytally.runs.compare",
    "compare_project": "keytally.runs.compare",
    "convert": "keytally.runs.convert",
    "discover": "keytally.project.discovery",
    "documents": "keytally.runs.distributed_scoring",
    "fold": "keytally.runs.distributed_scoring",
    "errors": "keytally.runs.error_analysis",
    "errors_configuration": "keytally.runs.error_analysis",
    "errors_project": "keytally.runs.error_analysis",
    "merge": "keytally.runs.merge",
    "merge_project": "keytally.runs.merge",
    "records": "keytally.families.records.values",
    "relations": "keytally.families.spans.relations.values",
    "report": "keytally.runs.report",
    "report_configurations": "keytally.runs.report",
    "report_project": "keytally.runs.report",
    "score": "keytally.runs.score",
    "score_configuration": "keytally.runs.score",
    "spans": "keytally.families.spans.values",
}


def __dir__() -> list[str]:
    """Return the available names, imported or not."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> "Any":
    """Import a public name on first use."""
    from importlib import import_module  # noqa: PLC0415 - see above

    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
