--- What the client tells the server at the start: which files and which folder.

local M = {}

--- The folder of the nearest marker, else the file's own, so that the other half of a pair is
--- found in a folder without any. TOML files that are not keytally's get no server, and plain text
--- only in the reach of a keytally.toml, which may name it.
---@param buffer integer
---@param on_dir fun(directory: string)
function M.root(buffer, on_dir)
  local path = vim.api.nvim_buf_get_name(buffer)
  if vim.bo[buffer].filetype == 'toml' and vim.fs.basename(path) ~= 'keytally.toml' then
    return
  end
  if vim.bo[buffer].filetype == 'text' and not vim.fs.root(buffer, 'keytally.toml') then
    return
  end
  local markers = vim.lsp.config.keytally.root_markers or {}
  on_dir(vim.fs.root(buffer, markers) or (path ~= '' and vim.fs.dirname(path)) or vim.fn.getcwd())
end

--- Give a buffer of plain text the file type of its pair, if a pair names it.
---@param client vim.lsp.Client
---@param buffer integer
function M.assign_filetype(client, buffer)
  if vim.bo[buffer].filetype ~= 'text' then
    return
  end
  local uri = vim.uri_from_bufnr(buffer)
  require('keytally.client').execute(client, 'keytally.listPairs', {}, function(found)
    for _, pair in ipairs(found or {}) do
      if require('keytally.pairs').has(pair, uri) and vim.api.nvim_buf_is_loaded(buffer) then
        vim.bo[buffer].filetype = pair.language
        return
      end
    end
  end)
end

return M
