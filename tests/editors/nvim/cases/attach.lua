-- Opening a response starts the server and shows findings, hover, lens, hints and the score.
local t = ...

local response = t.open_scored('response.sgml')
local client = vim.lsp.get_clients({ name = 'keytally', bufnr = response })[1]
t.equal(vim.fs.normalize(vim.env.KEYTALLY_WORKSPACE), vim.fs.normalize(client.root_dir), 'the root')
t.equal(0, client.flags.debounce_text_changes, 'changes are sent at once')
t.holds(client.capabilities.experimental.keytally.marks, 'the client asks for marks')
t.equal('utf-8', client.offset_encoding, 'columns are bytes')

local finding = t.wait('the finding', function()
  return vim.diagnostic.get(response)[1]
end)
local row, column = t.find(response, 'MONY')
t.equal('attribute-value', finding.code, 'the rule')
t.equal(row, finding.lnum, 'the line of the finding')
t.equal(column, finding.col, 'the column of the finding')
t.equal(vim.diagnostic.severity.ERROR, finding.severity, 'its severity')
t.equal(1, #vim.diagnostic.get(response), 'one defect, one finding')

local texts = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'texts.sgml')
local original = vim.fn.readfile(texts)
local altered = vim.tbl_map(function(line)
  return (line:gsub('was asked', 'was told'))
end, original)
vim.fn.writefile(altered, texts)
t.wait('a finding after a change of the texts on disk', function()
  return vim.iter(vim.diagnostic.get(response)):any(function(found)
    return found.code == 'text-altered' and found.lnum == t.find(response, 'was asked')
  end)
end)
vim.fn.writefile(original, texts)
t.wait('the finding gone with its cause', function()
  return #vim.diagnostic.get(response) == 1
end)

t.go('Café Noir')
vim.lsp.buf.hover()
local function floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return t.text(vim.api.nvim_win_get_buf(window))
    end
  end
end
local hover = t.wait('the hover', floating)
t.holds(hover:find('LOCATION', 1, true), 'the hover names the type: ' .. hover)
t.holds(hover:find('INC TYPE', 1, true), 'the hover tells the verdict: ' .. hover)
t.holds(hover:find('TYPE="ORGANIZATION">Café Noir', 1, true), 'the hover shows the partner: ' .. hover)
t.holds(hover:find('all documents', 1, true), 'the hover shows the tallies: ' .. hover)

t.wait('a lens', function()
  return vim.iter(vim.lsp.codelens.get(response)):any(function(lens)
    return lens.command and lens.command.title:find('%d')
  end)
end)

vim.lsp.inlay_hint.enable(true, { bufnr = response })
local hint = t.wait('an inlay hint', function()
  return vim.lsp.inlay_hint.get({ bufnr = response })[1]
end)
t.holds(vim.inspect(hint.inlay_hint.label):find('LOCATION', 1, true), 'the hint names the missing type')
local lyon_row = t.find(response, ' in Lyon')
t.equal(lyon_row, hint.inlay_hint.position.line, 'the hint stands where the tag is missing')

t.open('key.sgml')
t.wait('the same client for the key', function()
  return (vim.lsp.get_clients({ name = 'keytally', bufnr = 0 })[1] or {}).id == client.id
end)
t.open('keytally.toml')
t.wait('the client for keytally.toml', function()
  return #vim.lsp.get_clients({ name = 'keytally', bufnr = 0 }) == 1
end)
vim.fn.writefile({ '[project]' }, 'pyproject.toml')
t.open('pyproject.toml')
vim.wait(300)
t.equal(0, #vim.lsp.get_clients({ name = 'keytally', bufnr = 0 }), 'no client for another pyproject.toml')
vim.cmd.bwipeout()
vim.fn.writefile({ '[tool.keytally.rules]' }, 'pyproject.toml')
t.open('pyproject.toml')
t.wait('the client for a pyproject.toml with a table of keytally', function()
  return #vim.lsp.get_clients({ name = 'keytally', bufnr = 0 }) == 1
end)
local config = t.open('ne.config')
vim.api.nvim_buf_set_lines(config, -1, -1, false, { ':bogus_option 1' })
finding = t.wait('a finding in the configuration', function()
  return vim.diagnostic.get(config)[1]
end)
t.equal('unknown-option', finding.code, 'the rule')
