"""The task `relations`: typed links between labelled spans."""
