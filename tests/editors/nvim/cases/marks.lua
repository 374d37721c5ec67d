-- The verdict of every visible fill is drawn, where it stands, and can be hidden.
local t = ...

local response = t.open_scored('response.sgml')
local wrong = t.wait_mark(response, 'Incorrect|LOCATION')
local row, column = t.find(response, 'LOCATION">Café')
t.equal({ row, column }, { wrong.row, wrong.column }, 'the wrong type, after a line with accents')
t.wait_mark(response, 'IncorrectLabel|[inc]')
t.wait_mark(response, 'Correct|Zoë Bénard')
t.wait_mark(response, 'Spurious|<ENAMEX TYPE="PERSON">Nobody</ENAMEX>')

local missing = vim.iter(t.marks(response)):find(function(mark)
  return mark.group == 'KeytallyMissingLabel'
end)
row, column = t.find(response, 'Lyon')
t.equal({ row, column }, { missing.row, missing.column }, 'the missing tag stands before its text')
t.equal('inline', missing.position, 'a mark of no width takes room of its own')
t.holds(missing.label:find('^%[mis .*%]$'), 'its label: ' .. missing.label)

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

vim.cmd('Keytally marks')
t.equal({}, t.marks(response), 'the marks are hidden')
vim.cmd('Keytally marks on')
t.wait_mark(response, 'Incorrect|LOCATION')
vim.cmd('Keytally marks off')
t.equal({}, t.marks(response), 'the marks are hidden again')
vim.cmd('Keytally marks on')

local key = t.open_scored('key.sgml')
t.wait_mark(key, 'Incorrect|ORGANIZATION')
t.wait_mark(key, 'Missing|<ENAMEX TYPE="LOCATION">Lyon</ENAMEX>')

vim.api.nvim_set_hl(0, 'KeytallyCorrect', { bold = true })
vim.cmd.doautocmd('ColorScheme')
t.equal(true, vim.api.nvim_get_hl(0, { name = 'KeytallyCorrect' }).bold, "a person's own highlight stays")
