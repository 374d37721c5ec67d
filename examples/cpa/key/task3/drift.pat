Vehicle					past	Location		
Speech_Act					from	Anything	to	Anything
