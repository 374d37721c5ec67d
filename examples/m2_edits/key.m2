S The bakery open at six in morning .
A 2 3|||R:VERB:SVA|||opens|||REQUIRED|||-NONE-|||0
A 6 6|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 2 3|||R:VERB:TENSE|||opened|||REQUIRED|||-NONE-|||1
A 4 7|||R:PREP|||at six o'clock|||REQUIRED|||-NONE-|||1

S Its bread is famous in the whole valley .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Many peoples wait on front of the door .
A 1 2|||R:NOUN:NUM|||people|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN:NUM|||people|||REQUIRED|||-NONE-|||1
A 3 6|||R:PREP|||outside||before|||REQUIRED|||-NONE-|||1

S The baker she sells the the last loaf early .
A 2 3|||U:PRON|||-NONE-|||REQUIRED|||-NONE-|||0
A 5 6|||U:DET|||-NONE-|||REQUIRED|||-NONE-|||0

S Yesterday I have bought two loafs and a cake .
A 2 4|||R:VERB:TENSE|||bought|||REQUIRED|||-NONE-|||0
A 5 6|||R:NOUN:INFL|||loaves|||REQUIRED|||-NONE-|||0

S They was still warm when I arrived to home .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 7 8|||U:PREP||||||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||1
A 6 8|||R:VERB|||got|||REQUIRED|||-NONE-|||1
