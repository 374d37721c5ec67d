"""Figures of other scorers for JSON records: KIEval, DocuBench, omni-extract-bench and ExtractBench."""
