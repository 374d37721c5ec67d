-- MUC SGML: task tags stand out, the given markup of the texts stays in the background.

if vim.b.current_syntax then
  return
end

vim.cmd([[
  syntax case ignore
  syntax sync minlines=20
  syntax match mucSgmlMarkup "</\?\a[^<>]*>"
  syntax match mucSgmlDocument "</\?DOC\>[^<>]*>"
  syntax match mucSgmlSection "</\?\%(DOCID\|DOCNO\|STORYID\|SLUG\|DATE\|DATELINE\|DD\|HL\|NWORDS\|PREAMBLE\|TEXT\|TXT\|TRAILER\)\>[^<>]*>"
  syntax region mucSgmlTask matchgroup=mucSgmlTaskTag start="<\%(ENAMEX\|TIMEX\|NUMEX\|COREF\)\>" end=">" end="<"me=s-1 contains=mucSgmlAttribute,mucSgmlValue
  syntax match mucSgmlTaskTag "</\%(ENAMEX\|TIMEX\|NUMEX\|COREF\)\s*>"
  syntax match mucSgmlAttribute "\<\a[[:alnum:]_]*\ze\s*=" contained
  syntax region mucSgmlValue start=+"+ end=+"+ end="[<>]"me=s-1 contained
  syntax region mucSgmlValue start=+'+ end=+'+ end="[<>]"me=s-1 contained

  highlight default link mucSgmlMarkup Comment
  highlight default link mucSgmlDocument Title
  highlight default link mucSgmlSection PreProc
  highlight default link mucSgmlTaskTag Statement
  highlight default link mucSgmlAttribute Identifier
  highlight default link mucSgmlValue String
]])

vim.b.current_syntax = 'muc-sgml'
