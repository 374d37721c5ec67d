-- The next error is found thousands of lines away.
local t = ...

for _, name in ipairs({ 'key.sgml', 'response.sgml', 'texts.sgml' }) do
  local path = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, name)
  local lines = {}
  for _, line in ipairs(vim.fn.readfile(path)) do
    if vim.startswith(line, 'A cup costs') then
      vim.list_extend(lines, vim.fn['repeat']({ 'Nothing is wrong here.' }, 3000))
    end
    table.insert(lines, line)
  end
  vim.fn.writefile(lines, path)
end

local response = t.open_scored('response.sgml')
vim.keymap.set('n', ']k', '<Plug>(KeytallyNext)')
vim.keymap.set('n', '[k', '<Plug>(KeytallyPrevious)')
local function lands_on(keys, text)
  local row = t.find(response, text)
  t.keys(keys)
  t.wait(keys .. ' lands on ' .. text, function()
    return vim.api.nvim_win_get_cursor(0)[1] - 1 == row
  end)
end
t.go('Nothing is wrong')
lands_on(']k', 'MONY')
t.keys('2000G')
lands_on('[k', 'Nobody')
