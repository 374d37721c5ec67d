-- Template files: headers, slots, pointers, quoted fills, link information.

if vim.b.current_syntax then
  return
end

vim.cmd([=[
  syntax match mucTemplateComment "^[#;].*$"
  syntax match mucTemplateHeader "^\s*<[^<>[:space:]-]\+-[^<>[:space:]]\+>\s*:="
  syntax match mucTemplateSlot "^\s*\a[[:alnum:]_-]*\ze\s*:=\@!"
  syntax match mucTemplatePointer "<[^<>[:space:]-]\+-[^<>[:space:]]\+>\ze\s*\%(##\|/\|$\)"
  syntax match mucTemplateAlternative "\%(^\s*\|:\s*\)\zs/"
  syntax match mucTemplateString +"[^"]*"\ze\s*\%(##\|$\)+
  syntax match mucTemplateLink "##[^#]*#[^#]*#\S*\s*$"

  highlight default link mucTemplateComment Comment
  highlight default link mucTemplateHeader Title
  highlight default link mucTemplateSlot Identifier
  highlight default link mucTemplatePointer Type
  highlight default link mucTemplateAlternative Operator
  highlight default link mucTemplateString String
  highlight default link mucTemplateLink Comment
]=])

vim.b.current_syntax = 'muc-template'
