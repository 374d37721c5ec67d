-- What is missing is marked before its word, wherever text was typed that the key does not have.
local t = ...

local label = 'MissingLabel|[mis LOCATION]'

--- The mark of the file as it is read anew, which no edit has carried along.
local function stands_before_its_word(what)
  vim.cmd('silent update | bdelete')
  local response = t.open_scored('response.sgml')
  t.wait(what, function()
    local mark = t.mark(response, label)
    local row, column = t.find(response, 'Lyon')
    return mark and mark.row == row and mark.column == column
  end)
end

t.open_scored('response.sgml')
stands_before_its_word('the mark before the word')
t.go('left')
vim.cmd('normal! iabc')
stands_before_its_word('the mark before the word, three letters on')
t.go('in Lyon')
vim.cmd('normal! dw')
stands_before_its_word('the mark before the word, where the one before it is gone')
