-- Standoff annotation of brat: identifiers, types, offsets and quoted text.

if vim.b.current_syntax then
  return
end

vim.cmd([=[
  syntax match spansLine "^T\d\+\t.*$" contains=spansIdentifier,spansType,spansOffsets,spansText
  syntax match spansIdentifier "^[TREAMN*]\d*\ze\t"
  syntax match spansType "\t\zs\S\+\ze \d" contained
  syntax match spansOffsets " \zs\d\+ \d\+\(;\d\+ \d\+\)*\ze\t" contained
  syntax match spansText "\t[^\t]*$" contained
  syntax match spansNote "^#.*$"

  highlight default link spansIdentifier Statement
  highlight default link spansType Type
  highlight default link spansOffsets Number
  highlight default link spansText String
  highlight default link spansNote Comment
]=])

vim.b.current_syntax = 'spans'
