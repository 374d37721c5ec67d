-- Records of three annotators are adjudicated to their end by the keyboard, value by value.
local t = ...

t.adjudicate('adjudication_records', 'jsonl', 13, {
  { 'items[].price', '1', '}' },
  { 'date', '1', '}' },
  { 'shop', '1', '}' },
  { 'tags[]', '0', '}' },
})
