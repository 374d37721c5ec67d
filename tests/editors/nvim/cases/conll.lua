-- Coreference with a token a line: chains are seen whole, the key is followed, a chain is cut and renamed.
local t = ...

local response = t.open_scored('conll/response.conll')
t.equal('conll', vim.bo.filetype, 'the file type')

local function wait_line(number, wanted)
  t.wait('the line ' .. wanted, function()
    return vim.api.nvim_buf_get_lines(response, number - 1, number, true)[1] == wanted
  end)
end

-- Marks stand on brackets, colours on whole mentions, and the hover tells the chain.
t.wait('the mark of a spurious mention', function()
  return vim.iter(t.mark_texts(response)):any(function(mark)
    return mark:find('Spurious|(7)', 1, true)
  end)
end)
local function colour_at(text)
  t.go(text)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  for _, token in ipairs(vim.lsp.semantic_tokens.get_at_pos(response, row - 1, column) or {}) do
    return next(token.modifiers)
  end
end
t.wait('the colour of a chain', function()
  return colour_at('She')
end)
t.equal(colour_at('She'), colour_at('ferry'), 'mentions of one chain look the same')
t.go('She')
t.holds(t.hover(response):find('key: chain 2', 1, true), 'the chain of the key')
local before = assert(t.score(response))

-- One key accepts, one drops, and both go on.
t.keys('gg0]x')
t.wait_message('incorrect: ')
t.keys('<Tab>')
wait_line(9, 'dock\t0\t7\tShe\t(1)')
t.wait('the missing one', function()
  return vim.api.nvim_win_get_cursor(0)[1] == 11
end)
t.keys('<Tab>')
wait_line(11, 'dock\t0\t9\tit\t(2)')
t.wait('the spurious one', function()
  return vim.api.nvim_win_get_cursor(0)[1] == 12
end)
t.keys('<Del>')
wait_line(12, 'dock\t0\t10\tearly\t-')
t.wait('the full score', function()
  return t.score(response) == 100
end)
t.holds(before < 100, 'the score followed')

-- A chain is split and merged again, and a word becomes a mention.
vim.ui.select = function(items, _, choose)
  choose(items[1])
end
t.go('She')
vim.cmd('Keytally split')
wait_line(9, 'dock\t0\t7\tShe\t(3)')
vim.cmd('Keytally merge')
wait_line(9, 'dock\t0\t7\tShe\t(1)')
t.go('office')
vim.cmd('Keytally remove')
wait_line(5, 'dock\t0\t3\tthe\t-')
t.go('early')
vim.cmd('Keytally mention')
wait_line(12, 'dock\t0\t10\tearly\t(3)')

-- One key tags a mention, and the one that repeats the last tag another one of its chain.
t.go('opened')
t.keys([[\m]])
wait_line(10, 'dock\t0\t8\topened\t(4)')
t.go('runs')
t.keys([[\.]])
wait_line(4, 'dock\t0\t2\truns\t(4)')
