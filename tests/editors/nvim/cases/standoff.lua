-- A file of brat next to its text: the text is edited, offsets are reported and moved, places are found.
local t = ...

local text = t.open('standoff/a.txt')
local annotation = t.open('standoff/a.ann')
t.equal('spans', vim.bo.filetype, 'the file type')

local function findings(count)
  t.wait(count .. ' findings', function()
    return #vim.diagnostic.get(annotation) == count
  end)
end
findings(0)

-- The text changes in its own buffer; the annotations that it moves are reported, and all are moved at once.
vim.api.nvim_buf_set_text(text, 0, 0, 0, 0, { 'Today ' })
findings(2)
t.go('0 5')
vim.lsp.buf.code_action({
  context = { only = { 'quickfix' }, diagnostics = {} },
  filter = function(action)
    return vim.startswith(action.title, 'Move 2 annotations')
  end,
  apply = true,
})
t.wait('the moved offsets', function()
  return t.text(annotation):find('T2\tPER 18 26\tIda Wren', 1, true) ~= nil
end)
findings(0)

-- The hover shows the text in its context, and the offsets lead to the text.
t.go('18 26')
t.holds(t.hover(annotation):find('`Today Board hired` **`Ida Wren`**', 1, true), t.hover(annotation))
vim.lsp.buf.definition()
t.wait('the text', function()
  return vim.api.nvim_get_current_buf() == text and vim.deep_equal({ 1, 18 }, vim.api.nvim_win_get_cursor(0))
end)
vim.lsp.buf.definition()
t.wait('the line of the annotation', function()
  return vim.api.nvim_get_current_buf() == annotation and vim.api.nvim_win_get_cursor(0)[1] == 2
end)

-- An argument leads to the line of its entity.
vim.api.nvim_win_set_cursor(0, { 3, 26 })
vim.lsp.buf.definition()
t.wait('the line of the argument', function()
  return vim.api.nvim_win_get_cursor(0)[1] == 1
end)
