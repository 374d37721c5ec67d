"""Figures of other scorers of JSON records: KIEval, DocuBench, omni-extract-bench and ExtractBench."""
