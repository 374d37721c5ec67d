--- Detection of keys, responses and configurations by their names and first lines.

local languages = require('keytally.languages')

local M = {}

local LINES_READ = 50

--- Extensions of keys and of responses of any language.
local ANSWER_EXTENSIONS = { 'key', 'rsp', 'response' }

---@param buffer integer
---@return string[]
local function first_lines(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, LINES_READ, false)
end

--- Whether a line is a comment of any language.
---@param line string
---@return boolean
local function is_comment(line)
  return vim.iter(languages):any(function(language)
    return vim.iter(language.line_comments):any(function(mark)
      return vim.startswith(line, mark)
    end)
  end)
end

--- The first significant line: neither empty nor a comment.
---@param buffer integer
---@return string
local function first_telling_line(buffer)
  for _, line in ipairs(first_lines(buffer)) do
    if line:match('%S') and not is_comment(line) then
      return line
    end
  end
  return ''
end

---@param lines string[]
---@param patterns string[]
---@return boolean
local function any_match(lines, patterns)
  return vim.iter(lines):any(function(line)
    return vim.iter(patterns):any(function(pattern)
      return line:match(pattern) ~= nil
    end)
  end)
end

--- The language, where the lines of a buffer are like it.
---@param language keytally.Language
---@param buffer integer
---@return string?
local function probe(language, buffer)
  local lines = language.any_line and first_lines(buffer) or { first_telling_line(buffer) }
  if language.new_files and lines[1] == '' then
    return language.id
  end
  return any_match(lines, language.line_patterns) and language.id or nil
end

--- The language of a file with another name: only by an unambiguous first line.
---@param buffer integer
---@return string?
local function by_content(buffer)
  local line = { first_telling_line(buffer) }
  for _, language in ipairs(languages) do
    if any_match(line, language.content_patterns) then
      return language.id
    end
  end
end

--- The language of a key or a response.
---@param buffer integer
---@return string?
local function of_answers(buffer)
  for _, language in ipairs(languages) do
    local found = language.answers and language.any_line and probe(language, buffer)
    if found then
      return found
    end
  end
  return by_content(buffer)
end

--- Whether a file that nothing is known of may be one that a keytally.toml names: nothing stands in it yet, or
--- files of several languages have its extension.
---@param path string
---@param buffer integer
---@return boolean
local function may_be_named(path, buffer)
  local is_new = not vim.iter(first_lines(buffer)):any(function(line)
    return line:match('%S') ~= nil
  end)
  local is_shared = vim.iter(languages):any(function(language)
    return any_match({ path }, language.path_patterns)
  end)
  return (is_new or is_shared) and vim.fs.root(buffer, 'keytally.toml') ~= nil
end

--- The argument of `vim.filetype.add`: types by name if the name determines it, otherwise by content.
---@return vim.filetype.add.filetypes
function M.rules()
  local extensions, patterns = {}, {}
  for _, language in ipairs(languages) do
    for _, extension in ipairs(language.extensions) do
      extensions[extension] = language.id
    end
    for _, pattern in ipairs(language.path_patterns) do
      patterns[pattern] = function(_, buffer)
        return probe(language, buffer) or language.otherwise
      end
    end
  end
  for _, extension in ipairs(ANSWER_EXTENSIONS) do
    patterns['.*%.' .. extension] = function(_, buffer)
      return of_answers(buffer)
    end
  end
  local anything = function(path, buffer)
    return by_content(buffer) or (may_be_named(path, buffer) and 'text' or nil)
  end
  extensions.decisions = 'text'
  patterns['.*'] = { anything, { priority = -math.huge } }
  return { extension = extensions, pattern = patterns }
end

--- The file types of the languages.
---@param only_answers? boolean only those of keys and responses
---@return string[]
function M.names(only_answers)
  local names = {}
  for _, language in ipairs(languages) do
    if language.answers or not only_answers then
      table.insert(names, language.id)
    end
  end
  return names
end

return M
