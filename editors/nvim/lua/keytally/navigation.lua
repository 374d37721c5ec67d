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

--- The places of the wrong marks of some lines, from 0 and both inclusive.
---@return keytally.Place[]?
local function wrong_marks(client, buffer, first, last)
  local params = require('keytally.marks').request(buffer, first, last)
  local answer = client_of.ask(client, 'keytally/marks', params, buffer)
  local places = {}
  for _, mark in ipairs(type(answer) == 'table' and answer.marks or {}) do
    local status, whole = status_of.of(mark.status), status_of.of(mark.verdict or mark.status)
    if status and status.wrong and whole and whole.wrong then
      local row, column = position.to_buffer(buffer, mark.range.start, client.offset_encoding)
      table.insert(
        places,
        { row = row, column = column, text = status.name .. ': ' .. status_of.detail(mark) }
      )
    end
  end
  return answer and places
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

--- The nearest place on one side of `from` in some lines.
---@return keytally.Place? place, boolean failed
local function nearest(client, buffer, from, forwards, first, last)
  local places = wrong_marks(client, buffer, first, last)
  if not places then
    return nil, true
  end
  vim.list_extend(places, findings(client, buffer, first, last))
  local best
  for _, place in ipairs(places) do
    local beyond, better
    if forwards then
      beyond, better = earlier(from, place), not best or earlier(place, best)
    else
      beyond, better = earlier(place, from), not best or earlier(best, place)
    end
    if beyond and better and place.row >= first and place.row <= last then
      best = place
    end
  end
  return best, false
end

--- Search away from `from` to the end of the buffer, ever more lines at a time.
---@return keytally.Place? place, boolean failed
local function search(client, buffer, from, forwards)
  local last_row = vim.api.nvim_buf_line_count(buffer) - 1
  local edge, reach = from.row, FIRST_REACH
  while edge >= 0 and edge <= last_row do
    local other = forwards and math.min(edge + reach, last_row) or math.max(edge - reach, 0)
    local place, failed =
      nearest(client, buffer, from, forwards, math.min(edge, other), math.max(edge, other))
    if place or failed then
      return place, failed
    end
    edge, reach = forwards and other + 1 or other - 1, reach * 4
  end
  return nil, false
end

--- The next place, over the end of the buffer if need be.
---@return keytally.Place?
local function find(client, buffer, from, forwards)
  local place, failed = search(client, buffer, from, forwards)
  if place or failed then
    return place
  end
  local edge = forwards and { row = 0, column = -1 }
    or { row = vim.api.nvim_buf_line_count(buffer) - 1, column = math.huge }
  return (search(client, buffer, edge, forwards))
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

---@param forwards boolean
---@param count? integer
local function go(forwards, count)
  local buffer = vim.api.nvim_get_current_buf()
  local client = client_of.needed(buffer)
  if not client then
    return
  end
  local from = start(buffer)
  local place
  for _ = 1, count or 1 do
    place = find(client, buffer, from, forwards) or place
    from = place or from
  end
  if not place then
    return client_of.say('no errors')
  end
  vim.cmd("normal! m'")
  local line = vim.api.nvim_buf_get_lines(buffer, place.row, place.row + 1, false)[1]
  vim.api.nvim_win_set_cursor(0, { place.row + 1, math.min(place.column, #line) })
  vim.cmd('normal! zv')
  last = { buffer = buffer, cursor = vim.api.nvim_win_get_cursor(0), place = place }
  client_of.tell(place.text)
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
