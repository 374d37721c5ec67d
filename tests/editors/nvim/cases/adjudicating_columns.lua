-- Entities of three annotators in token columns are adjudicated to their end by the keyboard, sentence by sentence.
local t = ...

t.adjudicate('adjudication_columns', 'bio', 12, {
  { 'Orrel Bridge', '1', 'Orrel' },
  { 'Works', '1', 'Works' },
  { 'Tarn', '1', 'Tarn' },
  { 'Brenk', '1', 'Brenk' },
  { 'council of Orrel', '2', 'Orrel' },
  { 'Swing Day', '0', 'Swing' },
})
