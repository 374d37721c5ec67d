--- Where the server's program is, and how it is installed where it is not there.

local M = {}

local NAME = 'keytally-server'
local TOOL = 'keytally'

local is_windows = vim.fn.has('win32') == 1

---@return string
local function bin()
  return is_windows and 'Scripts' or 'bin'
end

--- The path of parts; nil where the first of them, a variable say, is not set.
---@param first string?
---@param ... string
---@return string?
local function joined(first, ...)
  return first and first ~= '' and vim.fs.joinpath(first, ...) or nil
end

--- The environment that `:Keytally install` makes where there is neither uv nor pipx.
---@return string
local function own_environment()
  return vim.fs.joinpath(vim.fn.stdpath('data') --[[@as string]], 'keytally', 'server')
end

--- Folders in which uv and pipx put the programs of tools, and those of the tool's own environments, in the order of
--- their manuals.
---@return string[]
local function tool_folders()
  local home, env = vim.uv.os_homedir(), vim.env
  local folders = {
    joined(env.UV_TOOL_BIN_DIR) or false,
    joined(env.PIPX_BIN_DIR) or false,
    joined(env.XDG_BIN_HOME) or false,
    joined(env.XDG_DATA_HOME, '..', 'bin') or false,
    joined(home, '.local', 'bin') or false,
    joined(env.UV_TOOL_DIR, TOOL, bin()) or false,
    joined(env.XDG_DATA_HOME, 'uv', 'tools', TOOL, bin()) or false,
    joined(home, '.local', 'share', 'uv', 'tools', TOOL, bin()) or false,
    joined(env.APPDATA, 'uv', 'data', 'tools', TOOL, bin()) or false,
    joined(env.PIPX_HOME, 'venvs', TOOL, bin()) or false,
    joined(home, '.local', 'share', 'pipx', 'venvs', TOOL, bin()) or false,
    joined(home, '.local', 'pipx', 'venvs', TOOL, bin()) or false,
    joined(home, 'pipx', 'venvs', TOOL, bin()) or false,
    joined(own_environment(), bin()) or false,
  }
  return vim.tbl_filter(function(folder)
    return folder ~= false
  end, folders)
end

--- The server: on PATH, else of a tool of uv's or pipx's.
---@return string? program nil where there is none
function M.find()
  if vim.fn.executable(NAME) == 1 then
    return NAME
  end
  for _, folder in ipairs(tool_folders()) do
    local program = vim.fs.joinpath(folder, NAME .. (is_windows and '.exe' or ''))
    if vim.fn.executable(program) == 1 then
      return vim.fs.normalize(program)
    end
  end
end

--- What starts the server, whether it is there or not.
---@return string[]
function M.command()
  return { M.find() or NAME }
end

--- Whether a command is the one that is looked for, and none of a person's configuration.
---@param cmd any
---@return boolean
function M.is_own(cmd)
  return type(cmd) == 'table' and vim.fs.basename(cmd[1]):gsub('%.exe$', '') == NAME
end

--- What is installed: keytally of the checkout that the plugin lies in, else that of the package index.
---@return string
local function requirement()
  local here = vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2))
  local checkout = vim.fs.joinpath(vim.fs.dirname(here), '..', '..', '..', '..')
  if not vim.uv.fs_stat(vim.fs.joinpath(checkout, 'server', 'keytally_server')) then
    return 'keytally[server]'
  end
  return 'keytally[server] @ ' .. vim.uri_from_fname(vim.fs.normalize(checkout))
end

--- The commands that install the server, one after the other.
---@return string[][]? commands nil where nothing here can install it
function M.installation()
  if vim.fn.executable('uv') == 1 then
    return { { 'uv', 'tool', 'install', '--force', requirement() } }
  elseif vim.fn.executable('pipx') == 1 then
    return { { 'pipx', 'install', '--force', requirement() } }
  end
  local environment = own_environment()
  for _, python in ipairs({ 'python3', 'python' }) do
    if vim.fn.executable(python) == 1 then
      local inside = vim.fs.joinpath(environment, bin(), 'python')
      return { { python, '-m', 'venv', environment }, { inside, '-m', 'pip', 'install', requirement() } }
    end
  end
end

--- These commands as a person would type them.
---@return string
function M.installation_text()
  local commands = vim.tbl_map(function(words)
    return table.concat(
      vim.tbl_map(function(word)
        return word:find('[^%w%-%./_:=@]') and vim.fn.shellescape(word) or word
      end, words),
      ' '
    )
  end, M.installation() or {})
  return #commands > 0 and table.concat(commands, ' && ') or 'install Python 3.10 or later first'
end

return M
