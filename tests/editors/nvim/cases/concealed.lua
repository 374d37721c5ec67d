-- In the reading view an edit within concealed markup reveals it at once; a buffer that may not be changed is left
-- alone, with a message.
local t = ...

local response = t.open_scored('response.sgml')
t.wait_mark(response, 'Spurious|Nobody')
vim.cmd('Keytally reading on')
-- No answer of the server is to draw anything again here.
require('keytally.marks').refresh = function() end
local namespace = vim.api.nvim_get_namespaces()['keytally.reading']
--- The texts that are concealed on the line of a text.
local function concealed(needle)
  local row = t.find(response, needle)
  local found = {}
  local marks = vim.api.nvim_buf_get_extmarks(
    response,
    namespace,
    { row, 0 },
    { row, -1 },
    { details = true }
  )
  for _, mark in ipairs(marks) do
    if not mark[4].invalid then
      local text = vim.api.nvim_buf_get_text(response, mark[2], mark[3], mark[4].end_row, mark[4].end_col, {})
      table.insert(found, text[1])
    end
  end
  return found
end
local function wait_concealed(expected)
  t.wait('what is concealed: ' .. vim.inspect(expected), function()
    return vim.deep_equal(expected, concealed('Nobody'))
  end)
end
local WHOLE = { '<ENAMEX TYPE="PERSON">', '</ENAMEX>' }

wait_concealed(WHOLE)
for _, keys in ipairs({ '5lx', '5li-<Esc>', '21li<BS><Esc>', '5lrx', '3dl' }) do
  t.go('<ENAMEX TYPE="PERSON">Nobody')
  t.keys(keys)
  wait_concealed({})
  t.keys('u')
  t.wait('the text before', function()
    return t.text(response):find('<ENAMEX TYPE="PERSON">Nobody</ENAMEX> at', 1, true)
  end)
  vim.cmd('Keytally reading off | Keytally reading on')
  wait_concealed(WHOLE)
end
-- Words between the markup are edited as ever.
t.go('Nobody')
t.keys('xi-<Esc>')
t.wait('the edited word', function()
  return t.text(response):find('>-obody<', 1, true)
end)
t.equal(WHOLE, concealed('obody'), 'the markup stays concealed')
t.keys('uu')
t.wait('the text before', function()
  return t.text(response):find('>Nobody<', 1, true)
end)
vim.cmd('Keytally reading off')

-- A buffer that may not be changed.
vim.bo[response].modifiable = false
local text = t.text(response)
local REFUSED = "response.sgml cannot be changed: 'modifiable' is off"
for _, keys in ipairs({ '<Tab>', [[\a]], [[\3]], ':Keytally tag LOCATION<CR>' }) do
  t.go('Lyon')
  t.keys('h]x')
  t.wait_message('missing: ')
  vim.cmd('messages clear')
  t.keys(keys)
  t.wait('the refusal of ' .. keys, function()
    return vim.fn.execute('messages'):find(REFUSED, 1, true)
  end)
  vim.cmd('messages clear')
  t.equal(text, t.text(response), 'nothing was changed by ' .. keys)
end
