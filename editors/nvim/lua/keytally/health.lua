--- `:checkhealth keytally`.

local escape = require('keytally.escape')

local M = {}

---@return string[]
local function advice()
  return {
    ':Keytally install runs: ' .. require('keytally.program').installation_text(),
    'Or set cmd: :help keytally-configuration',
  }
end

local function check_neovim()
  local version = tostring(vim.version())
  if vim.fn.has('nvim-0.11') == 1 then
    vim.health.ok('Neovim ' .. version)
  else
    vim.health.error('Neovim ' .. version .. ' is too old', { 'keytally needs Neovim 0.11 or later' })
  end
end

---@param path string
---@return string
local function version_of(path)
  local started, process = pcall(vim.system, { path, '--version' }, { text = true, timeout = 10000 })
  local result = started and process:wait()
  if result and result.code == 0 and result.stdout ~= '' then
    return vim.trim(result.stdout)
  end
  return 'unknown version'
end

local function check_server()
  local cmd = vim.lsp.config.keytally.cmd
  if type(cmd) == 'function' then
    return vim.health.info('the server is started by a function of your configuration')
  end
  local program = require('keytally.program')
  local path = program.path_of(cmd[1])
  if not path then
    return vim.health.error(('server %s not found'):format((program.described(cmd))), advice())
  end
  vim.health.ok(('server %s: %s'):format(path, version_of(path)))
end

---@param value string
---@return string
local function shown(value)
  return escape.line(vim.fn.fnamemodify(vim.uri_to_fname(value), ':~:.'))
end

---@param buffer integer
local function check_buffer(buffer)
  local name = escape.line(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':~:.'))
  local score = require('keytally.score').of(buffer)
  if score and score.pair then
    local files = ('key %s, response %s'):format(shown(score.pair.key), shown(score.pair.response))
    vim.health.ok(('%s: %s; %s'):format(name, files, escape.line(require('keytally.score').text(buffer))))
  else
    vim.health.info(('%s: not in a scored pair (:Keytally pairs lists the pairs)'):format(name))
  end
end

local function check_clients()
  local clients = vim.lsp.get_clients({ name = 'keytally' })
  if #clients == 0 then
    local types = table.concat(require('keytally.filetype').names(true), ', ')
    return vim.health.warn(
      'no client is attached',
      { 'Open a key or a response with one of these file types: ' .. types }
    )
  end
  for _, client in ipairs(clients) do
    local info = client.server_info or {}
    local server = vim.trim((info.name or 'server') .. ' ' .. (info.version or ''))
    vim.health.ok(
      ('attached: %s, root %s, columns in %s'):format(
        server,
        escape.line(client.root_dir or ''),
        client.offset_encoding
      )
    )
    for buffer in vim.spairs(client.attached_buffers) do
      check_buffer(buffer)
    end
  end
end

--- Report on Neovim, the server, the clients and the pairs of the open files.
function M.check()
  vim.health.start('keytally')
  check_neovim()
  check_server()
  check_clients()
end

return M
