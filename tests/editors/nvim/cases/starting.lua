-- A key that is pressed while the server starts waits for it, and does its work then.
local t = ...

local told
vim.api.nvim_create_autocmd('LspAttach', {
  callback = function()
    told = told or vim.fn.execute('messages')
  end,
})
local response = t.open('response.sgml')
t.wait('a server on its way', function()
  return #vim.lsp.get_clients({ name = 'keytally', _uninitialized = true }) > 0
end)
t.holds(#vim.lsp.get_clients({ name = 'keytally' }) == 0, 'the server is not ready yet')
t.go('Lyon')
vim.cmd('Keytally as LOCATION')
t.holds(t.text(response):find('in <ENAMEX TYPE="LOCATION">Lyon</ENAMEX> on', 1, true), 'the word is tagged')
t.holds(told:find('the server is starting', 1, true), 'it was told why it took a while: ' .. told)
t.equal(nil, vim.fn.execute('messages'):match('no server is attached'), 'nothing else was said')
