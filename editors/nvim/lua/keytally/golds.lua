--- How far the adjudication of each gold is, as the server's `keytally/adjudicated` tells it.

local client_of = require('keytally.client')

local M = {}

---@class keytally.Counts
---@field open integer
---@field decided integer

---@type table<integer, keytally.Counts>
local golds = {}

---@param buffer? integer
---@return integer
local function number_of(buffer)
  return (not buffer or buffer == 0) and vim.api.nvim_get_current_buf() or buffer --[[@as integer]]
end

--- The number that a member of a message is; nil for none, and for `vim.NIL`.
---@param value any
---@return integer?
local function count(value)
  return type(value) == 'number' and value or nil
end

--- Take in a `keytally/adjudicated`; without counts the buffer is no gold any more.
---@param params { uri: string, open?: integer, decided?: integer, version?: integer }
---@param client_id integer
function M.received(params, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  local buffer = client and client_of.buffer_of(client, params.uri)
  if not buffer then
    return
  end
  local was_gold = golds[buffer] ~= nil
  local open, decided = count(params.open), count(params.decided)
  golds[buffer] = open and decided and { open = open, decided = decided } or nil
  if was_gold ~= (golds[buffer] ~= nil) then
    require('keytally.keys').renew(buffer)
  end
  require('keytally.lenses').refresh(buffer)
  vim.cmd.redrawstatus({ bang = true })
  vim.api.nvim_exec_autocmds('User', {
    pattern = 'KeytallyAdjudicated',
    modeline = false,
    data = { buffer = buffer, open = open, decided = decided, version = params.version },
  })
end

--- What is told of a buffer; nil if it is no gold.
---@param buffer? integer the current one by default
---@return keytally.Counts?
function M.of(buffer)
  return golds[number_of(buffer)]
end

--- Forget a buffer that the server has left.
---@param buffer integer
function M.forget(buffer)
  if golds[buffer] then
    golds[buffer] = nil
    require('keytally.keys').renew(buffer)
  end
end

--- `3 open, 14 decided`; empty for a buffer that is no gold.
---@param buffer? integer the current one by default
---@return string
function M.text(buffer)
  local gold = M.of(buffer)
  return gold and ('%d open, %d decided'):format(gold.open, gold.decided) or ''
end

return M
