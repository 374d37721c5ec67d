-- From difference to difference by one key each, and tags by two: every key press is counted.
local t = ...

local response = t.open_scored('response.sgml')
local function wait_text(text)
  t.wait('the text ' .. text, function()
    return t.text(response):find(text, 1, true)
  end)
end
local function lands_on(text)
  t.wait('the cursor on ' .. text, function()
    local row, column = unpack(vim.api.nvim_win_get_cursor(0))
    local line = vim.api.nvim_buf_get_lines(0, row - 1, row, false)[1]
    return vim.api.nvim_get_current_buf() == response and vim.startswith(line:sub(column + 1), text)
  end)
end
--- Press keys, and tell how many they are.
local function press(...)
  t.keys(table.concat({ ... }))
  return select('#', ...)
end

-- The next one, and back.
t.go('<DOC>')
press(']x')
t.wait('the cursor on Café', function()
  return vim.api.nvim_win_get_cursor(0)[1] == 5
end)
t.wait_message('incorrect: ')
local first = vim.api.nvim_win_get_cursor(0)
press(']x')
lands_on('Lyon')
press(']x')
lands_on('<ENAMEX TYPE="PERSON">Nobody')
press('[x')
lands_on('Lyon')
press('[x')
t.wait('the first one again', function()
  return vim.deep_equal(first, vim.api.nvim_win_get_cursor(0))
end)

-- One key accepts, one drops, and both go on.
t.equal(1, press('<Tab>'), 'accepting is one key')
wait_text('TYPE="ORGANIZATION">Café Noir')
lands_on('Lyon')
local undamaged = t.text(response)
press('<Del>')
t.wait_message('nothing is spurious here')
t.equal(undamaged, t.text(response), 'dropping removes no text where nothing is spurious')
t.equal(1, press('<Tab>'), 'accepting is one key')
wait_text('in <ENAMEX TYPE="LOCATION">Lyon</ENAMEX> on')
lands_on('<ENAMEX TYPE="PERSON">Nobody')
press('<Tab>')
t.wait_message('nothing to accept here; <Del> deletes the spurious item')
t.equal(1, press('<Del>'), 'dropping is one key')
wait_text('\nNobody at the café')
t.wait('the second document', function()
  return vim.api.nvim_win_get_cursor(0)[1] > 10
end)
press('<Tab>')
wait_text('TYPE="MONEY"')
t.wait_message('no differences left')

-- Where no command has put the cursor, the keys do their own work.
t.go('café was')
local before = t.text(response)
press('<Del>')
wait_text('the afé was')
press('u')
t.wait('the text before', function()
  return t.text(response) == before
end)

-- An entity costs two keys besides moving and selecting.
t.go('Nobody')
press('v', 'e')
t.equal(2, press([[\]], '1'), 'a tag is two keys')
wait_text('<ENAMEX TYPE="PERSON">Nobody</ENAMEX>')
t.go('café was')
t.equal(2, press([[\]], '.'), 'a tag like the last one is two keys')
wait_text('the <ENAMEX TYPE="PERSON">café</ENAMEX> was')
t.go('café</ENAMEX>')
t.equal(2, press([[\]], '3'), 'a tag gets another type by two keys')
wait_text('the <ENAMEX TYPE="LOCATION">café</ENAMEX> was')

-- Candidates, and what reads the same.
vim.api.nvim_buf_set_lines(response, -1, -1, false, {})
local row = t.find(response, 'A cup costs')
vim.api.nvim_buf_set_text(response, row, 0, row, 5, { 'café café' })
t.go('<DOC>')
press(']u')
lands_on('café café costs')
press('<Tab>')
wait_text('\n<ENAMEX TYPE="LOCATION">café</ENAMEX> café costs')
lands_on('café costs')
t.go('café</ENAMEX> was')
t.keys(':Keytally identical<CR>')
wait_text('<ENAMEX TYPE="LOCATION">café</ENAMEX> costs')

-- How far the document has come.
t.go('café</ENAMEX> was')
t.wait('the progress', function()
  return require('keytally').progress(response):find('^document 1 of 2, %d differences? left$')
end)

-- `insert` takes the mark under the cursor, and says in one line what is left.
vim.cmd('edit!')
t.wait('the score again', function()
  return require('keytally').statusline(response) ~= ''
end)
t.go('Lyon')
t.keys(':Keytally insert<CR>')
wait_text('in <ENAMEX TYPE="LOCATION">Lyon</ENAMEX> on')

-- A person can turn the keys off.
t.holds(vim.fn.maparg(']x', 'n') ~= '', 'the keys are mapped')
vim.g.no_keytally_maps = 1
t.open('key.sgml')
t.wait('the file type', function()
  return vim.bo.filetype == 'muc-sgml'
end)
t.equal('', vim.fn.maparg(']x', 'n'), 'no key is mapped')
