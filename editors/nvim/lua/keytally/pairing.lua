--- Pairing a file with another: the server's entry for keytally.toml, which the person looks at and saves.

local client_of = require('keytally.client')
local escape = require('keytally.escape')

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

--- Ask which file is the key, and exchange the two where the server has guessed wrong.
local function ask_for_key()
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  local at = #lines
  while at > 1 and not lines[at]:find('^key = ') do
    at = at - 1
  end
  local key = lines[at]:match('^key = (".*")$')
  local response = (lines[at + 1] or ''):match('^responses = %[(".*")%]$')
  if not key or not response then
    return client_of.say('review the pair, then write the file')
  end
  local function title(name)
    return name .. ' is the key'
  end
  local options = { prompt = 'keytally: which file is the key?', kind = 'keytally', format_item = title }
  vim.ui.select({ key, response }, options, function(choice)
    if choice == response then
      local exchanged = { 'key = ' .. response, ('responses = [%s]'):format(key) }
      vim.api.nvim_buf_set_lines(0, at - 1, at + 1, false, exchanged)
    end
    client_of.say(('%s is the key; review the pair, then write the file'):format(choice or key))
  end)
end

--- Apply the server's edit, and show the new entry.
---@param client vim.lsp.Client
---@param edit lsp.WorkspaceEdit?
local function accept(client, edit)
  if not edit or not client_of.apply(client, edit) then
    return
  end
  vim.cmd.edit(vim.fn.fnameescape(vim.uri_to_fname(changed_file(edit))))
  vim.cmd.normal({ 'G', bang = true })
  ask_for_key()
end

--- Leave out responses of pairs, and the keys of the current file: other keys may have one response more.
---@param paths string[]
---@param found table[]? the pairs
---@return string[]
local function unpaired(paths, found)
  local taken, uri = {}, vim.uri_from_bufnr(0)
  for _, pair in ipairs(found or {}) do
    for _, files in ipairs(pair.files or { pair }) do
      taken[files.response] = true
      taken[files.key] = taken[files.key] or files.response == uri
    end
  end
  return vim.tbl_filter(function(path)
    return not taken[vim.uri_from_fname(path)]
  end, paths)
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
  client_of.execute(client, 'keytally.listPairs', {}, function(found)
    vim.ui.select(unpaired(candidates(), found), {
      prompt = 'keytally: pair with',
      kind = 'keytally',
      format_item = function(path)
        return escape.line(shown(path))
      end,
    }, pair)
  end)
end

--- The files to choose from, for completion.
---@return string[]
function M.names()
  local client = client_of.of(0)
  local params = { command = 'keytally.listPairs', arguments = {} }
  local answer = client and client:request_sync('workspace/executeCommand', params, 1000, 0)
  return vim.tbl_map(shown, unpaired(candidates(), answer and answer.result))
end

return M
