--- The score of each buffer's pair, as the server's `keytally/scored` tells it.

local client_of = require('keytally.client')

local M = {}

---@class keytally.Score
---@field pair { key: string, response: string }
---@field totals table
---@field change? number the last change of the headline score, in points

---@type table<integer, keytally.Score>
local scores = {}

--- The number that stands for the whole: F with recall and precision of equal weight, else F.
---@param totals table
---@return number?
local function headline(totals)
  local f = totals.f
  if type(f) == 'table' then
    f = f['p&r']
  end
  return type(f) == 'number' and f or nil
end

---@param old keytally.Score?
---@param params table
---@return number?
local function last_change(old, params)
  local delta = type(params.delta) == 'number' and params.delta or 0
  if delta ~= 0 then
    return delta
  end
  return old and vim.deep_equal(old.pair, params.pair) and old.change or nil
end

--- Take in a `keytally/scored`.
---@param params table
---@param client_id integer
function M.received(params, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  local buffer = client and client_of.buffer_of(client, params.uri)
  if not buffer then
    return
  end
  if type(params.pair) == 'table' then
    scores[buffer] = {
      pair = params.pair,
      totals = params.totals or {},
      change = last_change(scores[buffer], params),
    }
  else
    scores[buffer] = nil
  end
  require('keytally.marks').refresh(buffer)
  require('keytally.lenses').refresh(buffer)
  vim.cmd.redrawstatus({ bang = true })
  vim.api.nvim_exec_autocmds('User', {
    pattern = 'KeytallyScored',
    modeline = false,
    data = { buffer = buffer, totals = params.totals, delta = params.delta, version = params.version },
  })
end

--- The score of a buffer.
---@param buffer? integer
---@return keytally.Score?
function M.of(buffer)
  return scores[(not buffer or buffer == 0) and vim.api.nvim_get_current_buf() or buffer]
end

--- Forget the score of a buffer.
---@param buffer integer
function M.forget(buffer)
  scores[buffer] = nil
end

--- `F 85.71 (+1.20) R 80.00 P 92.31`; the change is the last one that was not nil.
---@param buffer? integer
---@return string
function M.text(buffer)
  local score = M.of(buffer)
  local total = score and headline(score.totals)
  if not score or not total then
    return ''
  end
  local parts = { ('F %.2f'):format(total) }
  if score.change then
    table.insert(parts, ('(%+.2f)'):format(score.change))
  end
  if type(score.totals.rec) == 'number' and type(score.totals.pre) == 'number' then
    table.insert(parts, ('R %.2f P %.2f'):format(score.totals.rec, score.totals.pre))
  end
  return table.concat(parts, ' ')
end

return M
