"""keytally: checks and scores answer keys.

    import keytally

    result = keytally.score("key.sgml", "response.sgml", task="named_entity")
    findings = keytally.check("response.sgml", task="named_entity", role="response")

The names below are the public interface. Each is imported when it is first used, so that a program
pays only for what it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from keytally.version import VERSION

if TYPE_CHECKING:
    from keytally.batch.agreement import agreement
    from keytally.batch.agreement_result import AgreementResult
    from keytally.batch.checking import check
    from keytally.batch.compare import compare, compare_configurations
    from keytally.batch.compare_project import KeyComparison, compare_project
    from keytally.batch.compare_result import CompareResult
    from keytally.batch.compared_systems import Details
    from keytally.batch.convert import convert
    from keytally.batch.convert_result import ConvertResult
    from keytally.batch.documents import DocumentShare, ScoredShare, documents
    from keytally.batch.error_analysis import errors, errors_configuration
    from keytally.batch.errors import KeytallyError
    from keytally.batch.errors_project import PairErrors, errors_project
    from keytally.batch.errors_result import ErrorsResult
    from keytally.batch.fold import fold
    from keytally.batch.merge import merge, merge_project
    from keytally.batch.merge_result import MergeResult
    from keytally.batch.report import report, report_configurations
    from keytally.batch.report_project import report_project
    from keytally.batch.report_result import ReportResult
    from keytally.batch.score import score, score_configuration
    from keytally.batch.score_result import ScoreResult
    from keytally.comparison.procedure import Procedure
    from keytally.findings.located import Fix, LocatedFinding, RelatedPlace, Replacement
    from keytally.findings.rule import Rule, Severity
    from keytally.project.discovery import discover
    from keytally.text.span import Position

__version__ = VERSION

__all__ = [
    "AgreementResult",
    "CompareResult",
    "ConvertResult",
    "Details",
    "DocumentShare",
    "ErrorsResult",
    "Fix",
    "KeyComparison",
    "KeytallyError",
    "LocatedFinding",
    "MergeResult",
    "PairErrors",
    "Position",
    "Procedure",
    "RelatedPlace",
    "Replacement",
    "ReportResult",
    "Rule",
    "ScoreResult",
    "ScoredShare",
    "Severity",
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
    "report",
    "report_configurations",
    "report_project",
    "score",
    "score_configuration",
]

_MODULES = {
    "AgreementResult": "keytally.batch.agreement_result",
    "CompareResult": "keytally.batch.compare_result",
    "ConvertResult": "keytally.batch.convert_result",
    "Details": "keytally.batch.compared_systems",
    "DocumentShare": "keytally.batch.documents",
    "ErrorsResult": "keytally.batch.errors_result",
    "Fix": "keytally.findings.located",
    "KeyComparison": "keytally.batch.compare_project",
    "KeytallyError": "keytally.batch.errors",
    "LocatedFinding": "keytally.findings.located",
    "MergeResult": "keytally.batch.merge_result",
    "PairErrors": "keytally.batch.errors_project",
    "Position": "keytally.text.span",
    "Procedure": "keytally.comparison.procedure",
    "RelatedPlace": "keytally.findings.located",
    "Replacement": "keytally.findings.located",
    "ReportResult": "keytally.batch.report_result",
    "Rule": "keytally.findings.rule",
    "ScoreResult": "keytally.batch.score_result",
    "ScoredShare": "keytally.batch.documents",
    "Severity": "keytally.findings.rule",
    "agreement": "keytally.batch.agreement",
    "check": "keytally.batch.checking",
    "compare": "keytally.batch.compare",
    "compare_configurations": "keytally.batch.compare",
    "compare_project": "keytally.batch.compare_project",
    "convert": "keytally.batch.convert",
    "discover": "keytally.project.discovery",
    "documents": "keytally.batch.documents",
    "fold": "keytally.batch.fold",
    "errors": "keytally.batch.error_analysis",
    "errors_configuration": "keytally.batch.error_analysis",
    "errors_project": "keytally.batch.errors_project",
    "merge": "keytally.batch.merge",
    "merge_project": "keytally.batch.merge",
    "report": "keytally.batch.report",
    "report_configurations": "keytally.batch.report",
    "report_project": "keytally.batch.report_project",
    "score": "keytally.batch.score",
    "score_configuration": "keytally.batch.score",
}


def __dir__() -> list[str]:
    """What there is to ask for, imported yet or not."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
