-- Token columns: the key is followed by one key each, entities are tagged and grow, labels are completed.
local t = ...

local response = t.open_scored('columns/response.bio')
t.equal('token-columns', vim.bo.filetype, 'the file type')

local function wait_lines(first, ...)
  local wanted = { ... }
  t.wait('the lines ' .. table.concat(wanted, ', '), function()
    return vim.deep_equal(wanted, vim.api.nvim_buf_get_lines(response, first - 1, first - 1 + #wanted, true))
  end)
end

-- Marks stand on labels.
t.wait('the mark of a spurious entity', function()
  return vim.iter(t.mark_texts(response)):any(function(mark)
    return mark:find('Spurious|B-PER', 1, true)
  end)
end)
local before = assert(t.score(response))

-- One key accepts, one drops, and both go on; the labels stay in the scheme.
t.go('spoke')
t.keys('gg0]x')
t.wait_message('incorrect: ')
t.keys('<Tab>')
wait_lines(1, 'Ann\tB-PER', 'Kory\tI-PER', 'of\tO')
t.wait('the spurious one', function()
  return vim.api.nvim_win_get_cursor(0)[1] == 7
end)
t.keys('<Del>')
wait_lines(7, 'Nobody\tO')
t.wait('the missing one', function()
  return vim.api.nvim_win_get_cursor(0)[1] == 9
end)
t.keys('<Tab>')
wait_lines(9, 'Lisbon\tB-LOC')
t.wait('the full score', function()
  return t.score(response) == 100
end)
t.holds(before < 100, 'the score followed')

-- Annotating: a type by its key, a word more by its command, and no labels.
t.go('left')
t.keys('\\1')
wait_lines(8, 'left\tB-PER')
vim.cmd('Keytally extend left')
wait_lines(7, 'Nobody\tB-PER', 'left\tI-PER')
vim.cmd('Keytally untag')
wait_lines(7, 'Nobody\tO', 'left\tO')

-- Lines that are selected become one entity; it gets another type, and loses a word at either end.
t.go('Nobody')
t.keys('Vj\\1')
wait_lines(7, 'Nobody\tB-PER', 'left\tI-PER', 'Lisbon\tB-LOC')
vim.cmd('Keytally retype LOC')
wait_lines(7, 'Nobody\tB-LOC', 'left\tI-LOC', 'Lisbon\tB-LOC')
vim.cmd('Keytally shrink left')
wait_lines(7, 'Nobody\tO', 'left\tB-LOC', 'Lisbon\tB-LOC')
t.go('left')
vim.cmd('Keytally extend left')
wait_lines(7, 'Nobody\tB-LOC', 'left\tI-LOC', 'Lisbon\tB-LOC')
vim.cmd('Keytally shrink right')
wait_lines(7, 'Nobody\tB-LOC', 'left\tO', 'Lisbon\tB-LOC')
t.go('Nobody')
vim.cmd('Keytally untag')
wait_lines(7, 'Nobody\tO', 'left\tO', 'Lisbon\tB-LOC')

-- What may stand behind the label before, and what stands here.
t.go('I-PER')
t.holds(vim.tbl_contains(t.completions(response), 'B-LOC'), 'a label of the key')
t.holds(t.hover(response):find('Ann Kory', 1, true), 'the entity of the line')
