"""SGML files: syntax, tags, units, coreference chains, rules and the language."""
