-- The verdict of every visible fill is drawn, where it stands, and can be hidden.
local t = ...

local response = t.open_scored('response.sgml')
local wrong = t.wait_mark(response, 'Detail|LOCATION')
local row, column = t.find(response, 'LOCATION">Café')
t.equal({ row, column }, { wrong.row, wrong.column }, 'the wrong type, after a line with accents')
local labels = vim.iter(t.marks(response)):filter(function(mark)
  return mark.row == row and mark.label and mark.group ~= 'KeytallyMissingLabel'
end)
t.equal(
  { '[inc]' },
  labels
    :map(function(mark)
      return mark.label
    end)
    :totable(),
  'a tag with a wrong part has one label'
)
t.wait_mark(response, 'Correct|Zoë Bénard')
t.equal(nil, t.mark(response, 'Correct|Café Noir'), 'no part of a wrong tag stands as correct')
t.wait_mark(response, 'Spurious|<ENAMEX TYPE="PERSON">Nobody</ENAMEX>')

local missing = vim.iter(t.marks(response)):find(function(mark)
  return mark.group == 'KeytallyMissingLabel'
end)
row, column = t.find(response, 'Lyon')
t.equal({ row, column }, { missing.row, missing.column }, 'the missing tag stands before its text')
t.equal('inline', missing.position, 'a mark of no width takes room of its own')
t.equal('[mis LOCATION]', missing.label, 'its label does not say the text behind it again')
t.wait_mark(response, 'Missing|Lyon')

local spurious = vim.iter(t.marks(response)):filter(function(mark)
  return mark.row == t.find(response, 'Nobody') and mark.group == 'KeytallySpuriousLabel'
end)
t.equal(1, #spurious:totable(), 'a tag and its fills of one verdict bear one label')

local styles = {}
for _, name in ipairs({ 'Correct', 'Partial', 'Incorrect', 'Missing', 'Spurious' }) do
  local definition = vim.api.nvim_get_hl(0, { name = 'Keytally' .. name })
  for _, style in ipairs({ 'underline', 'underdotted', 'undercurl', 'underdashed', 'underdouble' }) do
    if definition[style] then
      styles[style] = name
    end
  end
end
t.equal(5, vim.tbl_count(styles), 'the verdicts that count differ without colour')

-- A mark of several lines leaves out what the lines are indented by.
vim.cmd([[%s+Nobody</ENAMEX>+Nobody\r\t and\r  others</ENAMEX>+]])
for _, piece in ipairs({ '<ENAMEX TYPE="PERSON">Nobody', 'and', 'others</ENAMEX>' }) do
  t.wait_mark(response, 'Spurious|' .. piece)
end
vim.cmd('undo')
t.wait_mark(response, 'Spurious|<ENAMEX TYPE="PERSON">Nobody</ENAMEX>')

vim.cmd('Keytally marks')
t.equal({}, t.marks(response), 'the marks are hidden')
vim.cmd('Keytally marks on')
t.wait_mark(response, 'Detail|LOCATION')
vim.cmd('Keytally marks off')
t.equal({}, t.marks(response), 'the marks are hidden again')
vim.cmd('Keytally marks on')

-- The reading view conceals the tags, and gives the window its options again.
local function concealed()
  local namespace = vim.api.nvim_get_namespaces()['keytally.reading']
  local found = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(response, namespace, 0, -1, { details = true })) do
    local details = mark[4]
    local text = vim.api.nvim_buf_get_text(response, mark[2], mark[3], details.end_row, details.end_col, {})
    t.equal('', details.conceal, 'it takes no room')
    table.insert(found, table.concat(text, '\n'))
  end
  return found
end
t.wait_mark(response, 'Detail|LOCATION')
t.equal(0, vim.wo.conceallevel, 'nothing is concealed at first')
vim.cmd('Keytally reading')
t.holds(vim.list_contains(concealed(), '</ENAMEX>'), 'a close tag is concealed')
t.holds(vim.list_contains(concealed(), '<ENAMEX TYPE="LOCATION">'), 'an open tag is concealed')
for _, text in ipairs(concealed()) do
  t.holds(text:find('^<[^<>]*>$'), 'only tags are concealed: ' .. text)
end
t.equal(3, vim.wo.conceallevel, 'the window conceals')
vim.cmd('Keytally reading off')
t.equal({}, concealed(), 'all is shown again')
t.equal(0, vim.wo.conceallevel, 'the window has its option again')
for _, level in ipairs({ 3, 0 }) do
  t.keys([[\v]])
  t.wait('one key switches to ' .. level, function()
    return vim.wo.conceallevel == level and (#concealed() > 0) == (level > 0)
  end)
end

local key = t.open_scored('key.sgml')
t.wait_mark(key, 'Detail|ORGANIZATION')
t.wait_mark(key, 'Missing|<ENAMEX TYPE="LOCATION">Lyon</ENAMEX>')

vim.api.nvim_set_hl(0, 'KeytallyCorrect', { bold = true })
vim.cmd.doautocmd('ColorScheme')
t.equal(true, vim.api.nvim_get_hl(0, { name = 'KeytallyCorrect' }).bold, "a person's own highlight stays")
