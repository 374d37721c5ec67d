--- The progress of the work on each buffer, for a status line, in the server's words.

local client_of = require('keytally.client')
local position = require('keytally.position')

local M = {}

local REST = 150
local GROUP = vim.api.nvim_create_augroup('keytally.progress', {})

---@type table<integer, string>
local texts = {}
---@type table<integer, boolean>
local waiting = {}

---@param buffer integer
---@param text string
local function show(buffer, text)
  if texts[buffer] ~= text then
    texts[buffer] = text
    vim.cmd.redrawstatus({ bang = true })
  end
end

---@param buffer integer
local function ask(buffer)
  local client = client_of.of(buffer)
  if not client or vim.api.nvim_get_current_buf() ~= buffer then
    return
  end
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    position = position.from_buffer(buffer, row - 1, column, client.offset_encoding),
  }
  client:request('keytally/progress', params, function(failure, progress)
    if not failure then
      show(buffer, type(progress) == 'table' and progress.text or '')
    end
  end, buffer)
end

--- Request again once the cursor rests.
---@param buffer integer
function M.refresh(buffer)
  if waiting[buffer] then
    return
  end
  waiting[buffer] = true
  vim.defer_fn(function()
    waiting[buffer] = nil
    if vim.api.nvim_buf_is_valid(buffer) then
      ask(buffer)
    end
  end, REST)
end

--- Handle `keytally/progressed`: the finished documents changed outside the buffer.
---@param params { uri: string }
---@param client_id integer
function M.received(params, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  local buffer = client and client_of.buffer_of(client, params.uri)
  if buffer then
    M.refresh(buffer)
    require('keytally.lenses').refresh(buffer)
  end
end

--- Follow the cursor and the text of a buffer.
---@param buffer integer
function M.attach(buffer)
  vim.api.nvim_clear_autocmds({ group = GROUP, buffer = buffer })
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI', 'BufEnter', 'TextChanged' }, {
    group = GROUP,
    buffer = buffer,
    callback = function()
      M.refresh(buffer)
    end,
  })
  M.refresh(buffer)
end

--- Forget a buffer that the server has left.
---@param buffer integer
function M.forget(buffer)
  texts[buffer] = nil
  vim.cmd.redrawstatus({ bang = true })
end

--- `document 3 of 96, 12 differences left`, in an annotator's file also `14 of 96 done`; empty where nothing
--- is known.
---@param buffer? integer
---@return string
function M.text(buffer)
  return texts[(not buffer or buffer == 0) and vim.api.nvim_get_current_buf() or buffer] or ''
end

return M
