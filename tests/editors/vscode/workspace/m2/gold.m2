S The mill open at six .
A 2 3|||SVA|||opens|||REQUIRED|||-NONE-|||0

S She buy two loafs .
A 1 2|||SVA|||buys|||REQUIRED|||-NONE-|||0
A 3 4|||Nn|||loaves|||REQUIRED|||-NONE-|||0

