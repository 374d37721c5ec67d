S The bakery open at six in morning .
A 2 3|||SVA|||opens|||REQUIRED|||-NONE-|||0
A 5 5|||ArtOrDet|||the|||REQUIRED|||-NONE-|||0
A 2 3|||Vt|||opened|||REQUIRED|||-NONE-|||1
A 4 7|||Prep|||at six o'clock|||REQUIRED|||-NONE-|||1

S Its bread is famous in the whole valley .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S Many peoples wait on front of the door .
A 1 2|||Nn|||people|||REQUIRED|||-NONE-|||0
A 3 4|||Prep|||in|||REQUIRED|||-NONE-|||0
A 1 2|||Nn|||people|||REQUIRED|||-NONE-|||1
A 3 6|||Prep|||outside||before|||REQUIRED|||-NONE-|||1

S The baker she sells the the last loaf early .
A 2 3|||Pronoun|||-NONE-|||REQUIRED|||-NONE-|||0
A 5 6|||ArtOrDet|||-NONE-|||REQUIRED|||-NONE-|||0

S Yesterday I have bought two loafs and a cake .
A 2 4|||Vt|||bought|||REQUIRED|||-NONE-|||0
A 5 6|||Nn|||loaves|||REQUIRED|||-NONE-|||0

S They was still warm when I arrived to home .
A 1 2|||SVA|||were|||REQUIRED|||-NONE-|||0
A 7 8|||Prep|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||SVA|||were|||REQUIRED|||-NONE-|||1
A 6 8|||Wci|||got|||REQUIRED|||-NONE-|||1
