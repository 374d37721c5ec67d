-- A server that is not there is told of once; one that was killed is started again, five times in three minutes.
local t = ...

local function times(text)
  return select(2, vim.fn.execute('messages'):gsub(text, ''))
end

vim.lsp.config('keytally', { cmd = { 'keytally-server-that-is-not-there' } })
t.open('response.sgml')
t.wait_message('keytally%-server%-that%-is%-not%-there not found; see :checkhealth keytally')
t.open('key.sgml')
t.equal(1, times('%-there not found'), 'said once')
t.equal(0, #vim.lsp.get_clients({ name = 'keytally' }), 'no client')

vim.lsp.config('keytally', { cmd = { 'keytally-server' } })
vim.cmd('Keytally restart')
local response = t.open_scored('response.sgml')

local function client()
  return vim.lsp.get_clients({ name = 'keytally', bufnr = response })[1]
end

--- End the server as a person or the system would, and wait until its client is gone.
local function kill()
  local old = t.wait('a client', client)
  local process = t.wait('the process of the server', function()
    return old.initialized and vim.api.nvim_get_proc_children(vim.fn.getpid())[1]
  end)
  t.equal(0, vim.uv.kill(process, 'sigkill'), 'the server was killed')
  t.wait('the end of the client', function()
    return not client() or client().id ~= old.id
  end)
end

for _ = 1, 5 do
  kill()
  t.wait('a new client', client)
end
t.wait('the score again', function()
  return client().initialized and require('keytally').statusline(response) ~= ''
end)
kill()
t.wait_message('the server exited 6 times in three minutes; :Keytally restart restarts it')
t.equal(5, times('restarting it'), 'said each time')
t.equal(nil, client(), 'no further start')

vim.cmd('Keytally restart')
t.wait('a client after a restart by hand', client)
kill()
t.wait('one more after a kill', client)
