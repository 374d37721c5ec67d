-- Columns are right, too, where they count UTF-16 units, after characters of two of them.
local t = ...

vim.lsp.config('keytally', { capabilities = { general = { positionEncodings = { 'utf-16' } } } })
for _, name in ipairs({ 'key.sgml', 'response.sgml', 'texts.sgml' }) do
  local path = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, name)
  local lines = vim.tbl_map(function(line)
    return line:gsub('Nobody', '𝒩obody'):gsub('^A cup', '𝒜 cup')
  end, vim.fn.readfile(path))
  vim.fn.writefile(lines, path)
end

local response = t.open_scored('response.sgml')
t.equal('utf-16', vim.lsp.get_clients({ name = 'keytally' })[1].offset_encoding, 'the columns')
t.wait_mark(response, 'Spurious|<ENAMEX TYPE="PERSON">𝒩obody</ENAMEX>')
t.wait_mark(response, 'Detail|MONY')
local finding = t.wait('the finding', function()
  return vim.diagnostic.get(response)[1]
end)
t.equal({ t.find(response, 'MONY') }, { finding.lnum, finding.col }, 'the place of the finding')

t.go('𝒩obody')
t.keys(':Keytally untag<CR>')
t.wait('the tag removed', function()
  return t.text(response):find('\n𝒩obody at', 1, true)
end)
t.go('𝒩obody')
t.keys('v$h:Keytally tag ORGANIZATION<CR>')
t.wait('the line tagged', function()
  return t.text(response)
    :find('\n<ENAMEX TYPE="ORGANIZATION">𝒩obody at the café was asked.</ENAMEX>\n', 1, true)
end)
