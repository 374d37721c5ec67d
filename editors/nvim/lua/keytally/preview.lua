--- Confirming the parts of an edit one by one, each with what it makes of its line.

local escape = require('keytally.escape')

local M = {}

local ANSWERS = '&Yes\n&No\n&All\n&Quit'
local ESCAPE, YES, ALL, QUIT = 0, 1, 3, 4

--- The groups of an edit that are to be confirmed, by their numbers.
---@param edit lsp.WorkspaceEdit
---@return string[]
local function groups(edit)
  local names = {}
  for name, annotation in pairs(edit.changeAnnotations or {}) do
    if annotation.needsConfirmation then
      table.insert(names, name)
    end
  end
  table.sort(names, function(a, b)
    return tonumber(a) < tonumber(b)
  end)
  return names
end

--- The edits of a group in the order of their places.
---@param edit lsp.WorkspaceEdit
---@param group string
---@return { line: integer, text: string }[]
local function changes(edit, group)
  local found = {}
  for _, document in ipairs(edit.documentChanges or {}) do
    for _, change in ipairs(document.edits or {}) do
      if change.annotationId == group then
        table.insert(found, { line = change.range.start.line + 1, text = change.newText })
      end
    end
  end
  table.sort(found, function(a, b)
    return a.line < b.line
  end)
  return found
end

--- The changes of a group: its name, and the new text by line.
---@param edit lsp.WorkspaceEdit
---@param group string
---@return string
function M.described(edit, group)
  local lines = { escape.line(edit.changeAnnotations[group].label) }
  for _, change in ipairs(changes(edit, group)) do
    local text = change.text == '' and '(removed)' or escape.line(change.text)
    table.insert(lines, ('  line %d: %s'):format(change.line, text))
  end
  return table.concat(lines, '\n')
end

--- An edit without the groups that `left_out` names.
---@param edit lsp.WorkspaceEdit
---@param left_out table<string, boolean>
---@return lsp.WorkspaceEdit
local function without(edit, left_out)
  local kept = vim.deepcopy(edit)
  for _, document in ipairs(kept.documentChanges or {}) do
    -- The making of a file has no edits.
    document.edits = document.edits
      and vim.tbl_filter(function(change)
        return not left_out[change.annotationId or '']
      end, document.edits)
  end
  return kept
end

--- The edit as far as the person confirms it; all of it where nothing needs to be confirmed, and
--- nil where nothing is left.
---@param edit lsp.WorkspaceEdit
---@return lsp.WorkspaceEdit?
function M.confirmed(edit)
  local left_out, taken, answer = {}, 0, nil
  local asked = groups(edit)
  for _, group in ipairs(asked) do
    if answer ~= ALL and answer ~= QUIT and answer ~= ESCAPE then
      answer = vim.fn.confirm(M.described(edit, group), ANSWERS, YES, 'Question')
    end
    if answer == YES or answer == ALL then
      taken = taken + 1
    else
      left_out[group] = true
    end
  end
  return (#asked == 0 or taken > 0) and without(edit, left_out) or nil
end

return M
