--- The files and the root directory for which the server starts.

local M = {}

--- File types that do not determine the content, such as that of an empty file.
local GUESSED = { text = true, sgml = true, json = true, jsonl = true }

--- Whether a buffer has its type only from its name, and a keytally.toml may determine it.
---@param buffer integer
---@return boolean
function M.may_be_named(buffer)
  return GUESSED[vim.bo[buffer].filetype] ~= nil and vim.fs.root(buffer, 'keytally.toml') ~= nil
end

--- Whether a file is a keytally.toml, or a pyproject.toml with a table of keytally.
---@param buffer integer
---@param path string
---@return boolean
local function is_project_file(buffer, path)
  local name = vim.fs.basename(path)
  if name ~= 'pyproject.toml' then
    return name == 'keytally.toml'
  end
  return vim.iter(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)):any(function(line)
    return line:match('^%s*%[+%s*tool%s*%.%s*keytally[%s%.%]]') ~= nil
  end)
end

--- The folder of the nearest marker, else the file's own, so that the other half of a pair is
--- found in a folder without any. TOML files that are not project files get no server, and files that
--- only a keytally.toml may name get one only in its reach.
---@param buffer integer
---@param on_dir fun(directory: string)
function M.root(buffer, on_dir)
  if require('keytally.server').settle() then
    return
  end
  local path = vim.api.nvim_buf_get_name(buffer)
  if vim.bo[buffer].filetype == 'toml' and not is_project_file(buffer, path) then
    return
  end
  if GUESSED[vim.bo[buffer].filetype] and not M.may_be_named(buffer) then
    return
  end
  local markers = vim.lsp.config.keytally.root_markers or {}
  on_dir(vim.fs.root(buffer, markers) or (path ~= '' and vim.fs.dirname(path)) or vim.fn.getcwd())
end

--- Give a buffer that has its type from its name alone the file type of its pair, if a pair names it.
---@param client vim.lsp.Client
---@param buffer integer
function M.assign_filetype(client, buffer)
  if not GUESSED[vim.bo[buffer].filetype] then
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
