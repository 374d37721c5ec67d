"""SGML files of the MUC tasks: texts, keys and responses as units, tags, elements and objects."""
