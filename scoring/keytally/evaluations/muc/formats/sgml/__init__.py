"""SGML files of the MUC tasks: texts, keys and responses, read into units, tags, elements and objects."""
