--- From one error to the next: marks that are not correct, and findings.

local client_of = require('keytally.client')
local position = require('keytally.position')
local status_of = require('keytally.status')

local M = {}

local FIRST_REACH = 200

---@class keytally.Place
---@field row integer from 0
---@field column integer in bytes, from 0
---@field text string what is wrong there

---@param a keytally.Place
---@param b keytally.Place
local function earlier(a, b)
  return a.row < b.row or (a.row == b.row and a.column < b.column)
end

--- Ask for the places of the wrong marks of some lines, from 0 and both inclusive.
---@param done fun(places: keytally.Place[])
local function wrong_marks(client, buffer, first, last, done)
  local params = require('keytally.marks').request(buffer, first, last)
  client_of.ask(client, 'keytally/marks', params, buffer, function(answer)
    local places = {}
    for _, mark in ipairs(type(answer) == 'table' and answer.marks or {}) do
      local status, whole = status_of.of(mark.status), status_of.of(mark.verdict or mark.status)
      if status and status.wrong and whole and whole.wrong then
        local row, column = position.to_buffer(buffer, mark.range.start, client.offset_encoding)
        local text = status.name .. ': ' .. status_of.detail(mark)
        table.insert(places, { row = row, column = column, text = text })
      end
    end
    done(places)
  end)
end

--- The places of the findings of some lines.
---@return keytally.Place[]
local function findings(client, buffer, first, last)
  local places = {}
  for _, namespace in ipairs({
    vim.lsp.diagnostic.get_namespace(client.id, false),
    vim.lsp.diagnostic.get_namespace(client.id, true),
  }) do
    for _, finding in ipairs(vim.diagnostic.get(buffer, { namespace = namespace })) do
      if finding.lnum >= first and finding.lnum <= last then
        table.insert(places, { row = finding.lnum, column = finding.col, text = finding.message })
      end
    end
  end
  return places
end

--- The nearest of some places on one side of `from`.
---@param places keytally.Place[]
---@param from keytally.Place
---@param forwards boolean
---@return keytally.Place?
local function nearest(places, from, forwards)
  local best
  for _, place in ipairs(places) do
    local beyond, better
    if forwards then
      beyond, better = earlier(from, place), not best or earlier(place, best)
    else
      beyond, better = earlier(place, from), not best or earlier(best, place)
    end
    if beyond and better then
      best = place
    end
  end
  return best
end

--- Search away from `from` to the end of the buffer, beginning in the row `edge`, ever more lines at a time.
---@param done fun(place: keytally.Place?)
local function search(client, buffer, from, forwards, edge, reach, done)
  local last_row = vim.api.nvim_buf_line_count(buffer) - 1
  if edge < 0 or edge > last_row then
    return done(nil)
  end
  local other = forwards and math.min(edge + reach, last_row) or math.max(edge - reach, 0)
  local first, last = math.min(edge, other), math.max(edge, other)
  wrong_marks(client, buffer, first, last, function(marks)
    local places = vim.list_extend(marks, findings(client, buffer, first, last))
    local place = nearest(
      vim.tbl_filter(function(each)
        return each.row >= first and each.row <= last
      end, places),
      from,
      forwards
    )
    if place then
      return done(place)
    end
    search(client, buffer, from, forwards, forwards and other + 1 or other - 1, reach * 4, done)
  end)
end

--- Find the next place, over the end of the buffer if need be.
---@param done fun(place: keytally.Place?)
local function find(client, buffer, from, forwards, done)
  search(client, buffer, from, forwards, from.row, FIRST_REACH, function(place)
    if place then
      return done(place)
    end
    local edge = forwards and { row = 0, column = -1 }
      or { row = vim.api.nvim_buf_line_count(buffer) - 1, column = math.huge }
    search(client, buffer, edge, forwards, edge.row, FIRST_REACH, done)
  end)
end

---@type { buffer: integer, cursor: integer[], place: keytally.Place }?
local last

--- Where the search begins: at the cursor, or at the place that it was put on, which may be the end of a line.
---@param buffer integer
---@return keytally.Place
local function start(buffer)
  local cursor = vim.api.nvim_win_get_cursor(0)
  local is_there = last and last.buffer == buffer and vim.deep_equal(last.cursor, cursor)
  return is_there and assert(last).place or { row = cursor[1] - 1, column = cursor[2] }
end

--- Put the cursor on a place.
---@param buffer integer
---@param place keytally.Place
local function show(buffer, place)
  vim.cmd("normal! m'")
  local line = vim.api.nvim_buf_get_lines(buffer, place.row, place.row + 1, false)[1]
  vim.api.nvim_win_set_cursor(0, { place.row + 1, math.min(place.column, #line) })
  vim.cmd('normal! zv')
  last = { buffer = buffer, cursor = vim.api.nvim_win_get_cursor(0), place = place }
  client_of.tell(place.text)
end

---@param forwards boolean
---@param count? integer
local function go(forwards, count)
  local buffer = vim.api.nvim_get_current_buf()
  local client = client_of.needed(buffer)
  if not client then
    return
  end
  local function step(from, left)
    find(client, buffer, from, forwards, function(place)
      if not place then
        client_of.say('no errors')
      elseif left > 1 then
        step(place, left - 1)
      else
        show(buffer, place)
      end
    end)
  end
  step(start(buffer), count or 1)
end

--- Go to the next error, over the end of the file if need be.
---@param count? integer
function M.next(count)
  go(true, count)
end

--- Go to the previous error, over the start of the file if need be.
---@param count? integer
function M.previous(count)
  go(false, count)
end

return M
