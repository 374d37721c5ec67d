--- The language server's client, and requests to it.

local M = {}

local TIMEOUT = 3000

--- Say something in one line.
---@param text string
---@param level? integer one of `vim.log.levels`
function M.say(text, level)
  vim.notify('keytally: ' .. text, level or vim.log.levels.INFO)
end

--- Say what is at the cursor, in what one line holds, so that no prompt gets in the way.
---@param text string
function M.tell(text)
  local line = text:match('[^\n]*')
  while vim.fn.strdisplaywidth(line) > vim.v.echospace do
    line = vim.fn.strcharpart(line, 0, vim.fn.strchars(line) - 1)
  end
  vim.api.nvim_echo({ { line } }, true, {})
end

---@param buffer? integer the current one by default
---@return vim.lsp.Client?
function M.of(buffer)
  return vim.lsp.get_clients({ name = 'keytally', bufnr = buffer or 0 })[1]
end

--- Whether a server is on its way: it has been started and has not answered yet.
---@return boolean
local function is_starting()
  return #vim.lsp.get_clients({ name = 'keytally', _uninitialized = true }) > 0
end

--- The client of the buffer; where there is none, any client; where there is none, a message. A
--- server that is starting is waited for.
---@param buffer? integer
---@return vim.lsp.Client?
function M.needed(buffer)
  if not M.of(buffer) and is_starting() then
    M.tell('keytally: the server is starting')
    vim.cmd.redraw()
    vim.wait(TIMEOUT, function()
      return M.of(buffer) ~= nil or not is_starting()
    end, 10)
  end
  local client = M.of(buffer) or vim.lsp.get_clients({ name = 'keytally' })[1]
  if not client and is_starting() then
    M.say('the server is starting; press the key again', vim.log.levels.WARN)
  elseif not client then
    M.say('no server is attached; see :checkhealth keytally', vim.log.levels.WARN)
  end
  return client
end

--- The buffer among those of `client` that shows the file of `uri`, if it is open.
---@param client vim.lsp.Client
---@param uri string
---@return integer?
function M.buffer_of(client, uri)
  local path = vim.fs.normalize(vim.uri_to_fname(uri))
  for buffer in pairs(client.attached_buffers) do
    if vim.fs.normalize(vim.api.nvim_buf_get_name(buffer)) == path then
      return buffer
    end
  end
end

--- A setting below `keytally`, as the client sends it to the server.
---@param client vim.lsp.Client?
---@param ... string
---@return any
function M.setting(client, ...)
  return client and vim.tbl_get(client.settings or {}, 'keytally', ...)
end

--- Ask and wait for the answer.
---@param client vim.lsp.Client
---@param method string
---@param params table
---@param buffer integer
---@return any result nil after an error, which has been shown
function M.ask(client, method, params, buffer)
  local answer, failure = client:request_sync(method, params, TIMEOUT, buffer)
  if not answer or answer.err then
    M.say(answer and answer.err.message or failure or 'no answer', vim.log.levels.ERROR)
    return nil
  end
  return answer.result
end

--- Run a command of the server and hand on its result.
---@param client vim.lsp.Client
---@param command string
---@param arguments any[]
---@param done fun(result: any)
function M.execute(client, command, arguments, done)
  local params = { command = command, arguments = arguments }
  client:request('workspace/executeCommand', params, function(failure, result)
    if failure then
      M.say(failure.message, vim.log.levels.ERROR)
    else
      done(result)
    end
  end)
end

--- Stop the servers and start them again for the open files.
function M.restart()
  local clients = vim.lsp.get_clients({ name = 'keytally' })
  require('keytally.server').forget()
  vim.lsp.enable('keytally', false)
  vim.wait(TIMEOUT, function()
    return vim.iter(clients):all(function(client)
      return client:is_stopped()
    end)
  end, 10)
  vim.iter(clients):each(function(client)
    if not client:is_stopped() then
      client:stop(true)
    end
  end)
  vim.lsp.enable('keytally')
  M.say('restarted')
end

return M
