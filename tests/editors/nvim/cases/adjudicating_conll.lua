-- Chains of CoNLL-2012 and CorefUD are adjudicated to their end by the keyboard: a link that all agree on comes with what
-- it leads to, and mentions may have two stretches or be of an empty node.
local t = ...

t.adjudicate('adjudication_conll', 'conll', 14, {
  { 'It', '1', 'It\t-' },
  { 'a bell below the old pier', '0', 'a\t-' },
  { 'a bell', '1', 'a\t-' },
  { 'it', '1', 'it\t-' },
  { 'the museum', '0', 'the\t-' },
})

t.adjudicate('adjudication_corefud', 'conllu', 13, {
  { '_', '1', '_' },
  { 'It', '1', 'It' },
  { 'the mill', '1', 'the' },
  { 'she', '1', 'she' },
  { 'Millers with farmers', '1', 'Millers' },
  { 'all of them', '0', 'all' },
})
