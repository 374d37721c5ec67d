--- Which files the server gets, and the folder that it may read.

local M = {}

--- The folder of the nearest marker, else the file's own, so that the other half of a pair is
--- found in a folder without any. TOML files that are not keytally's get no server.
---@param buffer integer
---@param on_dir fun(directory: string)
function M.root(buffer, on_dir)
  local path = vim.api.nvim_buf_get_name(buffer)
  if vim.bo[buffer].filetype == 'toml' and vim.fs.basename(path) ~= 'keytally.toml' then
    return
  end
  local markers = vim.lsp.config.keytally.root_markers or {}
  on_dir(vim.fs.root(buffer, markers) or (path ~= '' and vim.fs.dirname(path)) or vim.fn.getcwd())
end

return M
