--- What a user's configuration calls; each feature stands in a file of its own.

local M = {}

--- The score of a buffer for a status line: the total and its last change; of a gold also how far
--- it is.
---@param buffer? integer the current one by default
---@return string text empty where the buffer has no score and is no gold
function M.statusline(buffer)
  local parts = { require('keytally.score').text(buffer), M.adjudication(buffer) }
  return table.concat(
    vim.tbl_filter(function(part)
      return part ~= ''
    end, parts),
    ' · '
  )
end

--- How many items of a gold are open and decided.
---@param buffer? integer the current one by default
---@return string text such as `3 open, 14 decided`; empty for a buffer that is no gold
function M.adjudication(buffer)
  return require('keytally.golds').text(buffer)
end

--- How far the document at the cursor has come, for a status line.
---@param buffer? integer the current one by default
---@return string text such as `document 3 of 96, 12 differences left`; empty where nothing is known
function M.progress(buffer)
  return require('keytally.progress').text(buffer)
end

--- Follow the score of a buffer that the server was attached to.
---@param buffer integer
---@param client vim.lsp.Client
function M.attach(buffer, client)
  require('keytally.workspace').assign_filetype(client, buffer)
  require('keytally.marks').attach(buffer)
  require('keytally.lenses').refresh(buffer)
  require('keytally.progress').attach(buffer)
end

return M
