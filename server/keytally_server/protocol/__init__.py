"""The Language Server Protocol: message loop, scheduling, diagnostics and conversions."""
