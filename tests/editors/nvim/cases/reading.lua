-- While long files are read the statusline says how far that is, and their folds are there without an edit.
local t = ...

for _, name in ipairs({ 'key.sgml', 'response.sgml' }) do
  local path = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, name)
  local document = vim.list_slice(vim.fn.readfile(path), 1, 8)
  local lines = {}
  for number = 1, 4000 do
    for _, line in ipairs(document) do
      table.insert(lines, (line:gsub('260301%-0001', ('260301-%04d'):format(number))))
    end
  end
  vim.fn.writefile(lines, path)
end

local said = {}
vim.api.nvim_create_autocmd('LspProgress', {
  callback = function()
    table.insert(said, require('keytally.score').text(0))
  end,
})
local response = t.open('response.sgml')
t.wait('the statusline says how much is read', function()
  return vim.iter(said):any(function(text)
    return text:match('^reading %d+ %%$') ~= nil
  end)
end)
t.wait('the score', function()
  return require('keytally.score').text(response):match('^%S+ %d+%.%d%d') ~= nil
end)
