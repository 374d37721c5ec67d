S The bakery open at six in morning .
A 2 3|||R:VERB:SVA|||opens|||REQUIRED|||-NONE-|||0

S Its bread is famous in the whole valley .
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S Many peoples wait on front of the door .
A 1 2|||R:NOUN:NUM|||people|||REQUIRED|||-NONE-|||0
A 3 4|||R:PREP|||in|||REQUIRED|||-NONE-|||0

S The baker she sells the the last loaf early .
A 2 3|||U:PRON||||||REQUIRED|||-NONE-|||0
A 5 6|||U:DET||||||REQUIRED|||-NONE-|||0

S Yesterday I have bought two loafs and a cake .
A 2 4|||R:VERB:TENSE|||bought|||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||cakes|||REQUIRED|||-NONE-|||0

S They was still warm when I arrived to home .
A 1 2|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 6 8|||R:VERB|||came|||REQUIRED|||-NONE-|||0
