-- What names lead to, equal entities, the names of both tags, symbols of the workspace, what the key has at the cursor.
local t = ...

--- The answer of the server about the cursor's place.
local function ask(buffer, method, more)
  local client = assert(vim.lsp.get_clients({ name = 'keytally', bufnr = buffer })[1])
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  params = vim.tbl_extend('error', params, more or {})
  local answers = assert(vim.lsp.buf_request_sync(buffer, method, params, 10000))
  return assert(answers[client.id].result, method .. ' has an answer')
end

--- The text of a range of a buffer, in the columns that the server and Neovim have agreed on.
local function text_in(buffer, range)
  local encoding = assert(vim.lsp.get_clients({ name = 'keytally', bufnr = buffer })[1]).offset_encoding
  local position = require('keytally.position')
  local row, column = position.to_buffer(buffer, range.start, encoding)
  local last_row, last = position.to_buffer(buffer, range['end'], encoding)
  return table.concat(vim.api.nvim_buf_get_text(buffer, row, column, last_row, last, {}), '\n')
end

local template = t.open_scored('templates/response.tmpl')
t.go('GOVERNMENT')
for _, method in ipairs({ 'textDocument/typeDefinition', 'textDocument/declaration' }) do
  local found = ask(template, method)[1]
  t.equal('te.bnf', vim.fs.basename(vim.uri_to_fname(found.uri or found.targetUri)), method)
  local bnf = vim.fn.readfile(vim.uri_to_fname(found.uri or found.targetUri))
  local row = (found.range or found.targetRange).start.line
  t.holds(bnf[row + 1]:find('ORG_TYPE', 1, true), 'the definition of the slot: ' .. bnf[row + 1])
end

local response = t.open_scored('response.sgml')
vim.cmd([[%s/<ENAMEX TYPE="PERSON">Nobody/<ENAMEX TYPE="PERSON">Zoë Bénard/]])
t.go('Bénard')
local equal = vim.tbl_map(function(highlight)
  return text_in(response, highlight.range)
end, ask(response, 'textDocument/documentHighlight'))
t.equal({ 'Zoë Bénard', 'Zoë Bénard' }, equal, 'equal entities')

t.go('ENAMEX')
local names = vim.tbl_map(function(range)
  return text_in(response, range)
end, ask(response, 'textDocument/linkedEditingRange').ranges)
t.equal({ 'ENAMEX', 'ENAMEX' }, names, 'the names of both tags')
vim.cmd('undo')

t.go('Lyon')
local context = { context = { triggerKind = 1 } }
local ghosts = ask(response, 'textDocument/inlineCompletion', context)
local ghost = (ghosts.items or ghosts)[1]
t.equal('<ENAMEX TYPE="LOCATION">Lyon</ENAMEX>', ghost.insertText, 'what the key has')
t.equal('Lyon', text_in(response, ghost.range), 'what it stands for')

local client = assert(vim.lsp.get_clients({ name = 'keytally', bufnr = response })[1])
local symbols =
  assert(client:request_sync('workspace/symbol', { query = 'Marchand' }, 10000, response)).result
t.holds(
  vim.iter(symbols or {}):any(function(symbol)
    return symbol.name:find('Théo Marchand', 1, true)
  end),
  'the entity is among the symbols: ' .. vim.inspect(symbols)
)
