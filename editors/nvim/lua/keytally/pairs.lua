--- The pairs of files, and the active response.

local client_of = require('keytally.client')
local escape = require('keytally.escape')

local M = {}

local PARTS = { 'task', 'key', 'response', 'texts', 'configuration' }

--- A file's path for display; other values than URIs are unchanged.
---@param value string
---@return string
local function shown(value)
  return value:match('^file:') and vim.fn.fnamemodify(vim.uri_to_fname(value), ':~:.') or value
end

--- The parts of a pair in the order in which they are shown: those that any pair may have, then companion files.
---@param pair table
---@return string[]
local function parts_of(pair)
  local companions = vim.tbl_filter(function(part)
    return not vim.list_contains(PARTS, part)
  end, vim.tbl_keys(pair.languages or {}))
  table.sort(companions)
  return vim.iter({ PARTS, companions, 'origin' }):flatten():totable()
end

---@param pair table
---@return string[]
local function described(pair)
  local lines = { pair.active and '* active' or '  not active' }
  for _, part in ipairs(parts_of(pair)) do
    if type(pair[part]) == 'string' and pair[part] ~= '' then
      table.insert(lines, ('  %-13s %s'):format(part, escape.line(shown(pair[part]))))
    end
  end
  table.insert(lines, '')
  return lines
end

--- List the pairs of the workspace with their parts and the rule that made each.
function M.show()
  local client = client_of.needed(0)
  if not client then
    return
  end
  client_of.execute(client, 'keytally.listPairs', {}, function(found)
    local lines = {}
    for _, pair in ipairs(found or {}) do
      vim.list_extend(lines, described(pair))
    end
    if #lines == 0 then
      return client_of.say('no pairs in this workspace')
    end
    local scratch = require('keytally.scratch')
    scratch.show(scratch.fill('keytally://pairs', lines))
  end)
end

--- Whether a file is the key or the response of a pair, or one of those in its folders.
---@param pair table
---@param uri string
---@return boolean
function M.has(pair, uri)
  return vim.iter(pair.files or { pair }):any(function(files)
    return files.key == uri or files.response == uri
  end)
end

--- Those pairs whose key is the file of the buffer, or the key of the file of the buffer.
---@param found table[]
---@param uri string
---@return table[]
local function rivals(found, uri)
  local keys = {}
  for _, pair in ipairs(found) do
    if M.has(pair, uri) then
      keys[pair.key] = true
    end
  end
  return vim.tbl_filter(function(pair)
    return keys[pair.key]
  end, found)
end

---@param pair table
---@return string
local function title(pair)
  return escape.line(shown(pair.response)) .. (pair.active and ' (active)' or '')
end

---@param client vim.lsp.Client
---@param pair table
local function select_response(client, pair)
  client_of.execute(client, 'keytally.selectResponse', { pair.key, pair.response }, function()
    client_of.say('the active response is ' .. shown(pair.response))
  end)
end

---@param name? string
---@return fun(pair: table): boolean
local function named(name)
  return function(pair)
    return not name or name == '' or vim.fs.basename(vim.uri_to_fname(pair.response)) == name
  end
end

--- Choose the response that the key's marks show.
---@param name? string the file name of the response; a list to choose from without it
function M.choose_response(name)
  local client = client_of.needed(0)
  if not client then
    return
  end
  local uri = vim.uri_from_bufnr(0)
  client_of.execute(client, 'keytally.listPairs', {}, function(found)
    local choices = vim.tbl_filter(named(name), rivals(found or {}, uri))
    if #choices == 0 then
      return client_of.say('the key of this file has no such response', vim.log.levels.WARN)
    elseif name and #choices == 1 then
      return select_response(client, choices[1])
    end
    vim.ui.select(
      choices,
      { prompt = 'keytally: response', kind = 'keytally', format_item = title },
      function(pair)
        if pair then
          select_response(client, pair)
        end
      end
    )
  end)
end

--- The file names of the responses to choose from, for completion.
---@return string[]
function M.responses()
  local client = client_of.of(0)
  if not client then
    return {}
  end
  local params = { command = 'keytally.listPairs', arguments = {} }
  local answer = client:request_sync('workspace/executeCommand', params, 1000, 0)
  return vim
    .iter(rivals(answer and answer.result or {}, vim.uri_from_bufnr(0)))
    :map(function(pair)
      return vim.fs.basename(vim.uri_to_fname(pair.response))
    end)
    :totable()
end

return M
