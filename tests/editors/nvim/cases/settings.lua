-- Settings reach the server, and turn marks and lenses off.
local t = ...

vim.lsp.config('keytally', {
  settings = {
    keytally = {
      marks = { enabled = false },
      codeLens = { enabled = false },
      rules = { severity = { ['attribute-value'] = 'hint' } },
    },
  },
})
local response = t.open('response.sgml')
t.wait('the finding, re-graded', function()
  local finding = vim.diagnostic.get(response)[1]
  return finding and finding.severity == vim.diagnostic.severity.HINT
end)
local client = vim.lsp.get_clients({ name = 'keytally' })[1]
local position = { line = 4, character = 3 }
local params = { textDocument = vim.lsp.util.make_text_document_params(response), position = position }
t.holds(client:request_sync('textDocument/hover', params, 20000, response).result, 'the server is not busy')
t.equal({}, t.marks(response), 'no marks')
t.equal({}, vim.lsp.codelens.get(response), 'no lenses')
