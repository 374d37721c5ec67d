--- Positions of the protocol as rows and byte columns of a buffer.

local M = {}

--- Row and byte column, both from 0, kept inside the buffer.
---@param buffer integer
---@param position lsp.Position
---@param encoding string the client's `offset_encoding`
---@return integer row, integer column
function M.to_buffer(buffer, position, encoding)
  local last = vim.api.nvim_buf_line_count(buffer) - 1
  if position.line > last then
    return last, #vim.api.nvim_buf_get_lines(buffer, last, last + 1, false)[1]
  end
  local line = vim.api.nvim_buf_get_lines(buffer, position.line, position.line + 1, false)[1]
  return position.line, vim.str_byteindex(line, encoding, position.character, false)
end

--- The protocol's position of a row and a byte column, both from 0.
---@param buffer integer
---@param row integer
---@param column integer
---@param encoding string
---@return lsp.Position
function M.from_buffer(buffer, row, column, encoding)
  local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1] or ''
  return { line = row, character = vim.str_utfindex(line, encoding, math.min(column, #line), false) }
end

--- Whether `a` is before `b`.
---@param a lsp.Position
---@param b lsp.Position
---@return boolean
function M.before(a, b)
  return a.line < b.line or (a.line == b.line and a.character < b.character)
end

--- Whether two positions are equal.
---@param a lsp.Position
---@param b lsp.Position
---@return boolean
function M.same(a, b)
  return a.line == b.line and a.character == b.character
end

--- The place behind the line's last character, if the cursor stands on that: in normal mode it goes no further,
--- and what is missing at the end of a line lies there.
---@param encoding string
---@return lsp.Position?
function M.behind_cursor(encoding)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local line = vim.api.nvim_get_current_line()
  local width = column < #line and 1 + vim.str_utf_end(line, column + 1) or 0
  local is_last = column + width == #line and vim.api.nvim_get_mode().mode:sub(1, 1) == 'n'
  return is_last and M.from_buffer(0, row - 1, #line, encoding) or nil
end

return M
