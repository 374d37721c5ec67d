--- The appearance of each mark, from its verdict and the marks around it; independent of buffers.

local position = require('keytally.position')
local status_of = require('keytally.status')

local M = {}

local WHOLE = { object = true, mention = true, item = true, edit = true }
local COARSE = { object = 1, mention = 1, slot = 2, fill = 3, link = 3 }
local ON_ONE_SIDE = { mis = true, spu = true }
local BADNESS = { par = 1, inc = 2, mis = 3, spu = 4 }

---@class keytally.Mark
---@field range lsp.Range
---@field status string
---@field level string
---@field label string
---@field verdict? string the status by which the whole is shown, where it is not `status`
---@field extent? lsp.Range of something missing, the text that it should hold
---@field line? string the text of a separate line for a missing item that would have separate lines
---@field text? lsp.Range of a tag, the text between its markup
---@field partner? lsp.Location

---@class keytally.Look
---@field mark keytally.Mark
---@field status string the verdict by which it is shown
---@field labelled boolean whether it adds information to the marks around it and those with the same end
---@field detail boolean whether it is the part that makes the verdict on the whole around it

---@param a keytally.Mark
---@param b keytally.Mark
local function same_range(a, b)
  return position.same(a.range.start, b.range.start) and position.same(a.range['end'], b.range['end'])
end

--- Outer marks before inner ones and coarse ones before fine ones, so that the later is drawn over
--- the earlier.
---@param a keytally.Mark
---@param b keytally.Mark
local function outer_first(a, b)
  if same_range(a, b) then
    return (COARSE[a.level] or math.huge) < (COARSE[b.level] or math.huge)
  elseif position.same(a.range.start, b.range.start) then
    return position.before(b.range['end'], a.range['end'])
  end
  return position.before(a.range.start, b.range.start)
end

--- The displayed verdict of a mark: the verdict on the whole, if the server sends it.
---@param mark keytally.Mark
---@return string
function M.verdict(mark)
  return mark.verdict or mark.status
end

---@param mark keytally.Mark
local function is_wrong(mark)
  local status = status_of.of(M.verdict(mark))
  return status ~= nil and status.wrong == true
end

---@param mark keytally.Mark
local function is_gap(mark)
  return position.same(mark.range.start, mark.range['end'])
end

--- Whether a mark tells no more than the finer one after it at the same place. A whole that is missing has no
--- parts: what is missing beside it is of another one.
---@param mark keytally.Mark
---@param after keytally.Mark?
local function is_repeated(mark, after)
  if not after or M.verdict(mark) ~= M.verdict(after) or not same_range(mark, after) then
    return false
  elseif mark.level == after.level then
    return mark.label == after.label
  end
  return not (WHOLE[mark.level] and is_gap(mark))
end

--- The marks around one, the innermost last; `around` is the stack of marks that may still be open,
--- and marks come in the order of `outer_first`.
---@param mark keytally.Mark
---@param around keytally.Mark[]
local function close_before(mark, around)
  while #around > 0 and not position.before(mark.range.start, around[#around].range['end']) do
    table.remove(around)
  end
end

--- The whole around a part.
---@param around keytally.Mark[]
---@return keytally.Mark?
local function whole_of(around)
  for at = #around, 1, -1 do
    if WHOLE[around[at].level] then
      return around[at]
    end
  end
end

--- Whether the error of a whole is shown by a part of it: both key and response have a value there.
---@param whole keytally.Mark
local function is_graded(whole)
  return whole.verdict ~= nil or not ON_ONE_SIDE[whole.status]
end

--- The drawing of a mark inside those around it; nil for a part that is represented by its whole.
---@param mark keytally.Mark
---@param around keytally.Mark[]
---@return keytally.Look?
local function look(mark, around)
  local outer, whole = around[#around], not WHOLE[mark.level] and whole_of(around) or nil
  local within_wrong = whole ~= nil and is_wrong(whole)
  if within_wrong and (is_gap(mark) or not is_wrong(mark)) then
    return nil
  end
  return {
    mark = mark,
    status = M.verdict(mark),
    labelled = not within_wrong and (not outer or M.verdict(outer) ~= M.verdict(mark)),
    detail = within_wrong and is_graded(whole),
  }
end

--- A slot and its last fill end at one place: the worse of them is labelled there.
---@param found keytally.Look[]
local function label_once(found)
  local worst = {}
  for _, each in ipairs(found) do
    if each.labelled and not WHOLE[each.mark.level] and not is_gap(each.mark) then
      local place = each.mark.range['end']
      local at = ('%d:%d'):format(place.line, place.character)
      local other = worst[at]
      local is_worse = not other or (BADNESS[each.status] or 0) > (BADNESS[other.status] or 0)
      worst[at] = is_worse and each or other
      each.labelled = is_worse
      if other and is_worse then
        other.labelled = false
      end
    end
  end
end

--- The marks that are drawn, outer ones before inner ones; those of statuses that this client does
--- not know are left out.
---@param marks keytally.Mark[]
---@return keytally.Look[]
function M.of(marks)
  local known = vim.tbl_filter(function(mark)
    return status_of.of(M.verdict(mark)) ~= nil
  end, marks)
  table.sort(known, outer_first)
  local found, around = {}, {}
  for number, mark in ipairs(known) do
    close_before(mark, around)
    if not is_repeated(mark, known[number + 1]) then
      table.insert(found, look(mark, around))
      table.insert(around, mark)
    end
  end
  label_once(found)
  return found
end

return M
