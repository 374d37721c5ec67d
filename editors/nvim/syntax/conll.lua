-- Coreference with a token a line: brackets of mentions, and lines that begin and end a document.

if vim.b.current_syntax then
  return
end

vim.cmd([=[
  syntax match conllBrackets "[ \t]\zs[0-9|()]*[()][0-9|()]*\ze[ \t]*$"
  syntax match conllBrackets "[\t|]Entity=\zs[^| \t]*"
  syntax match conllComment "^# .*$"
  syntax match conllDocument "^#\s*newdoc.*$"
  syntax match conllDocument "^#\s*\(begin\|end\) document.*$"

  highlight default link conllBrackets Type
  highlight default link conllComment Comment
  highlight default link conllDocument Statement
]=])

vim.b.current_syntax = 'conll'
