-- Objects of two annotators are adjudicated to their end by the keyboard, whole or slot by slot.
local t = ...

t.adjudicate('adjudication_template_element', 'tmpl', 6, {
  { 'ORGANIZATION-2603050001-1 > ORG_LOCALE', '1', '<ORGANIZATION-2603050001-1>' },
  { 'ORGANIZATION-2603050001-1 > ORG_DESCRIPTOR', '1', '<ORGANIZATION-2603050001-1>' },
  { 'PERSON-2603050001-1 > PER_ALIAS', '1', '<PERSON-2603050001-1>' },
  { 'ORGANIZATION-2603060002-1 > ORG_TYPE', '2', '<ORGANIZATION-2603060002-1>' },
  { 'PERSON-2603060002-2', '1', '' },
})
