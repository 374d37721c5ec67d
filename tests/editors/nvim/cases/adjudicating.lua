-- A gold is adjudicated to its end by the keyboard: one key takes what everyone agrees on, then one
-- decides each item that is left; every key press is counted.
local t = ...

local gold = t.open('adjudication_named_entity/gold.sgml')
local keys = 0
local function press(key)
  keys = keys + 1
  t.keys([[\]] .. key)
end
local function counts()
  return require('keytally').adjudication(gold)
end
local function wait_counts(expected)
  t.wait('the counts ' .. expected, function()
    return counts() == expected
  end)
end
--- The cursor on a text, in the gold.
local function lands_on(text)
  t.wait('the cursor on ' .. text, function()
    local row, column = unpack(vim.api.nvim_win_get_cursor(0))
    local line = vim.api.nvim_buf_get_lines(gold, row - 1, row, false)[1]
    return vim.api.nvim_get_current_buf() == gold and vim.startswith(line:sub(column + 1), text)
  end)
end

-- The gold is empty, and is known as one: the digits are those of variants.
wait_counts('20 open, 0 decided')
t.holds(vim.fn.maparg([[\1]], 'n'):find('adjudicate'), 'the digits take variants')
press('A')
wait_counts('13 open, 7 decided')

-- Of each item what the cursor stands on, the key that decides it, and what is left.
local items = {
  { 'Harl Basin', '2' },
  { 'Harl Canal Trust', '2' },
  { '40%', '1' },
  { 'Trust', '0' },
  { 'Harl paid', '1' },
  { 'Weyland', '1' },
  { 'Canal Trust', '1' },
  { '02/05/26', '1' },
  { 'LOWER HARL', '1' },
  { 'Jonas Weyland', '1' },
  { 'Harl Canal Trust', '1' },
  { 'June', '0' },
  { 'Brask Water', '1' },
}
for number, item in ipairs(items) do
  lands_on(item[1])
  press(item[2])
  wait_counts(('%d open, %d decided'):format(#items - number, 7 + number))
end
t.equal(14, keys, 'one key for what is agreed and one for each item')
t.wait_message('nothing is left to decide')
t.holds(require('keytally').statusline(gold):find('0 open, 20 decided$'), 'the status line tells it')

local function on_disk(name)
  return vim.fn.readblob(vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'adjudication_named_entity', name))
end
vim.cmd('silent write')
t.equal(on_disk('expected.sgml'), on_disk('gold.sgml'), 'the gold, byte for byte')
local decided = vim.tbl_map(function(line)
  return table.concat(vim.list_slice(vim.split(line, '\t'), 1, 3), ' ')
end, vim.split(on_disk('gold.sgml.decisions'), '\n'))
t.equal({
  '2602040001 entity 40% take anna',
  '2602040001 entity Harl Basin take ben',
  '2602040001 entity The Harl Canal Trust take ben',
  '2602040001 entity Trust none',
  '2602040001 entity council of Harl take anna',
  '2602050002 entity 02/05/26 take anna',
  '2602050002 entity Brask Water take anna',
  '2602050002 entity Canal Trust take anna',
  '2602050002 entity Harl Canal Trust take anna',
  '2602050002 entity Jonas Weyland take anna',
  '2602050002 entity June none',
  '2602050002 entity LOWER HARL take anna',
  '2602050002 entity Weyland take anna',
  '',
}, decided, 'the decisions')
t.keys('u')
wait_counts('1 open, 19 decided')

-- Another way through, by commands.
t.go('Brask Water')
local complete = vim.fn.getcompletion
t.equal(
  { '1', 'annotator', 'majority', 'next', 'none', 'previous' },
  complete('Keytally adjudicate ', 'cmdline'),
  'the choices are completed'
)
t.equal(
  { 'anna', 'ben' },
  complete('Keytally adjudicate annotator ', 'cmdline'),
  'the annotators are completed'
)
vim.cmd('1')
t.keys(':Keytally adjudicate previous<CR>')
lands_on('Brask Water')
t.keys(':Keytally adjudicate bogus<CR>')
t.wait_message('nothing to adjudicate as bogus here')
t.keys(':Keytally adjudicate annotator anna<CR>')
wait_counts('0 open, 20 decided')
