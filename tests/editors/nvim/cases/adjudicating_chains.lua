-- Chains of two annotators are adjudicated to their end by the keyboard: a mention comes with its link.
local t = ...

t.adjudicate('adjudication_coreference', 'sgml', 11, {
  { 'Their lamp', '1', 'Their</COREF> lamp' },
  { 'it', '1', 'it rains' },
  { 'they', '1', 'they said' },
  { 'The Coast Authority', '1', 'The Coast Authority promised' },
})
