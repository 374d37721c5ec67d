--- What a user's configuration calls; each feature stands in a file of its own.

local M = {}

--- The score of a buffer for a status line: the total and its last change.
---@param buffer? integer the current one by default
---@return string text empty where the buffer has no score
function M.statusline(buffer)
  return require('keytally.score').text(buffer)
end

--- Follow the score of a buffer that the server was attached to.
---@param buffer integer
---@param client vim.lsp.Client
function M.attach(buffer, client)
  require('keytally.workspace').assign_filetype(client, buffer)
  require('keytally.marks').attach(buffer)
  require('keytally.lenses').refresh(buffer)
end

return M
