-- Corpus pattern analysis: the identifier, then columns parted by tabs.

if vim.b.current_syntax then
  return
end

vim.cmd([=[
  syntax match cpaIdentifier "^\d\+\ze\t" nextgroup=cpaToken
  syntax match cpaToken "\t[^\t]*" contained nextgroup=cpaTag
  syntax match cpaTag "\t[^\t]*" contained nextgroup=cpaSemanticType
  syntax match cpaSemanticType "\t[^\t]*" contained

  highlight default link cpaIdentifier Number
  highlight default link cpaTag Statement
  highlight default link cpaSemanticType Type
]=])

vim.b.current_syntax = 'cpa'
