-- Templates as JSON: the names of roles, the types of templates, mentions and offsets.

if vim.b.current_syntax then
  return
end

vim.cmd([=[
  syntax region templateString start=+"+ skip=+\\.+ end=+"\|$+ oneline
  syntax match templateName +"\([^"\\]\|\\.\)*"\ze\s*:+
  syntax match templateType +\("\(incident_type\|docid\)"\s*:\s*\)\@<="\([^"\\]\|\\.\)*"+
  syntax match templateNumber "-\?\<\d\+\(\.\d\+\)\?\([eE][+-]\?\d\+\)\?\>"
  syntax keyword templateWord true false null
  syntax match templateMark "[][{}:,]"

  highlight default link templateString String
  highlight default link templateName Identifier
  highlight default link templateType Type
  highlight default link templateNumber Number
  highlight default link templateWord Constant
  highlight default link templateMark Delimiter
]=])

vim.b.current_syntax = 'template-json'
