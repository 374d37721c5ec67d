-- M2: sentences and the edits of each.

if vim.b.current_syntax then
  return
end

vim.cmd([=[
  syntax match m2Sentence "^S\ze "
  syntax match m2Edit "^A\ze -\?\d" nextgroup=m2Offsets skipwhite
  syntax match m2Offsets "-\?\d\+ -\?\d\+" contained
  syntax match m2Separator "|||"
  syntax match m2Type "|||\zs[^|]*\ze|||.*|||.*|||.*|||"
  syntax match m2Ignored "^I .*$"

  highlight default link m2Sentence Statement
  highlight default link m2Edit Statement
  highlight default link m2Offsets Number
  highlight default link m2Separator Delimiter
  highlight default link m2Type Type
  highlight default link m2Ignored Comment
]=])

vim.b.current_syntax = 'm2'
