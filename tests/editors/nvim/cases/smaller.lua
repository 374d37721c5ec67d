-- What is said of a tag without a partner, of a directory that is not there, and of a gold after an undo; the help of
-- a checkout; the way by gain after a file is loaded again.
local t = ...

local response = t.open_scored('response.sgml')
t.go('Nobody')
t.keys('<C-]>')
t.wait_message('nothing in the other file corresponds to this')
t.go('Marchand')
t.keys('<C-]>')
t.wait('the partner', function()
  return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == 'key.sgml'
end)
t.equal(nil, vim.fn.execute('messages'):match('E%d+'), 'no error of Neovim')
vim.cmd.buffer(response)

local absent = vim.fs.joinpath(vim.fn.tempname(), 'deep', 'page.html')
t.keys(':Keytally report ' .. absent .. '<CR>')
t.wait_message('no such directory: ')
t.equal(0, vim.fn.isdirectory(vim.fs.dirname(vim.fs.dirname(absent))), 'no directory is made')

t.wait('the tags of the help', function()
  return vim.uv.fs_stat(vim.fs.joinpath(vim.env.KEYTALLY_PLUGIN, 'doc', 'tags'))
end)
vim.cmd('help keytally')
vim.cmd('close')

local going, messages = require('keytally.going'), {}
local to = going.to
going.to = function(client, found)
  table.insert(messages, found.message)
  return to(client, found)
end
local function press_gain()
  local count = #messages
  t.keys(']g')
  t.wait('an error', function()
    return #messages > count
  end)
  vim.cmd.buffer(response)
end
press_gain()
press_gain()
t.holds(messages[1] ~= messages[2], 'on to the next error')
vim.cmd('edit!')
t.wait('the score again', function()
  return t.score(response)
end)
press_gain()
t.equal(messages[1], messages[3], 'the first error once the file is loaded again')
going.to = to
