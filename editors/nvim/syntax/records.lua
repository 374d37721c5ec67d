-- Structured records: the names of fields, strings, numbers and constants.

if vim.b.current_syntax then
  return
end

vim.cmd([=[
  syntax region recordsString start=+"+ skip=+\\.+ end=+"\|$+ oneline
  syntax match recordsName +"\([^"\\]\|\\.\)*"\ze\s*:+
  syntax match recordsNumber "-\?\<\d\+\(\.\d\+\)\?\([eE][+-]\?\d\+\)\?\>"
  syntax keyword recordsWord true false null
  syntax match recordsMark "[][{}:,]"

  highlight default link recordsString String
  highlight default link recordsName Identifier
  highlight default link recordsNumber Number
  highlight default link recordsWord Constant
  highlight default link recordsMark Delimiter
]=])

vim.b.current_syntax = 'records'
