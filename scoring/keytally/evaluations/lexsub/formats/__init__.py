"""The files of the task: gold standards, system outputs, and the sentences in XML."""
