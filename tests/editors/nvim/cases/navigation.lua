-- Next and previous error visit the marks that are not correct and the findings, round the file.
local t = ...

local response = t.open_scored('response.sgml')
t.wait('the finding', function()
  return #vim.diagnostic.get(response) == 1
end)
vim.keymap.set('n', ']k', '<Plug>(KeytallyNext)')
vim.keymap.set('n', '[k', '<Plug>(KeytallyPrevious)')

local function cursor()
  local position = vim.api.nvim_win_get_cursor(0)
  return position[1] - 1, position[2]
end
local function lands_on(keys, text, at_text)
  local row, column = t.find(response, text)
  if not at_text then
    column = nil
  end
  t.keys(keys)
  t.wait(keys .. ' lands on ' .. text, function()
    local now_row, now_column = cursor()
    return now_row == row and (not column or now_column == column)
  end)
end

lands_on(']k', 'LOCATION">Café', true)
t.wait_message('incorrect')
lands_on(']k', 'Lyon', true)
lands_on(']k', '<ENAMEX TYPE="PERSON">Nobody', true)
lands_on('[k', 'Lyon', true)
lands_on('[k', 'LOCATION">Café', true)
t.go('<DOCNO> 260302')
lands_on(']k', 'MONY')
t.go('said')
lands_on(']k', 'LOCATION">Café', true)
vim.api.nvim_win_set_cursor(0, { 1, 0 })
lands_on('[k', 'MONY')
vim.api.nvim_win_set_cursor(0, { 1, 0 })
lands_on('2]k', 'Lyon', true)
lands_on('<C-O>', '<DOC>', true)
