--- The score of each buffer's pair, from `keytally/scored`.

local client_of = require('keytally.client')

local M = {}

---@class keytally.Score
---@field pair { key: string, response: string }
---@field headline { name: string, value: number }
---@field figures string[][] names and texts of the numbers that a table shows
---@field change? number the last change of the headline score, in points
---@field base number the headline score before the last action
---@field version? integer the file's version
---@field undo integer the number of the last action in the buffer's undo tree

---@type table<integer, keytally.Score>
local scores = {}

--- The headline score before the last action, which may be sent in several changes.
---@param old keytally.Score?
---@param params table
---@param undo integer
---@return number
local function base_of(old, params, undo)
  if not old or not vim.deep_equal(old.pair, params.pair) then
    return params.headline.value
  end
  local goes_on = old.undo == undo and old.version ~= params.version and vim.fn.mode() ~= 'i'
  return goes_on and old.base or old.headline.value
end

--- The change of the headline score by the last action; nil after a change that is not an edit.
---@param old keytally.Score?
---@param params table
---@param base number
---@return number?
local function last_change(old, params, base)
  if type(params.delta) ~= 'number' then
    return nil
  elseif params.delta ~= 0 then
    return params.headline.value - base
  end
  return old and vim.deep_equal(old.pair, params.pair) and old.change or nil
end

---@type table<integer, string>
local readings = {}

--- The activity of the client's server before there are scores, such as `reading 40 %`.
---@param client vim.lsp.Client?
---@return string
local function reading_text(client)
  return client and readings[client.id] or ''
end

--- Take in the progress of a client's server; only that of reading files is kept.
---@param client_id integer
---@param params { token: any, value: { kind: string, message?: string, percentage?: integer } }
function M.progressed(client_id, params)
  if not vim.startswith(tostring(params.token), 'keytally-reading-') then
    return
  end
  local value = params.value
  local percentage = value.message == 'reading' and value.percentage
  local text = percentage and ('reading %d %%'):format(percentage) or value.message or 'reading'
  readings[client_id] = value.kind ~= 'end' and text or nil
  vim.cmd.redrawstatus({ bang = true })
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
    local old, undo = scores[buffer], vim.fn.undotree(buffer).seq_cur
    local base = base_of(old, params, undo)
    scores[buffer] = {
      base = base,
      version = params.version,
      undo = undo,
      pair = params.pair,
      headline = params.headline,
      figures = params.figures or {},
      change = last_change(old, params, base),
    }
  else
    scores[buffer] = nil
  end
  require('keytally.marks').refresh(buffer)
  require('keytally.lenses').refresh(buffer)
  require('keytally.progress').refresh(buffer)
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

--- `P&R 85.71 (+1.20) REC 80.0 PRE 92.3 response.sgml`; the change is the last one that was not nil.
--- Before there is a score, `reading 40 %` while long files are read.
---@param buffer? integer
---@return string
function M.text(buffer)
  local score = M.of(buffer)
  if not score or type(score.headline) ~= 'table' then
    return reading_text(client_of.of(buffer))
  end
  local parts = { ('%s %.2f'):format(score.headline.name, score.headline.value) }
  if score.change then
    table.insert(parts, ('(%+.2f)'):format(score.change))
  end
  for _, figure in ipairs(score.figures) do
    if figure[1] == 'REC' or figure[1] == 'PRE' then
      table.insert(parts, ('%s %s'):format(figure[1], figure[2]))
    end
  end
  table.insert(parts, vim.fs.basename(vim.uri_to_fname(score.pair.response)))
  return table.concat(parts, ' ')
end

return M
