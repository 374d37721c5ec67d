--- From difference to difference, and from candidate to candidate, in whichever file of the pair
--- the server finds the next; and what one key does there.

local client_of = require('keytally.client')
local going = require('keytally.going')
local position = require('keytally.position')
local tagging = require('keytally.tagging')

local M = {}

local REWRITE = 'refactor.rewrite'
local DROP = REWRITE .. '.dropSpurious'

---@class keytally.Stop
---@field buffer integer
---@field cursor integer[]
---@field what 'difference'|'candidate'
---@field status? string that of the mark
---@field action? string the kind of the code action that does what is proposed
---@field range lsp.Range

---@type keytally.Stop?
local stop

--- Where the cursor stands, if a command has put it there.
---@return keytally.Stop?
local function present()
  local is_there = stop
    and stop.buffer == vim.api.nvim_get_current_buf()
    and vim.deep_equal(stop.cursor, vim.api.nvim_win_get_cursor(0))
  return is_there and stop or nil
end

---@param client vim.lsp.Client
---@return lsp.Position
local function cursor_position(client)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  return position.from_buffer(0, row - 1, column, client.offset_encoding)
end

---@param value any a member of an answer, which may be `vim.NIL`
---@return string?
local function text_of(value)
  return type(value) == 'string' and value or nil
end

---@param client vim.lsp.Client
---@param what 'difference'|'candidate'
---@param direction 'next'|'previous'
---@param from lsp.Position
---@param inclusive boolean
local function go(client, what, direction, from, inclusive)
  local found = client_of.ask(client, 'keytally/next', {
    textDocument = vim.lsp.util.make_text_document_params(0),
    position = from,
    what = what,
    direction = direction,
    inclusive = inclusive,
  }, vim.api.nvim_get_current_buf())
  stop = nil
  if type(found) ~= 'table' then
    return client_of.say('no ' .. what .. 's left')
  end
  going.to(client, found)
  stop = {
    buffer = vim.api.nvim_get_current_buf(),
    cursor = vim.api.nvim_win_get_cursor(0),
    what = what,
    status = text_of(found.status),
    action = text_of(found.action),
    range = found.range,
  }
end

--- Go to the next or previous difference or candidate.
---@param what 'difference'|'candidate'
---@param direction? 'next'|'previous'
function M.go(what, direction)
  local client, here = client_of.needed(0), present()
  if client then
    -- The cursor stands before what is missing at the end of a line.
    local from = here and here.range.start or cursor_position(client)
    go(client, what, direction or 'next', from, false)
  end
end

---@param action lsp.CodeAction
---@param kind string
---@return boolean
local function is_of(action, kind)
  return vim.startswith((action.kind or '') .. '.', kind .. '.')
end

--- The code action that is meant by a kind; nil if there is none.
---@param client vim.lsp.Client
---@param range lsp.Range
---@param kind string
---@return lsp.CodeAction?
local function action_for(client, range, kind)
  return vim.iter(tagging.actions_of(client, range, kind)):find(function(action)
    return kind ~= REWRITE or (action.isPreferred and not is_of(action, DROP))
  end)
end

--- Do what a kind of action does at the cursor, and go on to the next.
---@param kind string
---@param nothing string
local function follow(kind, nothing)
  local client = client_of.needed(0)
  if not client then
    return
  end
  local here, at = present(), cursor_position(client)
  local range = here and here.range or { start = at, ['end'] = at }
  local action = action_for(client, range, kind)
  local behind = not action and not here and position.behind_cursor(client.offset_encoding)
  if behind then
    range = { start = behind, ['end'] = behind }
    action = action_for(client, range, kind)
  end
  if not action then
    return client_of.say(nothing, vim.log.levels.WARN)
  end
  if tagging.apply(client, action) then
    go(client, here and here.what or 'difference', 'next', range.start, true)
  end
end

--- Do what the key, or equal text, says of the place, and go on to the next.
function M.accept()
  local here = present()
  local hint = here and here.status == 'spu' and ': <Del> drops what is spurious' or ''
  follow(here and here.action or REWRITE, 'nothing to accept here' .. hint)
end

--- Drop what is spurious at the place, and go on to the next difference.
function M.drop()
  follow(DROP, 'nothing spurious here')
end

--- Whether a command has put the cursor where it stands.
---@return boolean
function M.is_there()
  return present() ~= nil
end

return M
