--- Showing a place that the server has found.

local M = {}

--- A position clamped to a buffer; items missing at its end are after its last line.
---@param buffer integer
---@param place lsp.Position
---@return lsp.Position
local function within(buffer, place)
  local last = vim.api.nvim_buf_line_count(buffer) - 1
  return place.line > last and { line = last, character = 0 } or place
end

--- Move the cursor to a place in any file, and show its message.
---@param client vim.lsp.Client
---@param found { uri: string, range: lsp.Range, message: string }
function M.to(client, found)
  local buffer = vim.uri_to_bufnr(found.uri)
  vim.fn.bufload(buffer)
  local start = within(buffer, found.range.start)
  local location = { uri = found.uri, range = { start = start, ['end'] = start } }
  vim.lsp.util.show_document(location, client.offset_encoding, { focus = true })
  vim.cmd('normal! zv')
  require('keytally.client').tell(found.message)
end

return M
