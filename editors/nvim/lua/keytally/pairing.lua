--- Pairing a file with another: the server's entry for keytally.toml, which the person looks at and saves.

local client_of = require('keytally.client')

local M = {}

local MOST_FILES = 1000

---@param path string
---@return string
local function shown(path)
  return vim.fn.fnamemodify(path, ':~:.')
end

--- The files beside the one of the buffer and below, nearest first.
---@return string[]
local function candidates()
  local path = vim.api.nvim_buf_get_name(0)
  local found = vim.fs.find(function(name, folder)
    return name ~= 'keytally.toml' and not vim.startswith(name, '.') and vim.fs.joinpath(folder, name) ~= path
  end, { path = vim.fs.dirname(path), type = 'file', limit = MOST_FILES })
  return found
end

--- The one file that an edit changes, which it may make first.
---@param edit lsp.WorkspaceEdit
---@return string uri
local function changed_file(edit)
  local changes = edit.documentChanges
  return changes and changes[#changes].textDocument.uri or next(edit.changes)
end

--- Apply the server's edit, and show the new entry.
---@param client vim.lsp.Client
---@param edit lsp.WorkspaceEdit?
local function accept(client, edit)
  if not edit then
    return
  end
  vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
  vim.cmd.edit(vim.fn.fnameescape(vim.uri_to_fname(changed_file(edit))))
  vim.cmd.normal({ 'G', bang = true })
  client_of.say('look at the pair, and write the file')
end

--- Write the pair of the current file and another one.
---@param name? string the other file; a list to choose from without it
function M.with(name)
  local client = client_of.needed(0)
  if not client then
    return
  end
  local uri = vim.uri_from_bufnr(0)
  local function pair(other)
    if other then
      local files = { uri, vim.uri_from_fname(vim.fn.fnamemodify(other, ':p')) }
      client_of.execute(client, 'keytally.pairFiles', files, function(edit)
        accept(client, edit)
      end)
    end
  end
  if name then
    return pair(name)
  end
  vim.ui.select(
    candidates(),
    { prompt = 'keytally: pair with', kind = 'keytally', format_item = shown },
    pair
  )
end

--- The files to choose from, for completion.
---@return string[]
function M.names()
  return vim.tbl_map(shown, candidates())
end

return M
