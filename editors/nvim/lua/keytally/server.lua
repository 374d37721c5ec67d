--- The program of the server: says once that it is not there, and starts one again that came to an end.

local M = {}

local MOST_STARTS = 5
local WITHIN = 3 * 60 * 1000

local is_told = false

--- When the servers of each root ended, in milliseconds.
---@type table<string, number[]>
local ends = {}

--- Say once that the program of the server is not there, instead of staying silent.
function M.look()
  local cmd = vim.lsp.config.keytally.cmd
  if is_told or type(cmd) ~= 'table' or vim.fn.executable(cmd[1]) == 1 then
    return
  end
  is_told = true
  local advice = require('keytally.program').is_own(cmd) and ':Keytally install gets it'
    or ':checkhealth keytally says what to do'
  require('keytally.client').say(('%s is not found; %s'):format(cmd[1], advice), vim.log.levels.WARN)
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
    local text = 'the server ended %d times in three minutes; :Keytally restart starts it again'
    return say(text:format(MOST_STARTS + 1), vim.log.levels.ERROR)
  end
  say('the server ended and is started again', vim.log.levels.WARN)
  vim.lsp.enable('keytally')
end

--- Start a server again that came to an end without being asked to.
---@param code integer
---@param signal integer
---@param client_id integer
function M.ended(code, signal, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  -- Neovim tells a wanted end from others by this field alone.
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

--- Forget how often servers ended, once a person starts them anew.
function M.forget()
  ends = {}
end

return M
