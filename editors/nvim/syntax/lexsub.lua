-- Lexical substitution: the item, then its answers.

if vim.b.current_syntax then
  return
end

vim.cmd([=[
  syntax match lexsubItem "^[[:alnum:]_' -]\+\.\l\+ \S\+\ze :"
  syntax match lexsubColons " \zs:::\?\ze\%( \|$\)"
  syntax match lexsubSeparator ";"
  syntax match lexsubVotes " \zs\d\+\ze\s*\%(;\|$\)"

  highlight default link lexsubItem Identifier
  highlight default link lexsubColons Operator
  highlight default link lexsubSeparator Delimiter
  highlight default link lexsubVotes Number
]=])

vim.b.current_syntax = 'lexsub'
