--- Long work of the server, such as finding what repairs gain: shown while it lasts, and cancelled by a command.

local client_of = require('keytally.client')

local M = {}

---@type table<string, { client_id: integer, token: string, title: string, is_cancelled?: boolean }> by token
local running = {}

--- Take in the progress of a client's server; that of reading files is in the status line.
---@param client_id integer
---@param params { token: any, value: { kind: string, title?: string, percentage?: integer } }
function M.progressed(client_id, params)
  local token, value = tostring(params.token), params.value
  if not vim.startswith(token, 'keytally-') or vim.startswith(token, 'keytally-reading-') then
    return
  elseif value.kind == 'end' then
    running[token] = nil
    return
  elseif running[token] and running[token].is_cancelled then
    return
  end
  running[token] = running[token]
    or { client_id = client_id, token = token, title = value.title or 'working' }
  local done = value.percentage and (', %d %%'):format(value.percentage) or ''
  client_of.tell(('keytally: %s%s (:Keytally cancel)'):format(running[token].title, done), false)
end

--- Cancel all work that is running.
function M.cancel()
  local count = 0
  for _, work in pairs(running) do
    local client = vim.lsp.get_client_by_id(work.client_id)
    if client and not client:is_stopped() and not work.is_cancelled then
      client:notify('window/workDoneProgress/cancel', { token = work.token })
      work.is_cancelled = true
      count = count + 1
    end
  end
  client_of.say(count > 0 and 'cancelled' or 'nothing is running')
end

return M
