--- Errors of the response by gain: a quickfix list, navigation, and fixes.

local client_of = require('keytally.client')
local escape = require('keytally.escape')
local going = require('keytally.going')
local position = require('keytally.position')
local tagging = require('keytally.tagging')

local M = {}

local REPAIR = 'refactor.rewrite.repair'
local STEPS = { next = 1, previous = -1 }

---@class keytally.Error
---@field class string
---@field key string
---@field response string
---@field document string
---@field uri string
---@field range lsp.Range
---@field message string all of it in a line, with the gain

--- The quickfix list that holds the errors, once there is one.
---@type integer?
local list

--- The error that a command has put the cursor on last, and its place in the list, from 1.
---@type { error: keytally.Error, index: integer, buffer: integer, cursor: integer[] }?
local stop

vim.api.nvim_create_autocmd('BufReadPost', {
  group = vim.api.nvim_create_augroup('keytally.errors', {}),
  desc = 'Restart at the highest gain after the file is reloaded',
  callback = function(event)
    if stop and stop.buffer == event.buf then
      stop = nil
    end
  end,
})

---@param error keytally.Error
---@param encoding string
---@return table item of a quickfix list
local function item_of(error, encoding)
  local buffer = vim.uri_to_bufnr(error.uri)
  vim.fn.bufload(buffer)
  local row, column = position.to_buffer(buffer, error.range.start, encoding)
  local end_row, end_column = position.to_buffer(buffer, error.range['end'], encoding)
  return {
    bufnr = buffer,
    lnum = row + 1,
    col = column + 1,
    end_lnum = end_row + 1,
    end_col = end_column + 1,
    text = escape.line(error.message),
  }
end

--- Put the errors into their quickfix list, which stays one among the others.
---@param client vim.lsp.Client
---@param found { measure: string, headline: number, total: integer, differences: keytally.Error[] }
local function fill(client, found)
  local is_there = list and vim.fn.getqflist({ id = list }).id == list
  local left_out = found.total - #found.differences
  local more = left_out > 0 and (', %d more'):format(left_out) or ''
  vim.fn.setqflist({}, is_there and 'r' or ' ', {
    id = is_there and list or nil,
    title = ('keytally errors by gain: %s %.2f%s'):format(found.measure, found.headline, more),
    items = vim.tbl_map(function(error)
      return item_of(error, client.offset_encoding)
    end, found.differences),
  })
  list = is_there and list or vim.fn.getqflist({ id = 0 }).id
end

--- Ask for the errors as they are now, fill the list, and hand them on.
---@param done fun(client: vim.lsp.Client, errors: keytally.Error[])
local function ask(done)
  local client = client_of.needed(0)
  if not client then
    return
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(0) }
  client:request('keytally/errors', params, function(failure, found)
    if failure and failure.code == vim.lsp.protocol.ErrorCodes.RequestCancelled then
      return
    elseif failure then
      return client_of.say(failure.message, vim.log.levels.ERROR)
    elseif type(found) ~= 'table' then
      return client_of.say('no error list is available for this file', vim.log.levels.WARN)
    end
    fill(client, found)
    done(client, found.differences)
  end, vim.api.nvim_get_current_buf())
end

---@param one keytally.Error
---@param other keytally.Error
---@return boolean
local function is_same(one, other)
  return one.class == other.class
    and one.key == other.key
    and one.response == other.response
    and one.document == other.document
end

--- The current index of the last error: of several equal ones, the nearest in the list.
---@param errors keytally.Error[]
---@return integer?
local function index_now(errors)
  local best
  for index, error in ipairs(errors) do
    local is_nearer = not best or math.abs(index - stop.index) < math.abs(best - stop.index)
    if is_same(error, stop.error) and is_nearer then
      best = index
    end
  end
  return best
end

--- The index of the error to go to. A fixed error is no longer in the list: the next one has its index.
---@param errors keytally.Error[]
---@param step integer
---@return integer
local function target(errors, step)
  if not stop then
    return 1
  end
  local index = index_now(errors)
  return index and index + step or step > 0 and stop.index or stop.index - 1
end

--- Put the cursor on an error of the list.
---@param client vim.lsp.Client
---@param errors keytally.Error[]
---@param index integer
local function show(client, errors, index)
  local error = errors[index]
  if not error then
    return client_of.say(#errors == 0 and 'no errors' or 'no further errors')
  end
  vim.fn.setqflist({}, 'a', { id = list, idx = index })
  going.to(client, error)
  stop = {
    error = error,
    index = index,
    buffer = vim.api.nvim_get_current_buf(),
    cursor = vim.api.nvim_win_get_cursor(0),
  }
end

--- List the errors, those whose repair gains most first.
function M.list()
  ask(function(_, errors)
    stop = nil
    if #errors == 0 then
      return client_of.say('no errors')
    end
    local number = vim.fn.getqflist({ id = list, nr = 0 }).nr
    vim.cmd('silent ' .. number .. 'chistory')
    vim.cmd('botright copen')
  end)
end

--- Go to the error that gains next most, or next less; first to the one that gains most.
---@param direction? 'next'|'previous'
function M.go(direction)
  ask(function(client, errors)
    show(client, errors, target(errors, STEPS[direction or 'next'] or 1))
  end)
end

--- The range of the error that the cursor was moved to, otherwise the cursor position.
---@param client vim.lsp.Client
---@return lsp.Range
local function range_here(client)
  local cursor = vim.api.nvim_win_get_cursor(0)
  if stop and stop.buffer == vim.api.nvim_get_current_buf() and vim.deep_equal(stop.cursor, cursor) then
    return stop.error.range
  end
  local at = position.from_buffer(0, cursor[1] - 1, cursor[2], client.offset_encoding)
  return { start = at, ['end'] = at }
end

--- Repair what is wrong at the cursor, and go on to the next by gain.
function M.repair()
  local client = client_of.needed(0)
  if not client then
    return
  end
  tagging.actions_of(client, range_here(client), REPAIR, function(actions)
    if not actions[1] then
      client_of.say('nothing to fix here', vim.log.levels.WARN)
    elseif tagging.apply(client, actions[1]) then
      M.go('next')
    end
  end)
end

return M
