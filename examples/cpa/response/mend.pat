Human	Artifact							
Human	Event							
