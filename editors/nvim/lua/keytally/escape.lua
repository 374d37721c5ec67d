--- Text of files and of the server, escaped for each place that would interpret it.

local M = {}

--- Return a text in one line, with its control characters visible.
---@param text string
---@return string
function M.line(text)
  return (
    text:gsub('\r?\n', '␤'):gsub('%c', function(character)
      return vim.fn.strtrans(character)
    end)
  )
end

--- Escape a line for 'statusline', 'winbar' and 'tabline', which run what is in `%{}`.
---@param text string
---@return string
function M.format(text)
  return (text:gsub('%%', '%%%%'))
end

--- Escape a word that completion puts into the command line, where `|` would begin a second command.
---@param word string
---@return string? escaped nil for a word that a command line cannot hold
function M.argument(word)
  return not word:find('%c') and word:gsub('[%s\\|"]', '\\%0') or nil
end

return M
