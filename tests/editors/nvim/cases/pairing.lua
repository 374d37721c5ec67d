-- A file is paired with another by an entry of keytally.toml, which is shown and not written.
local t = ...

local folder = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'pairing')
vim.fn.mkdir(folder)
for name, source in pairs({ ['gold.sgml'] = 'key.sgml', ['system.sgml'] = 'response.sgml' }) do
  vim.uv.fs_copyfile(vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, source), vim.fs.joinpath(folder, name))
end
local project = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'keytally.toml')
local before = vim.fn.readfile(project)
local entry = {
  '',
  '[[pair]]',
  'task = "named_entity"',
  'key = "pairing/gold.sgml"',
  'responses = ["pairing/system.sgml"]',
}

local system = t.open('pairing/system.sgml')
t.wait('a server', function()
  local client = vim.lsp.get_clients({ name = 'keytally', bufnr = system })[1]
  return client and client.initialized
end)
t.equal(
  { vim.fn.fnamemodify(vim.fs.joinpath(folder, 'gold.sgml'), ':~:.') },
  vim.fn.getcompletion('Keytally pair ', 'cmdline'),
  'the other file'
)

local asked, choices = {}, { ['keytally: which file is the key?'] = 2 }
vim.ui.select = function(items, options, choose)
  table.insert(asked, { options.prompt, #items })
  choose(items[choices[options.prompt] or 1])
end
vim.cmd('Keytally pair')
t.wait('the project file', function()
  return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == 'keytally.toml'
end)
t.equal({ { 'keytally: pair with', 1 }, { 'keytally: which file is the key?', 2 } }, asked, 'what is asked')
t.wait_message('"pairing/system.sgml" is the key')
t.equal('key = "pairing/system.sgml"', vim.api.nvim_buf_get_lines(0, -3, -2, false)[1], 'they are exchanged')
vim.cmd('undo')
t.equal(before, vim.api.nvim_buf_get_lines(0, 0, -1, false), 'one undo takes the entry away')
choices = {}
vim.cmd.buffer(system)
vim.cmd('Keytally pair')
t.wait('the entry', function()
  return #asked == 4
end)
t.equal(
  vim.list_extend(vim.deepcopy(before), entry),
  vim.api.nvim_buf_get_lines(0, 0, -1, false),
  'the entry'
)
t.equal(before, vim.fn.readfile(project), 'nothing is written')

vim.cmd.write()
t.open_scored('pairing/system.sgml')
