-- Keys that are pressed before the server has answered do nothing but say so: before it is known whether a file is a
-- gold, and while the next difference is looked for. A late answer is used where the person still is.
local t = ...

local function wait_says(text)
  t.wait('the message ' .. text, function()
    return vim.fn.execute('messages'):find(text, 1, true)
  end)
  vim.cmd('messages clear')
end
local UNANSWERED = 'the server has not answered yet; press the key again'

-- Which keys there are depends on whether the file is a gold, which is kept back here.
local golds = require('keytally.golds')
local kept
for _, name in ipairs({ 'attach', 'received' }) do
  local run = golds[name]
  golds[name] = function(...)
    local arguments = { ... }
    if kept then
      table.insert(kept, function()
        run(unpack(arguments))
      end)
    else
      run(...)
    end
  end
end
for _, name in ipairs({ 'adjudication_named_entity/gold.sgml', 'response.sgml' }) do
  kept = {}
  local buffer = t.open(name)
  t.wait('the client', function()
    return vim.lsp.get_clients({ name = 'keytally', bufnr = buffer })[1]
  end)
  local text = t.text(buffer)
  for _, key in ipairs({ '2', '9', 'A', 'a', 'u', '0', 'i' }) do
    t.keys([[\]] .. key)
    wait_says(UNANSWERED)
    t.equal(
      { text, 'n' },
      { t.text(buffer), vim.api.nvim_get_mode().mode },
      'nothing but a message by ' .. key
    )
  end
  vim.cmd('normal! gg0v')
  t.keys([[\2]])
  wait_says(UNANSWERED)
  t.equal(text, t.text(buffer), 'nothing but a message in visual mode')
  t.keys('<Esc>')
  local messages = kept
  kept = nil
  for _, each in ipairs(messages) do
    each()
  end
  t.wait('the kind of the file', function()
    return require('keytally.golds').is_known(buffer)
  end)
  local gold = require('keytally.golds').of(buffer) ~= nil
  t.equal(name:find('gold') ~= nil, gold, 'the kind of the file')
  t.equal(gold, vim.fn.maparg([[\A]], 'n') ~= '', 'the keys of a gold')
  -- Loaded again, the file is asked about again.
  vim.cmd('edit!')
  t.wait('the kind of the file', function()
    return require('keytally.golds').is_known(buffer)
  end)
end

-- An answer that comes too late for a key: no false word, no change, and on to the place.
local response = t.open_scored('response.sgml')
local client = vim.lsp.get_clients({ name = 'keytally', bufnr = response })[1]
local request, held = client.request, {}
--- Hold back the answers to a request.
local function hold(method)
  held = {}
  client.request = function(self, asked, params, handler, buffer)
    if asked ~= method then
      return request(self, asked, params, handler, buffer)
    end
    return request(self, asked, params, function(...)
      local answer = { ... }
      table.insert(held, function()
        handler(unpack(answer, 1, 4))
      end)
    end, buffer)
  end
end
local function release()
  client.request = request
  t.wait('an answer', function()
    return #held > 0
  end)
  for _, each in ipairs(held) do
    each()
  end
end
local LATE = 'waiting for the server; continuing when it answers'
local text = t.text(response)
local function cursor_at(needle)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_buf_get_lines(response, row - 1, row, false)[1]
  return vim.startswith(line:sub(column + 1), needle)
end

t.go('left <ENAMEX')
for _, each in ipairs({
  { 'keytally/next', ']x' },
  { 'keytally/marks', ':Keytally next<CR>' },
}) do
  t.go('left <ENAMEX')
  hold(each[1])
  t.keys(each[2])
  wait_says(LATE)
  t.keys('<Tab><Del>')
  wait_says(UNANSWERED)
  t.equal(text, t.text(response), 'keys ahead of the answer change nothing')
  release()
  t.wait('the place', function()
    return not cursor_at('left')
  end)
  wait_says('incorrect: ')
end
t.go('Lyon')
hold('textDocument/codeAction')
t.keys([[\a]])
wait_says(LATE)
vim.cmd('normal! 0')
release()
wait_says('the server is ready; press the key again')
t.equal(text, t.text(response), 'nothing is done where the person is no more')
hold('textDocument/codeAction')
t.go('Lyon')
t.keys([[\a]])
wait_says(LATE)
release()
t.wait('the accepted tag', function()
  return t.text(response):find('in <ENAMEX TYPE="LOCATION">Lyon</ENAMEX> on', 1, true)
end)
