"""Presenters of SGML documents."""
