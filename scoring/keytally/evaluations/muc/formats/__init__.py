"""How files of the MUC tasks are read: SGML texts, keys and responses, and configuration files."""
