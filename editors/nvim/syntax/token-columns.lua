-- Columns of tokens: the labels of entities, comments, and lines that begin a document.

if vim.b.current_syntax then
  return
end

vim.cmd([=[
  syntax match columnsLabel "[ \t]\zs[BIMESLUW]-\S\+\ze[ \t]*$" contains=columnsPrefix
  syntax match columnsPrefix "[BIMESLUW]\ze-" contained
  syntax match columnsComment "^#\( .*\)\?$"
  syntax match columnsToken "^#[ \t].*[ \t]\(O\|[BIMESLUW]-\S\+\)[ \t]*$" contains=columnsLabel
  syntax match columnsDocument "^-DOCSTART-.*$"

  highlight default link columnsLabel Type
  highlight default link columnsPrefix Statement
  highlight default link columnsComment Comment
  highlight default link columnsDocument Comment
]=])

vim.b.current_syntax = 'token-columns'
