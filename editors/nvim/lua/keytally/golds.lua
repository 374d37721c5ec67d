--- The progress of the adjudication of each gold, from `keytally/adjudicated`.

local client_of = require('keytally.client')

local M = {}

---@class keytally.Counts
---@field open integer
---@field decided integer

---@type table<integer, keytally.Counts>
local golds = {}

--- The buffers for which the server has answered whether they are golds.
---@type table<integer, boolean>
local known = {}

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

--- Handle `keytally/adjudicated`; without counts, the buffer is no longer a gold.
---@param params { uri: string, open?: integer, decided?: integer, version?: integer }
---@param client_id integer
function M.received(params, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  local buffer = client and client_of.buffer_of(client, params.uri)
  if not buffer then
    return
  end
  local before, was_known = golds[buffer], known[buffer]
  local open, decided = count(params.open), count(params.decided)
  golds[buffer] = open and decided and { open = open, decided = decided } or nil
  known[buffer] = true
  if not was_known or (before ~= nil) ~= (golds[buffer] ~= nil) then
    require('keytally.keys').renew(buffer)
  end
  if before and before.open == 0 and (open or 0) > 0 and buffer == vim.api.nvim_get_current_buf() then
    client_of.tell('keytally: ' .. M.text(buffer))
  end
  require('keytally.lenses').refresh(buffer)
  vim.cmd.redrawstatus({ bang = true })
  vim.api.nvim_exec_autocmds('User', {
    pattern = 'KeytallyAdjudicated',
    modeline = false,
    data = { buffer = buffer, open = open, decided = decided, version = params.version },
  })
end

--- The counts of a buffer; nil if it is not a gold.
---@param buffer? integer the current one by default
---@return keytally.Counts?
function M.of(buffer)
  return golds[number_of(buffer)]
end

--- Wait until the server has answered whether a buffer is a gold. It sends a message of each gold that it has read, and
--- answers about links of a file once it has read it.
---@param buffer integer
---@param client vim.lsp.Client
function M.attach(buffer, client)
  local params = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
  client:request('textDocument/documentLink', params, function()
    if not known[buffer] and client.attached_buffers[buffer] then
      known[buffer] = true
      require('keytally.keys').renew(buffer)
    end
  end, buffer)
end

--- Whether it is known if a buffer is a gold.
---@param buffer? integer the current one by default
---@return boolean
function M.is_known(buffer)
  return known[number_of(buffer)] or false
end

--- Forget a buffer that the server has left.
---@param buffer integer
function M.forget(buffer)
  if known[buffer] then
    golds[buffer], known[buffer] = nil, nil
    require('keytally.keys').renew(buffer)
  end
end

--- `3 open, 14 decided`; empty for a buffer that is not a gold.
---@param buffer? integer the current one by default
---@return string
function M.text(buffer)
  local gold = M.of(buffer)
  return gold and ('%d open, %d decided'):format(gold.open, gold.decided) or ''
end

return M
