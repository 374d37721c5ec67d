"""The file formats of the MUC tasks: SGML, templates, BNFs and configuration files."""
