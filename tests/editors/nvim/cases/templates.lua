-- Template files are checked, completed, renamed and scored as they are written.
local t = ...

local response = t.open_scored('templates/response.tmpl')
t.equal('muc-template', vim.bo.filetype, 'the file type')

-- A fix closes the quote.
t.go('"Dr.')
t.wait('the finding', function()
  return vim.iter(vim.diagnostic.get(response)):any(function(finding)
    return finding.code == 'unterminated-string'
  end)
end)
vim.lsp.buf.code_action({ context = { only = { 'quickfix' }, diagnostics = {} }, apply = true })
t.wait('the closing quote', function()
  return t.text(response):find('"Dr."', 1, true)
end)
t.wait('the finding gone', function()
  return #vim.diagnostic.get(response) == 0
end)

-- Marks stand on fills.
t.wait('the mark of a wrong fill', function()
  return vim.list_contains(t.mark_texts(response), 'Incorrect|GOVERNMENT')
end)
t.wait('the mark of a right fill', function()
  return vim.iter(t.mark_texts(response)):any(function(mark)
    return mark:find('Correct|"Ada Brook"', 1, true)
  end)
end)

-- A set fill is completed; typing it makes the score better.
t.go('GOVERNMENT')
t.keys('ciwCO')
t.wait('insert mode', function()
  return vim.api.nvim_get_mode().mode == 'i' and t.text(response):find('ORG_TYPE: CO\n', 1, true)
end)
local before = assert(t.score(response))
t.holds(before < 100, 'a fill is wrong')
local labels = t.completions(response)
t.holds(vim.list_contains(labels, 'COMPANY'), 'a set fill: ' .. vim.inspect(labels))
t.keys('MPANY<Esc>')
t.wait('the full score', function()
  return t.score(response) == 100
end)

-- An object is renamed with its pointers; the key stays as it is.
t.go('PERSON-9601-3')
vim.lsp.buf.rename('9')
t.wait('the new name', function()
  return t.text(response):find('<PERSON-9601-9> :=', 1, true)
end)
t.equal(100, t.score(response), 'the score')

-- The hover tells verdict, partner and the rule of comparison.
t.go('Ada Brook')
local told = t.hover(response)
t.holds(told:find('correct', 1, true), 'the verdict: ' .. told)
