"""The file formats of the task: gold standards, system outputs, and the sentences in XML."""
