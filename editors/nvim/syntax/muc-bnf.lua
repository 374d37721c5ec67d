-- Task BNFs: classes, slots, sets, cardinalities.

if vim.b.current_syntax then
  return
end

vim.cmd([=[
  syntax region mucBnfComment start="/\*" end="\*/"
  syntax match mucBnfClass "^\s*<[^<>]\+>\s*:="
  syntax match mucBnfPointer "<[^<>]\+>\%(\s*:=\)\@!"
  syntax match mucBnfSlot "^\s*\a[[:alnum:]_-]*\ze\s*:[:=]\@!"
  syntax match mucBnfSetName "^\s*\a[[:alnum:]_-]*\ze\s*::"
  syntax region mucBnfString start=+"+ end=+"+ oneline
  syntax region mucBnfSet start="{" end="}" contains=mucBnfSet
  syntax match mucBnfCardinality "[-^*+]\ze\s*$"

  highlight default link mucBnfComment Comment
  highlight default link mucBnfClass Title
  highlight default link mucBnfPointer Type
  highlight default link mucBnfSlot Identifier
  highlight default link mucBnfSetName PreProc
  highlight default link mucBnfString String
  highlight default link mucBnfSet Constant
  highlight default link mucBnfCardinality Operator
]=])

vim.b.current_syntax = 'muc-bnf'
