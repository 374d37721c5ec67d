-- A missing object has its name on a line of its own, whether a blank line follows or not.
local t = ...

local response = t.open_scored('templates/response.tmpl')
local label = '[mis PERSON-9601-1 "Ada Brook"]'

local function stands_below_the_last_fill(what)
  vim.cmd('normal! gg')
  local mark = t.wait_mark(response, 'MissingLabel|' .. label)
  t.equal({ 'line', (t.find(response, 'ORG_TYPE')) }, { mark.position, mark.row }, what)
  t.wait('the line on the screen, ' .. what, function()
    vim.cmd('redraw')
    return t.screen_line(3):find('GOVERNMENT', 1, true) and t.screen_line(4) == label
  end)
end

vim.api.nvim_buf_set_lines(response, 3, -1, false, {})
stands_below_the_last_fill('at the end of the file')
vim.api.nvim_buf_set_lines(response, 3, -1, false, { '# the end' })
stands_below_the_last_fill('before a comment')
vim.api.nvim_buf_set_lines(response, 3, -1, false, { '', '# the end' })
stands_below_the_last_fill('before a blank line')

-- Inlay hints do not say it a second time.
vim.lsp.inlay_hint.enable(true, { bufnr = response })
vim.api.nvim_buf_set_lines(response, 2, 3, false, {})
local hints = t.wait('the hint of a missing fill', function()
  local found = vim.lsp.inlay_hint.get({ bufnr = response })
  return #found > 0 and found
end)
for _, hint in ipairs(hints) do
  t.holds(not vim.inspect(hint.inlay_hint.label):find('PERSON', 1, true), 'only a part is hinted at')
end
t.wait_mark(response, 'MissingLabel|' .. label)

-- It is put in like any other.
t.go('ORG_NAME')
t.keys('A<Esc>:Keytally insert PERSON-9601-1<CR>')
t.wait('the object', function()
  return t.text(response):find('PER_NAME: "Ada Brook"', 1, true)
end)

-- What else the object lacks is counted, whatever the words of the titles are.
vim.cmd('edit!')
t.open_scored('templates/response.tmpl')
vim.api.nvim_buf_set_lines(response, 0, -1, false, { '<ORGANIZATION-9601-7> :=', '\tORG_TYPE: COMPANY' })
local mark = t.wait('the mark of the missing name', function()
  return vim.iter(t.marks(response)):find(function(each)
    return each.label and each.label:find('ORG_NAME', 1, true)
  end)
end)
vim.o.virtualedit = 'onemore'
vim.api.nvim_win_set_cursor(0, { mark.row + 1, mark.column })
t.keys(':Keytally insert<CR>')
t.wait_message('Insert ORG_NAME "Northgate Mills"; 1 more here')
