"""The handlers of requests, one file each: the server, a snapshot and the params in, the answer out."""
