Human	Artifact				with	Substance		
Body_Part								
Human	Speech_Act							
