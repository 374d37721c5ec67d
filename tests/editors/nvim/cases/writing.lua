-- A new object is written: no indent under a blank line, one under its header, and fills behind a slot.
local t = ...

local response = t.open_scored('writing/started.tmpl')
t.keys('GA<CR><CR>')
t.wait('the new line without an indent', function()
  return t.text(response):find('"Tom Vale"\n\n', 1, true) and vim.api.nvim_get_current_line() == ''
end)
local labels = t.completions(response)
t.equal('<ORGANIZATION-9602-1> :=', labels[1], 'the next missing object: ' .. vim.inspect(labels))

t.keys('<lt>ORGANIZATION-9602-1> :=<CR>ORG_TYPE: ')
t.wait('the slot under its header', function()
  return t.text(response):find(':=\n\tORG_TYPE: ', 1, true)
end)

-- The command that an accepted slot brings lists its fills.
local client = assert(require('keytally.client').of(response))
client:exec_cmd({ title = 'Complete', command = 'keytally.suggest' }, { bufnr = response })
t.wait('the list of fills', function()
  return vim.fn.pumvisible() == 1
end)
local words = vim.tbl_map(function(item)
  return item.word
end, vim.fn.complete_info({ 'items' }).items)
t.holds(vim.list_contains(words, 'COMPANY'), 'a value of the set: ' .. vim.inspect(words))
