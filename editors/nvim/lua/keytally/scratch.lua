--- Buffers that show something and belong to no file.

local M = {}

--- The buffer of exactly that name; `bufnr()` would take the name for a pattern.
---@param name string
---@return integer?
local function named(name)
  return vim.iter(vim.api.nvim_list_bufs()):find(function(buffer)
    return vim.api.nvim_buf_get_name(buffer) == name
  end)
end

--- Make a read-only buffer of that name hold those lines.
---@param name string
---@param lines string[]
---@return integer buffer
function M.fill(name, lines)
  local buffer = named(name)
  if not buffer then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, name)
  end
  vim.bo[buffer].buftype = 'nofile'
  vim.bo[buffer].bufhidden = 'hide'
  vim.bo[buffer].swapfile = false
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  return buffer
end

--- Show a buffer in its window, otherwise in a new one below.
---@param buffer integer
function M.show(buffer)
  local window = vim.fn.bufwinid(buffer)
  if window ~= -1 then
    return vim.api.nvim_set_current_win(window)
  end
  vim.cmd('belowright split')
  vim.api.nvim_win_set_buf(0, buffer)
  vim.wo[0][0].wrap = false
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Close' })
end

return M
