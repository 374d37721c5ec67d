--- The server process: reports once that the program is missing, and restarts a server that exited.

local M = {}

local MOST_STARTS = 5
local WITHIN = 3 * 60 * 1000

local is_told = false

--- When the servers of each root ended, in milliseconds.
---@type table<string, number[]>
local ends = {}

--- Report once that the server's program is missing.
function M.look()
  local cmd = vim.lsp.config.keytally.cmd
  local program = require('keytally.program')
  if is_told or type(cmd) ~= 'table' or program.path_of(cmd[1]) then
    return
  end
  is_told = true
  local name, is_own = program.described(cmd)
  local advice = is_own and ':Keytally install installs it' or 'see :checkhealth keytally'
  require('keytally.client').say(('%s not found; %s'):format(name, advice), vim.log.levels.WARN)
end

--- Give the path of the program to a configuration that names it alone, and enable the server with it.
---@return boolean whether the configuration was changed
function M.settle()
  local cmd = vim.lsp.config.keytally.cmd
  local settled = type(cmd) == 'table' and require('keytally.program').settled(cmd)
  if settled then
    vim.lsp.config('keytally', { cmd = settled })
    vim.schedule(function()
      vim.lsp.enable('keytally')
    end)
  end
  return type(settled) == 'table'
end

--- The ends of the servers of a root that are not long ago, this one among them.
---@param root string
---@return number[]
local function recent_ends(root)
  local now = vim.uv.now()
  ends[root] = vim.tbl_filter(function(ended)
    return now - ended < WITHIN
  end, ends[root] or {})
  table.insert(ends[root], now)
  return ends[root]
end

---@param root string
local function start_again(root)
  local say = require('keytally.client').say
  if vim.v.exiting ~= vim.NIL or not vim.lsp.is_enabled('keytally') then
    return
  end
  if #recent_ends(root) > MOST_STARTS then
    local text = 'the server exited %d times in three minutes; :Keytally restart restarts it'
    return say(text:format(MOST_STARTS + 1), vim.log.levels.ERROR)
  end
  say('the server exited unexpectedly; restarting it', vim.log.levels.WARN)
  vim.lsp.enable('keytally')
end

--- Start a server again that came to an end without being asked to.
---@param code integer
---@param signal integer
---@param client_id integer
function M.ended(code, signal, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  -- Neovim distinguishes an intended exit only by this field.
  if not client or client._is_stopping or (code == 0 and signal == 0) then
    return
  end
  local root = client.root_dir or ''
  -- Neovim takes the old client away in the next step.
  vim.schedule(function()
    vim.schedule(function()
      start_again(root)
    end)
  end)
end

--- Reset the exit counts after a manual restart.
function M.forget()
  ends = {}
end

return M
