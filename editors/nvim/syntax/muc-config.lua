-- MUC scorer configuration files: `:option value …`, comments, quoted definitions.

if vim.b.current_syntax then
  return
end

vim.cmd([[
  syntax case ignore
  syntax match mucConfigComment "^;.*$"
  syntax match mucConfigOption "^:\S\+"
  syntax region mucConfigDefinition start=+"+ end=+"+ contains=mucConfigKeyword,mucConfigNumber
  syntax keyword mucConfigKeyword scored unscored set string contained
  syntax keyword mucConfigConstant yes no on off
  syntax match mucConfigNumber "\<\d\+\%(\.\d\+\)\?\>"

  highlight default link mucConfigComment Comment
  highlight default link mucConfigOption Statement
  highlight default link mucConfigDefinition String
  highlight default link mucConfigKeyword Type
  highlight default link mucConfigConstant Constant
  highlight default link mucConfigNumber Number
]])

vim.b.current_syntax = 'muc-config'
