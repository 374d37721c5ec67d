-- Long work of the server is shown while it lasts, and cancelled by a command.
local t = ...

--- A pair of so many documents, each with differences, that the gains take a while.
for _, name in ipairs({ 'key.sgml', 'response.sgml' }) do
  local path = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, name)
  local document = vim.list_slice(vim.fn.readfile(path), 1, 9)
  local lines = {}
  for number = 1, 600 do
    for _, line in ipairs(document) do
      table.insert(lines, (line:gsub('260301%-0001', ('260301-%04d'):format(number))))
    end
  end
  vim.fn.writefile(lines, path)
end
t.open_scored('response.sgml')
t.wait('the score', function()
  return t.score(0)
end)
local client_of, shown = require('keytally.client'), {}
local tell = client_of.tell
client_of.tell = function(text, keep)
  table.insert(shown, text)
  return tell(text, keep)
end
t.keys(':Keytally cancel<CR>')
t.wait_message('nothing is running')
t.keys(':Keytally errors<CR>')
t.wait('how far it is', function()
  return vim.iter(shown):any(function(text)
    return text:find('^keytally: Computing gains.*%(:Keytally cancel%)$') ~= nil
  end)
end)
vim.cmd('Keytally cancel')
t.wait_message('cancelled')
t.wait('the end of the work', function()
  local client = vim.lsp.get_clients({ name = 'keytally' })[1]
  return vim.iter(pairs(client.requests)):all(function(_, request)
    return request.method ~= 'keytally/errors'
  end)
end)
t.equal(0, #vim.fn.getqflist(), 'no list')
