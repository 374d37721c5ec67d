-- `:checkhealth keytally` tells what is there and what is wrong.
local t = ...

t.open_scored('response.sgml')
vim.cmd('checkhealth keytally')
local report = t.text(0)
for _, part in ipairs({
  'Neovim 0.11',
  'keytally%-server: .*%d+%.%d+%.%d+',
  'attached: .*%d+%.%d+%.%d+, root .*, columns in utf%-8',
  'response%.sgml: key .*key%.sgml, response .*response%.sgml; P&R %d',
}) do
  t.holds(report:find(part), part .. ' stands in\n' .. report)
end
t.holds(not report:find('ERROR'), 'no errors in\n' .. report)
vim.cmd('bwipeout')

vim.lsp.enable('keytally', false)
t.wait('no client', function()
  return #vim.lsp.get_clients({ name = 'keytally' }) == 0
end)
vim.lsp.config('keytally', { cmd = { 'keytally-server-that-is-not-there' } })
vim.cmd('checkhealth keytally')
report = t.text(0)
t.holds(
  report:find('ERROR.*keytally%-server%-that%-is%-not%-there not found'),
  'the missing server:\n' .. report
)
t.holds(report:find('WARN.*no client is attached'), 'the missing client:\n' .. report)
