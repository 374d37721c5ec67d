"""The handlers of requests: plain values of presenters, converted to LSP."""
