-- Behind the last difference of a pair the way leads on to the next pair of the project, and from the last one back.
local t = ...

local folder = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'project')
vim.fn.mkdir(folder)

--- Write a file of one document.
local function write(name, text)
  local lines =
    { '<DOC>', '<DOCNO> ' .. name:match('^%a+') .. ' </DOCNO>', '<TXT>', text, '</TXT>', '</DOC>' }
  vim.fn.writefile(lines, vim.fs.joinpath(folder, name))
end

local right = '<ENAMEX TYPE="PERSON">Ann</ENAMEX> sat.'
local stated = {}
for name, text in pairs({ first = 'Ann sat.', right = right, second = 'Ann sat.' }) do
  write(name .. '.key', right)
  write(name .. '.out', text)
  local entry = '[[pair]]\ntask = "named_entity"\nkey = "%s.key"\nresponses = ["%s.out"]\n'
  vim.list_extend(stated, vim.split(entry:format(name, name), '\n'))
end
vim.fn.writefile(stated, vim.fs.joinpath(folder, 'keytally.toml'))

--- Press keys that lead to the difference in a file, which has its score then.
local function leads(keys, name)
  t.keys(keys)
  t.wait(keys .. ' leads to ' .. name, function()
    local there = vim.fs.basename(vim.api.nvim_buf_get_name(0)) == name
    return there
      and vim.deep_equal(vim.api.nvim_win_get_cursor(0), { 4, 0 })
      and require('keytally').statusline() ~= ''
  end)
end

t.open_scored('project/first.out')
leads(']x', 'first.out')
leads(']x', 'second.out')
leads(']x', 'first.out')
leads('[x', 'second.out')
t.keys('<Tab>')
t.wait('what is accepted leads on to the other pair', function()
  return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == 'first.out'
end)
t.keys('<Tab>')
t.wait_message('no differences left')
