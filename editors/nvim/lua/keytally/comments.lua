--- Comments of languages in which a comment's mark has to be the first of its line.

local M = {}

--- The mark of the current buffer's language.
---@return string?
local function mark()
  for _, language in ipairs(require('keytally.languages')) do
    if language.id == vim.bo.filetype then
      return language.line_comments[1]
    end
  end
end

--- Comment lines out; if all of them are comments, in again.
---@param first integer from 1
---@param last integer inclusive
function M.toggle(first, last)
  local sign = mark()
  if not sign then
    return require('keytally.client').say('this file type has no line comments', vim.log.levels.WARN)
  end
  if not require('keytally.client').can_change(0) then
    return
  end
  local lines = vim.api.nvim_buf_get_lines(0, first - 1, last, false)
  local are_comments = vim.iter(lines):all(function(line)
    return line == '' or vim.startswith(line, sign)
  end)
  local toggled = vim.tbl_map(function(line)
    if line == '' then
      return line
    elseif are_comments then
      return (line:sub(#sign + 1):gsub('^ ', '', 1))
    end
    return sign .. ' ' .. line
  end, lines)
  vim.api.nvim_buf_set_lines(0, first - 1, last, false, toggled)
end

--- The operator `gc`: toggles the lines of a motion.
function M.operator()
  M.toggle(vim.api.nvim_buf_get_mark(0, '[')[1], vim.api.nvim_buf_get_mark(0, ']')[1])
end

return M
