--- Going to a document by its name, in the files of all open pairs.

local client_of = require('keytally.client')
local escape = require('keytally.escape')

local M = {}

local TIMEOUT = 1000

--- The documents among what the server finds for a name, those of the current file first.
---@param symbols lsp.WorkspaceSymbol[]?
---@return lsp.WorkspaceSymbol[]
local function documents_of(symbols)
  local here, own, others = vim.uri_from_bufnr(0), {}, {}
  for _, symbol in ipairs(symbols or {}) do
    if symbol.kind == vim.lsp.protocol.SymbolKind.File then
      table.insert(symbol.location.uri == here and own or others, symbol)
    end
  end
  return vim.list_extend(own, others)
end

--- The one document that a name can only mean: that of this name, in the current file if it has one.
---@param documents lsp.WorkspaceSymbol[]
---@param name string
---@return lsp.WorkspaceSymbol?
local function meant(documents, name)
  if #documents == 1 then
    return documents[1]
  end
  local named = vim.tbl_filter(function(symbol)
    return symbol.name == name
  end, documents)
  local first = named[1]
  local is_here = first and first.location.uri == vim.uri_from_bufnr(0)
  return (is_here or #named == 1) and first or nil
end

---@param symbol lsp.WorkspaceSymbol
---@return string
local function title(symbol)
  return escape.line(('%s (%s)'):format(symbol.name, symbol.containerName))
end

--- Go to the document of a name, or to one that is chosen among those whose names contain it.
---@param name string
function M.go(name)
  local client = client_of.needed(0)
  if not client then
    return
  end
  client_of.ask(client, 'workspace/symbol', { query = name }, 0, function(symbols)
    local documents = documents_of(symbols)
    if #documents == 0 then
      return client_of.say(('no document named %s'):format(name), vim.log.levels.WARN)
    end
    local function show(symbol)
      if symbol then
        vim.cmd("normal! m'")
        vim.lsp.util.show_document(symbol.location, client.offset_encoding, { focus = true })
        vim.cmd('normal! zv')
      end
    end
    local only = meant(documents, name)
    if only then
      return show(only)
    end
    local options = { prompt = 'keytally: go to document', kind = 'keytally', format_item = title }
    vim.ui.select(documents, options, show)
  end)
end

--- The names of documents that contain a text, for completion.
---@param text string
---@return string[]
function M.names(text)
  local client = client_of.of(0)
  local answer = client and client:request_sync('workspace/symbol', { query = text }, TIMEOUT, 0)
  return vim.tbl_map(function(symbol)
    return symbol.name
  end, documents_of(answer and answer.result))
end

return M
