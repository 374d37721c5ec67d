Artifact					past	Location		
Speech_Act					from	Money	to	Event
Human								
