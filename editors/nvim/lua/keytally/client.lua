--- The language server's client, and requests to it.

local escape = require('keytally.escape')

local M = {}

local TIMEOUT = 3000
local NO_SERVER = 'no server is attached; see :checkhealth keytally'

--- The result of `vim.wait()` after Ctrl-C.
local INTERRUPTED = -2

--- Show a message in one line.
---@param text string
---@param level? integer one of `vim.log.levels`
function M.say(text, level)
  vim.notify('keytally: ' .. escape.line(text), level or vim.log.levels.INFO)
end

--- Show a message about the cursor position, truncated to one line to avoid a prompt.
---@param text string
---@param keep? boolean whether it is kept among the messages; true by default
function M.tell(text, keep)
  local line = escape.line(text:match('[^\n]*'))
  while vim.fn.strdisplaywidth(line) > vim.v.echospace do
    line = vim.fn.strcharpart(line, 0, vim.fn.strchars(line) - 1)
  end
  vim.api.nvim_echo({ { line } }, keep ~= false, {})
end

---@param buffer? integer the current one by default
---@return vim.lsp.Client?
function M.of(buffer)
  return vim.lsp.get_clients({ name = 'keytally', bufnr = buffer or 0 })[1]
end

--- Whether a server has been started and has not answered yet.
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
    M.say(NO_SERVER, vim.log.levels.WARN)
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

---@class keytally.Question
---@field client vim.lsp.Client
---@field id? integer of the request
---@field place any[] where the person was when it was asked
---@field answer? { failure: lsp.ResponseError?, result: any }
---@field is_late? boolean whether it was not answered in time

--- The last question, as long as it is not answered.
---@type keytally.Question?
local question

--- The cursor's place, which any change of the text changes too.
---@return any[]
local function place()
  local buffer = vim.api.nvim_get_current_buf()
  return { buffer, vim.api.nvim_buf_get_changedtick(buffer), vim.api.nvim_win_get_cursor(0) }
end

--- Forget the last question.
local function withdraw()
  if question and question.id and not question.client:is_stopped() then
    question.client:cancel_request(question.id)
  end
  question = nil
end

--- Use the answer to the last question, or drop a late one if the person has moved on.
---@param asked keytally.Question
---@param done fun(result: any)
local function use(asked, done)
  question = nil
  local answer = assert(asked.answer)
  if answer.failure then
    M.say(answer.failure.message, vim.log.levels.ERROR)
  elseif asked.is_late and not vim.deep_equal(asked.place, place()) then
    M.say('the server is ready; press the key again')
  else
    done(answer.result)
  end
end

--- Ask the server for what a person waits for, and hand on the result. If there is no answer in time the person can
--- go on, and the result is used when it comes, as long as the cursor and the text stay as they are.
---@param client vim.lsp.Client
---@param method string
---@param params table
---@param buffer integer
---@param done fun(result: any) not called after an error, which is shown
function M.ask(client, method, params, buffer, done)
  withdraw()
  ---@type keytally.Question
  local asked = { client = client, place = place() }
  question = asked
  local _, id = client:request(method, params, function(failure, result)
    asked.answer = { failure = failure, result = result }
    if question == asked and asked.is_late then
      use(asked, done)
    end
  end, buffer)
  asked.id = id
  local _, interrupted = vim.wait(TIMEOUT, function()
    return asked.answer ~= nil or client:is_stopped()
  end, 10)
  if asked.answer then
    use(asked, done)
  elseif interrupted == INTERRUPTED or client:is_stopped() then
    withdraw()
    M.say('no answer from the server', vim.log.levels.WARN)
  else
    asked.is_late = true
    M.say('waiting for the server; continuing when it answers', vim.log.levels.WARN)
  end
end

--- Whether the user is waiting for an answer.
---@return boolean
function M.is_waiting()
  return question ~= nil and not question.client:is_stopped()
end

--- Explain why a key does nothing: its meaning depends on an answer.
function M.say_unanswered()
  if M.of() or is_starting() then
    M.tell('keytally: the server has not answered yet; press the key again')
  else
    M.say(NO_SERVER, vim.log.levels.WARN)
  end
end

--- Whether a buffer is modifiable; shows a message if not.
---@param buffer integer
---@return boolean
function M.can_change(buffer)
  if not vim.bo[buffer].modifiable then
    local name = vim.fs.basename(vim.api.nvim_buf_get_name(buffer))
    M.say(("%s cannot be changed: 'modifiable' is off"):format(name), vim.log.levels.WARN)
  end
  return vim.bo[buffer].modifiable
end

--- Apply an edit of the server's, all of it or nothing.
---@param client vim.lsp.Client
---@param edit lsp.WorkspaceEdit
---@return boolean whether it was applied
function M.apply(client, edit)
  local uris = vim.tbl_keys(edit.changes or {})
  for _, change in ipairs(edit.documentChanges or {}) do
    table.insert(uris, change.uri or change.textDocument.uri)
  end
  for _, uri in ipairs(uris) do
    if not M.can_change(vim.uri_to_bufnr(uri)) then
      return false
    end
  end
  vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
  return true
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
