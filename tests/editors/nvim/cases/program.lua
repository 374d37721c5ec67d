-- The server is found on PATH, else as a tool of uv's or pipx's; where it is not there it is installed by a command.
-- Programs of the project that the files are in are never run.
local t = ...

local server = vim.fn.exepath('keytally-server')
local home = vim.fn.tempname()
local uv = vim.uv

--- A folder below the home, with the server in it.
local function planted(folder)
  local bin = vim.fs.joinpath(home, folder)
  vim.fn.mkdir(bin, 'p')
  local program = vim.fs.joinpath(bin, 'keytally-server')
  assert(uv.fs_symlink(server, program))
  return program
end
--- A program of a shell's lines, in the only folder of PATH besides those of the system.
local function tool(name, lines)
  local file = vim.fs.joinpath(home, 'tools', name)
  vim.fn.writefile(vim.list_extend({ '#!/bin/sh' }, lines), file)
  vim.fn.setfperm(file, 'rwxr-xr-x')
end
vim.fn.mkdir(vim.fs.joinpath(home, 'tools'), 'p')
vim.fn.mkdir('bin')
for _, name in ipairs({ 'keytally-server', 'keytally', 'uv', 'pipx', 'python3', 'python' }) do
  for _, folder in ipairs({ '.', 'bin' }) do
    local file = vim.fs.joinpath(folder, name)
    vim.fn.writefile({ '#!/bin/sh', 'touch "' .. uv.cwd() .. '/ran"', 'exit 1' }, file)
    vim.fn.setfperm(file, 'rwxr-xr-x')
  end
end
vim.env.PATH = ':.:bin:./bin:' .. vim.fs.joinpath(home, 'tools') .. ':/usr/bin:/bin:'
vim.env.HOME = home
for _, name in ipairs({
  'UV_TOOL_BIN_DIR',
  'UV_TOOL_DIR',
  'PIPX_BIN_DIR',
  'PIPX_HOME',
  'XDG_BIN_HOME',
  'XDG_DATA_HOME',
}) do
  vim.env[name] = nil
end

local program = require('keytally.program')
t.equal(nil, program.find(), 'no server anywhere')
t.holds(not uv.fs_stat(program.command()[1]), 'what is started without a server is no file')

local places = {
  { 'uv environment', '.local/share/uv/tools/keytally/bin' },
  { 'bin of the person', '.local/bin' },
  { 'uv bin', 'uv bin', 'UV_TOOL_BIN_DIR' },
}
for _, place in ipairs(places) do
  local found = planted(place[2])
  if place[3] then
    vim.env[place[3]] = vim.fs.dirname(found)
  end
  t.equal(found, program.find(), place[1])
end
vim.env.UV_TOOL_BIN_DIR = nil
for _, place in ipairs(places) do
  uv.fs_unlink(vim.fs.joinpath(home, place[2], 'keytally-server'))
end
local pipx = planted('.local/share/pipx/venvs/keytally/bin')
t.equal({ pipx }, program.command(), 'pipx environment')
uv.fs_unlink(pipx)

-- What the plugin of a checkout installs is that checkout; the tests have it alone.
t.holds(
  program.installation_text():find('^python3 %-m venv .* && .*pip install .*keytally%[all%]'),
  'by Python alone'
)
tool('pipx', { 'exit 3' })
t.equal("pipx install --force 'keytally[all]'", program.installation_text(), 'by pipx')
tool('uv', { 'echo "first" >&2', 'echo "no network: $1 $2" >&2', 'exit 2' })
t.equal("uv tool install --force 'keytally[all]'", program.installation_text(), 'by uv')

vim.lsp.config('keytally', {})
t.open('response.sgml')
t.wait_message('keytally%-server not found; :Keytally install installs it')
t.keys(':checkhealth keytally<CR>')
local report = t.wait('the report', function()
  local text = t.text(0)
  return text:find('no client is attached', 1, true) and text
end)
t.holds(report:find(":Keytally install runs: uv tool install --force 'keytally[all]'", 1, true), report)
vim.cmd('bwipeout')

local asked, choice
vim.ui.select = function(items, options, choose)
  asked = options.prompt
  choose(items[choice])
end
choice = 2
t.keys(':Keytally install<CR>')
t.wait('the question', function()
  return asked
end)
t.equal("uv tool install --force 'keytally[all]'", asked, 'the command is shown')
choice = 1
t.keys(':Keytally install<CR>')
t.wait_message('keytally: uv: no network: tool install')

local there = vim.fs.joinpath(home, '.local', 'bin', 'keytally-server')
tool('uv', { ('ln -s "%s" "%s"'):format(server, there) })
t.keys(':Keytally install<CR>')
t.open_scored('response.sgml')
t.equal({ there }, vim.lsp.config.keytally.cmd, 'the installed server is used')

-- A configuration that names the program alone gets its path.
local tools = vim.fs.joinpath(home, 'tools', 'keytally-server')
assert(uv.fs_symlink(server, tools))
for _, name in ipairs({ 'keytally-server', './keytally-server', 'bin/keytally-server' }) do
  vim.lsp.config('keytally', { cmd = { name } })
  vim.cmd('Keytally restart')
  t.wait('the path for ' .. name, function()
    return vim.startswith(vim.lsp.config.keytally.cmd[1], '/')
  end)
end
vim.cmd('checkhealth keytally')
vim.cmd('bwipeout')
vim.lsp.config('keytally', { cmd = { 'keytally-server' } })
vim.cmd('Keytally restart')
t.wait('the server on PATH', function()
  local client = vim.lsp.get_clients({ name = 'keytally' })[1]
  return client and client.config.cmd[1] == tools and not client:is_stopped()
end)
t.equal(nil, uv.fs_stat('ran'), 'nothing of the project was run')
