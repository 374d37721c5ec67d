--- The indent of a new line, where the server's formatting on typing is not asked for.

local M = {}

--- A slot has one indent under its header; a new object has none under a blank line.
---@return integer columns of blanks, -1 for those of the line above
function M.of_template()
  local above = vim.fn.getline(vim.v.lnum - 1)
  if above:find('^<[^%s<>]+>%s*:=%s*$') then
    return vim.fn.shiftwidth()
  end
  return above:find('%S') and -1 or 0
end

return M
