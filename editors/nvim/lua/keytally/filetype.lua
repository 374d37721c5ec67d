--- Which files are MUC files: told from their first lines.

local M = {}

local LINES_READ = 50

---@param buffer integer
---@return string[]
local function first_lines(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, LINES_READ, false)
end

--- The first line that says something: neither blank nor a comment of a configuration file.
---@param buffer integer
---@return string
local function first_telling_line(buffer)
  for _, line in ipairs(first_lines(buffer)) do
    if line:match('%S') and not line:match('^;') then
      return line
    end
  end
  return ''
end

--- `muc-sgml` where one of the first lines opens a document.
---@param buffer integer
---@return string?
function M.sgml(_, buffer)
  for _, line in ipairs(first_lines(buffer)) do
    local after = line:upper():match('^[%s\239\187\191]*<DOC(.?)')
    if after and after:match('^[%s>]?$') then
      return 'muc-sgml'
    end
  end
end

--- `muc-config` where the first line that is neither blank nor comment names an option. Options
--- that stand alone in other languages (`:wq`, `:orphan:`) have no underscore and no value.
---@param buffer integer
---@return string?
function M.config(_, buffer)
  local name, rest = first_telling_line(buffer):match('^:(%a[%w_]*)(.*)$')
  if name and not rest:match('^:') and (name:find('_') or rest:match('^%s+%S')) then
    return 'muc-config'
  end
end

--- For files whose name tells nothing: only a first line that leaves no doubt.
---@param buffer integer
---@return string?
function M.content(_, buffer)
  local line = first_telling_line(buffer)
  if line:upper():match('^<DOC[%s>]') or line:upper():match('^<DOC$') then
    return 'muc-sgml'
  end
  local name, rest = line:match('^:(%a[%w_]*)(.*)$')
  if name and name:find('_') and not rest:match('^:') then
    return 'muc-config'
  end
end

return M
