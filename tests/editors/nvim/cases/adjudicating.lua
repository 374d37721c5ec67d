-- A gold is adjudicated to its end by the keyboard, and changed by commands; every key press is counted.
local t = ...

local gold = t.adjudicate('adjudication_named_entity', 'sgml', 20, {
  { 'Harl Basin', '2', 'Harl Basin Opens' },
  { 'The Harl Canal Trust', '2', 'Harl Canal Trust opened' },
  { '40%', '1', '40% of' },
  { 'Trust', '0', 'Trust, who' },
  { 'council of Harl', '1', 'Harl paid' },
  { 'Weyland', '1', 'Weyland Leaves' },
  { 'Canal Trust', '1', 'Canal Trust <' },
  { '02/05/26', '1', '02/05/26 <' },
  { 'LOWER HARL', '1', 'LOWER HARL <' },
  { 'Jonas Weyland', '1', 'Jonas Weyland will' },
  { 'Harl Canal Trust', '1', 'Harl Canal Trust in' },
  { 'June', '0', 'June and' },
  { 'Brask Water', '1', 'Brask Water,' },
})
t.holds(vim.fn.maparg([[\1]], 'n'):find('adjudicate'), 'the digits take variants')
t.holds(require('keytally').statusline(gold):find('0 open, 20 decided$'), 'the status line tells it')
local function wait_counts(expected)
  t.wait('the counts ' .. expected, function()
    return require('keytally').adjudication(gold) == expected
  end)
end

local decided = vim.tbl_map(function(line)
  return table.concat(vim.list_slice(vim.split(line, '\t'), 1, 3), ' ')
end, vim.split(t.on_disk('adjudication_named_entity/gold.sgml.decisions'), '\n'))
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
t.wait('the cursor on Brask Water', function()
  return vim.api.nvim_get_current_line():find('^Brask Water,') and vim.api.nvim_win_get_cursor(0)[2] == 0
end)
t.keys(':Keytally adjudicate bogus<CR>')
t.wait_message('no item here has the choice "bogus"')
t.keys(':Keytally adjudicate annotator anna<CR>')
wait_counts('0 open, 20 decided')

-- What nobody says is kept by a command, which records it.
t.go('PERCENT">40%')
t.keys('ciwMONEY<Esc>:Keytally adjudicate own<CR>')
local function own()
  local decisions = vim.fn.bufnr('gold.sgml.decisions')
  return vim.iter(vim.api.nvim_buf_get_lines(decisions, 0, -1, true)):find(function(line)
    return line:find('entity 40%%\town\t')
  end)
end
t.wait('the record of what the gold keeps', own)
t.keys(':Keytally adjudicate own<CR>')
t.wait_message('no item here has the choice "own"')
