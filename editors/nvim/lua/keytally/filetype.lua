--- Which files are keys, responses and what they are scored by: told from their first lines.

local M = {}

local LINES_READ = 50

---@param buffer integer
---@return string[]
local function first_lines(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, LINES_READ, false)
end

--- The first line that says something: neither blank nor a comment of a MUC file.
---@param buffer integer
---@return string
local function first_telling_line(buffer)
  for _, line in ipairs(first_lines(buffer)) do
    if line:match('%S') and not line:match('^[;#]') then
      return line
    end
  end
  return ''
end

--- Whether a line is the header of a template.
---@param line string
local function is_header(line)
  return line:match('^%s*<[^<>%s-]+%-[^<>%s-]+%-[^<>%s]+>%s*:=') ~= nil
end

--- Whether a line is an item of lexical substitution with its answers: `bright.a 5 :: clever;`.
---@param line string
local function is_item(line)
  return line:match("^[%w_'-]+%.%l+ %S+ :::?$") ~= nil or line:match("^[%w_'-]+%.%l+ %S+ :::? ") ~= nil
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

--- `muc-template` where the first telling line is a template's header.
---@param buffer integer
---@return string?
function M.template(_, buffer)
  return is_header(first_telling_line(buffer)) and 'muc-template' or nil
end

--- A key or a response of any format.
---@param path string
---@param buffer integer
---@return string?
function M.answers(path, buffer)
  return M.sgml(path, buffer) or M.content(path, buffer)
end

--- `muc-bnf` where a class is declared as in the task definitions of MUC; other BNFs stay what they are.
---@param buffer integer
---@return string?
function M.bnf(_, buffer)
  for _, line in ipairs(first_lines(buffer)) do
    if line:match('^%s*<[^<>%s]+>%s*:=') and not line:match('^%s*<[^<>]*>%s*::=') then
      return 'muc-bnf'
    end
  end
  return 'bnf'
end

--- `cpa` for a file of patterns: lines of nine columns that are parted by tabs.
---@param buffer integer
---@return string?
function M.patterns(_, buffer)
  local _, tabs = first_telling_line(buffer):gsub('\t', '')
  return tabs == 8 and 'cpa' or nil
end

--- For files whose name tells nothing: only a first line that leaves no doubt.
---@param buffer integer
---@return string?
function M.content(_, buffer)
  local line = first_telling_line(buffer)
  if line:upper():match('^<DOC[%s>]') or line:upper():match('^<DOC$') then
    return 'muc-sgml'
  elseif is_header(line) then
    return 'muc-template'
  elseif is_item(line) then
    return 'lexsub'
  end
  local name, rest = line:match('^:(%a[%w_]*)(.*)$')
  if name and name:find('_') and not rest:match('^:') then
    return 'muc-config'
  end
end

return M
