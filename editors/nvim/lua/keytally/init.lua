--- The functions for user configurations; each feature has its own file.

local escape = require('keytally.escape')

local M = {}

--- The functions for `%{}` of a status line, which shows text as it is: nothing is escaped.
M.plain = {}

--- The score of a buffer: the total and its last change; of a gold also how far it is.
---@param buffer? integer the current one by default
---@return string text empty if the buffer has no score and is not a gold
function M.plain.statusline(buffer)
  local parts = { require('keytally.score').text(buffer), M.plain.adjudication(buffer) }
  return escape.line(table.concat(
    vim.tbl_filter(function(part)
      return part ~= ''
    end, parts),
    ' · '
  ))
end

--- The numbers of open and decided items of a gold.
---@param buffer? integer the current one by default
---@return string text such as `3 open, 14 decided`; empty for a buffer that is not a gold
function M.plain.adjudication(buffer)
  return require('keytally.golds').text(buffer)
end

--- The progress of the document at the cursor.
---@param buffer? integer the current one by default
---@return string text such as `document 3 of 96, 12 differences left`; empty where nothing is known
function M.plain.progress(buffer)
  return escape.line(require('keytally.progress').text(buffer))
end

--- The functions for plugins that put a result into 'statusline' or 'winbar': every `%` is escaped.
for name, text in pairs(M.plain) do
  ---@param buffer? integer
  ---@return string
  M[name] = function(buffer)
    return escape.format(text(buffer))
  end
end

--- Follow the score of a buffer that the server was attached to.
---@param buffer integer
---@param client vim.lsp.Client
function M.attach(buffer, client)
  require('keytally.workspace').assign_filetype(client, buffer)
  require('keytally.marks').attach(buffer)
  require('keytally.golds').attach(buffer, client)
  require('keytally.lenses').refresh(buffer)
  require('keytally.progress').attach(buffer)
end

return M
