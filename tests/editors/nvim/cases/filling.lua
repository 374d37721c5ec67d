-- Templates as JSON: what the key has is accepted and dropped with one key each, the hover tells the partner.
local t = ...

local response = t.open_scored('filling/response.jsonl')
t.equal('template-json', vim.bo.filetype, 'the file type')

local function wait_line(number, wanted)
  t.wait('the line ' .. wanted, function()
    return vim.api.nvim_buf_get_lines(response, number - 1, number, true)[1] == wanted
  end)
end

-- Marks stand on types and entities.
t.wait('the mark of a spurious entity', function()
  return vim.iter(t.mark_texts(response)):any(function(mark)
    return mark:find('Spurious', 1, true) and mark:find('a lamp', 1, true)
  end)
end)
local before = assert(t.score(response))

-- The partner of a template, and types of the key.
t.go('arson')
t.holds(t.hover(response):find('Aligned with', 1, true), 'the partner of the template')
t.holds(vim.tbl_contains(t.completions(response), 'arson'), 'a type of the key')

-- One key accepts a missing and an incorrect entity, one drops a spurious one.
t.keys('gg0]x')
t.wait_message('missing')
t.keys('<Tab>')
wait_line(5, '   "Weapon": [["a lamp"]], "PerpOrg": [["the League"]]}')
t.wait('the incorrect one', function()
  return vim.api.nvim_win_get_cursor(0)[1] == 4
end)
t.keys('<Tab>')
wait_line(4, '   "Target": [["the grain depot"]],')
t.wait('the spurious one', function()
  return vim.api.nvim_win_get_cursor(0)[1] == 5
end)
t.keys('<Del>')
wait_line(5, '   "Weapon": [], "PerpOrg": [["the League"]]}')
t.wait('the full score', function()
  return t.score(response) == 100
end)
t.holds(before < 100, 'the score followed')
