"""Detection of files of records by their beginning."""

import re

_OF_SPANS = re.compile(r'(?<!\\)"extraction_class"\s*:')
_RECORD = re.compile(r'[\s\ufeff]*(?:\[\s*)?\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\})')


def is_of_records(first_part: str) -> bool:
    """Return whether a text begins with a JSON object that is of no other task."""
    return _RECORD.match(first_part) is not None and _OF_SPANS.search(first_part) is None
