--- From difference to difference, and from candidate to candidate, in whichever file of the pair
--- the server finds the next; and what one key does there.

local client_of = require('keytally.client')
local going = require('keytally.going')
local position = require('keytally.position')
local tagging = require('keytally.tagging')

local M = {}

local NONE_LEFT = { difference = 'no differences left', candidate = 'no candidates left' }

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

--- The position of the cursor, if a command has moved it there.
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
  stop = nil
  client_of.ask(
    client,
    'keytally/next',
    {
      textDocument = vim.lsp.util.make_text_document_params(0),
      position = from,
      what = what,
      direction = direction,
      inclusive = inclusive,
    },
    vim.api.nvim_get_current_buf(),
    function(found)
      if type(found) ~= 'table' then
        return client_of.say(NONE_LEFT[what])
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
  )
end

--- Go to the next or previous difference or candidate.
---@param what 'difference'|'candidate'
---@param direction? 'next'|'previous'
function M.go(what, direction)
  local client, here = client_of.needed(0), present()
  if client then
    -- The cursor is before an item that is missing at the end of a line.
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

--- The ranges in which an action is looked for: that of the stop, or the cursor and the end of a line after it.
---@param client vim.lsp.Client
---@return lsp.Range[]
local function ranges_here(client)
  local here, at = present(), cursor_position(client)
  local after = not here and position.behind_cursor(client.offset_encoding)
  local ranges = { here and here.range or { start = at, ['end'] = at } }
  if after then
    table.insert(ranges, { start = after, ['end'] = after })
  end
  return ranges
end

--- Look for the code action that is meant by a kind in ranges, one after the other.
---@param client vim.lsp.Client
---@param ranges lsp.Range[]
---@param kind string
---@param done fun(action: lsp.CodeAction?, range: lsp.Range?)
local function action_for(client, ranges, kind, done)
  local range, rest = ranges[1], vim.list_slice(ranges, 2)
  if not range then
    return done(nil)
  end
  tagging.actions_of(client, range, kind, function(actions)
    local action = vim.iter(actions):find(function(each)
      return kind ~= REWRITE or (each.isPreferred and not is_of(each, DROP))
    end)
    if action then
      done(action, range)
    else
      action_for(client, rest, kind, done)
    end
  end)
end

--- Do what a kind of action does at the cursor, and go on to the next.
---@param kind string
---@param otherwise fun(client: vim.lsp.Client) called where there is no such action
local function follow(kind, otherwise)
  local client, here = client_of.needed(0), present()
  if not client then
    return
  end
  action_for(client, ranges_here(client), kind, function(action, range)
    if not action or not range then
      otherwise(client)
    elseif tagging.apply(client, action) then
      go(client, here and here.what or 'difference', 'next', range.start, true)
    end
  end)
end

--- Report that there is nothing to accept, and whether there is a spurious item.
---@param client vim.lsp.Client
local function refuse_to_accept(client)
  action_for(client, ranges_here(client), DROP, function(action)
    local hint = action and '; <Del> deletes the spurious item' or ''
    client_of.say('nothing to accept here' .. hint, vim.log.levels.WARN)
  end)
end

--- Apply the key's annotation, or the tag of equal text, and go on to the next.
function M.accept()
  local here = present()
  follow(here and here.action or REWRITE, refuse_to_accept)
end

--- Drop what is spurious at the place, and go on to the next difference.
function M.drop()
  follow(DROP, function()
    client_of.say('nothing is spurious here', vim.log.levels.WARN)
  end)
end

--- Whether a command has moved the cursor to its position.
---@return boolean
function M.is_there()
  return present() ~= nil
end

return M
