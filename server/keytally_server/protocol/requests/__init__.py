"""The handlers of requests, one file each: functions of the server, a snapshot and the params."""
