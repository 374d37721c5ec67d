-- Pairs, responses, reports, legend, completion, restart, and what goes wrong.
local t = ...

local response = t.open_scored('response.sgml')
local function showing(name)
  return t.wait('the buffer ' .. name, function()
    return vim.api.nvim_buf_get_name(0):find(name, 1, true) and t.text(0)
  end)
end
local function complete(line)
  return vim.fn.getcompletion(line, 'cmdline')
end

t.keys(':Keytally pairs<CR>')
local listed = showing('keytally://pairs')
for _, part in ipairs({
  'key.sgml',
  'response.sgml',
  'response2.sgml',
  'named_entity',
  'keytally.toml',
  '* active',
}) do
  t.holds(listed:find(part, 1, true), 'the list names ' .. part .. ':\n' .. listed)
end
t.equal(false, vim.bo.modifiable, 'the list cannot be edited')
t.keys('q')
t.wait('the response again', function()
  return vim.api.nvim_get_current_buf() == response
end)

t.keys(':Keytally reports<CR>')
local scores = showing('keytally://response.sgml/scores')
t.holds(scores:find('F-MEASURES', 1, true), 'the score report: ' .. scores)
t.equal('nofile', vim.bo.buftype, 'no file is written')
t.keys('q')
t.wait('the response again', function()
  return vim.api.nvim_get_current_buf() == response
end)
t.holds(
  vim.list_contains(complete('Keytally reports '), 'report_summary'),
  'the names of reports are completed'
)
t.keys(':Keytally reports report_summary<CR>')
showing('keytally://response.sgml/report_summary')
t.keys('q')
t.wait('the response again', function()
  return vim.api.nvim_get_current_buf() == response
end)

t.keys(':Keytally legend<CR>')
local legend = t.wait('the legend', function()
  return vim.api.nvim_win_get_config(0).relative ~= '' and t.text(0)
end)
for _, word in ipairs({ 'correct', 'incorrect', 'missing', 'spurious', '[mis]', 'mentions', 'items', 'edits' }) do
  t.holds(legend:find(word, 1, true), 'the legend explains ' .. word)
end
t.keys('q')
t.wait('the legend closed', function()
  return vim.api.nvim_get_current_buf() == response
end)

local key = t.open_scored('key.sgml')
t.wait_mark(key, 'Detail|ORGANIZATION')
local first = t.score(key)
t.equal({ 'response.sgml', 'response2.sgml' }, complete('Keytally response '), 'the responses are completed')
t.keys(':Keytally response response2.sgml<CR>')
t.wait_message('the active response is .*response2%.sgml')
t.wait('the score of the other response', function()
  local new = t.score(key)
  return new and new > first
end)
vim.ui.select = function(items, options, choose)
  t.equal(2, #items, 'two responses to choose from')
  t.holds(options.format_item(items[2]):find('active', 1, true), 'the list shows the active one')
  choose(items[1])
end
t.keys(':Keytally response<CR>')
t.wait('the first score', function()
  return t.score(key) == first
end)

local names = complete('Keytally ')
for _, name in ipairs({
  'pairs',
  'response',
  'next',
  'previous',
  'tag',
  'marks',
  'reading',
  'reports',
  'legend',
  'restart',
}) do
  t.holds(vim.list_contains(names, name), name .. ' is completed')
  t.equal({ name }, complete('Keytally ' .. name), name .. ' alone is completed')
end
t.equal({ 'off', 'on' }, complete('Keytally marks '), 'the states of the marks')
t.go('Nobody')
t.equal(7, #complete('Keytally tag '), 'the types are completed')
t.keys(':Keytally bogus<CR>')
t.wait_message('unknown command bogus; available commands:')
vim.cmd('messages clear')
t.keys(':Keytally response nosuch.sgml<CR>')
t.wait_message('no such response')

local old = vim.lsp.get_clients({ name = 'keytally' })[1].id
t.keys(':Keytally restart<CR>')
t.wait('a new client', function()
  local client = vim.lsp.get_clients({ name = 'keytally', bufnr = key })[1]
  return client and client.id ~= old and t.score(key)
end)
t.wait_mark(key, 'Detail|ORGANIZATION')
t.wait('the progress', function()
  return require('keytally').progress(key) ~= ''
end)

vim.lsp.enable('keytally', false)
t.wait('no client', function()
  return #vim.lsp.get_clients({ name = 'keytally' }) == 0
end)
t.equal({}, t.marks(key), 'marks go with the client')
t.equal('', require('keytally').statusline(key), 'the score goes with the client')
t.equal('', require('keytally').progress(key), 'the progress goes with the client')
t.keys(':Keytally pairs<CR>')
t.wait_message('no server is attached')
