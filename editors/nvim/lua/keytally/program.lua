--- The path of the server's program, and its installation.

local M = {}

local NAME = 'keytally-server'
local TOOL = 'keytally'

local is_windows = vim.fn.has('win32') == 1

---@return string
local function bin()
  return is_windows and 'Scripts' or 'bin'
end

--- The joined path; nil if the first part, such as a variable, is not set.
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

--- Whether a path is absolute.
---@param path string
---@return boolean
local function is_absolute(path)
  if is_windows then
    return path:find('^%a:[/\\]') ~= nil or path:find('^[/\\][/\\]') ~= nil
  end
  return vim.startswith(path, '/')
end

--- Return the path of an executable file.
---@param path string
---@return string? path with its extension; nil if it is none
local function executable(path)
  local found = is_absolute(path) and vim.fs.normalize(vim.fn.exepath(path)) or ''
  -- Neovim searches PATH for a path in the root directory.
  local is_there = vim.fs.dirname(found) == vim.fs.dirname(vim.fs.normalize(path))
  return found ~= '' and is_there and found or nil
end

--- Find a program in the absolute entries of PATH. Others, and the current directory, which Windows searches by
--- itself, may be in a project of somebody else.
---@param name string
---@return string? path
local function on_path(name)
  for folder in vim.gsplit(vim.env.PATH or '', is_windows and ';' or ':', { plain = true }) do
    local found = folder ~= '' and executable(vim.fs.joinpath(folder, name))
    if found then
      return found
    end
  end
end

--- Find the program that a command runs.
---@param name string a path, or a name that is searched on PATH
---@return string? path nil where there is none, and for a path that depends on the current directory
function M.path_of(name)
  if name:find(is_windows and '[/\\:]' or '/') then
    return executable(name)
  end
  return on_path(name)
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
    return folder ~= false and is_absolute(folder)
  end, folders)
end

--- The server: on PATH, otherwise among the tools of uv or pipx.
---@return string? program nil where there is none
function M.find()
  local found = on_path(NAME)
  for _, folder in ipairs(found and {} or tool_folders()) do
    found = found or executable(vim.fs.joinpath(folder, NAME))
  end
  return found
end

--- The path of the server after an installation; the system would search for a bare name.
---@return string
local function absent()
  return vim.fs.joinpath(own_environment(), bin(), NAME)
end

--- The command that starts the server, whether it exists or not.
---@return string[]
function M.command()
  return { M.find() or absent() }
end

--- Replace a bare name, which the system would search in the current directory too, by the program's path.
---@param cmd string[]
---@return string[]? cmd nil if nothing is to be replaced
function M.settled(cmd)
  if is_absolute(cmd[1]) then
    return nil
  end
  return vim.list_extend({ M.path_of(cmd[1]) or absent() }, vim.list_slice(cmd, 2))
end

--- Return the program of a command for messages: its name if it was searched for, otherwise its path.
---@param cmd string[]
---@return string name, boolean is_own false for a program of a person's configuration
function M.described(cmd)
  local is_own = cmd[1] == NAME or cmd[1] == absent()
  return is_own and NAME or cmd[1], is_own
end

--- The requirement to install: the checkout that contains the plugin, otherwise the package index.
---@return string
local function requirement()
  local here = vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2))
  local checkout = vim.fs.joinpath(vim.fs.dirname(here), '..', '..', '..', '..')
  if not vim.uv.fs_stat(vim.fs.joinpath(checkout, 'server', 'keytally_server')) then
    return 'keytally[all]'
  end
  return 'keytally[all] @ ' .. vim.uri_from_fname(vim.fs.normalize(checkout))
end

--- The commands that install the server, one after the other.
---@return string[][]? commands nil where nothing here can install it
function M.installation()
  if on_path('uv') then
    return { { 'uv', 'tool', 'install', '--force', requirement() } }
  elseif on_path('pipx') then
    return { { 'pipx', 'install', '--force', requirement() } }
  end
  local environment = own_environment()
  for _, python in ipairs({ 'python3', 'python' }) do
    if on_path(python) then
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
  return #commands > 0 and table.concat(commands, ' && ') or 'install Python 3.11 or later first'
end

return M
