--- The page of HTML about the buffer's pair: `keytally report`, which stands beside the server, makes it.

local client_of = require('keytally.client')

local M = {}

--- The program `keytally` beside the server; nil, with a message, where it is not there.
---@return string?
local function program()
  local cmd = vim.lsp.config.keytally.cmd
  local server = type(cmd) == 'table' and vim.fn.exepath(cmd[1]) or ''
  local name = vim.fn.has('win32') == 1 and 'keytally.exe' or 'keytally'
  for _, file in ipairs({ server, vim.uv.fs_realpath(server) or '' }) do
    local beside = vim.fs.joinpath(vim.fs.dirname(file), name)
    if file ~= '' and vim.fn.executable(beside) == 1 then
      return beside
    end
  end
  client_of.say('the program keytally is not beside keytally-server', vim.log.levels.ERROR)
end

--- The file that is written where a person names none; each response has its own.
---@param response string
---@return string
local function default_file(response)
  local folder = vim.fs.joinpath(vim.fn.stdpath('cache') --[[@as string]], 'keytally')
  vim.fn.mkdir(folder, 'p')
  local name = ('%s-%s.html'):format(vim.fs.basename(response), vim.fn.sha256(response):sub(1, 8))
  return vim.fs.joinpath(folder, name)
end

--- What the page does not know of: the buffers among these files that are not written.
---@param uris string[]
---@return string?
local function unsaved(uris)
  local names = vim
    .iter(uris)
    :filter(function(uri)
      local buffer = vim.fn.bufnr(vim.uri_to_fname(uri))
      return buffer > 0 and vim.bo[buffer].modified
    end)
    :map(function(uri)
      return vim.fs.basename(vim.uri_to_fname(uri))
    end)
    :totable()
  return #names > 0 and ('page without the unsaved changes of ' .. table.concat(names, ', ')) or nil
end

--- Say how it went, and open the page.
---@param done vim.SystemCompleted
---@param file string
---@param note? string
local function finished(done, file, note)
  if done.code ~= 0 then
    local lines = vim.split(vim.trim(done.stderr or ''), '\n')
    return client_of.say(lines[#lines], vim.log.levels.ERROR)
  end
  client_of.tell('keytally: ' .. (note or 'wrote ' .. file))
  local _, problem = vim.ui.open(file)
  if problem then
    client_of.say(problem, vim.log.levels.WARN)
  end
end

--- Make the page of the pair of this file, and open it.
---@param name? string the file to write; by default one in Neovim's cache
function M.make(name)
  local client = client_of.needed(0)
  local keytally = client and program()
  if not client or not keytally then
    return
  end
  local uri = vim.uri_from_bufnr(0)
  client_of.execute(client, 'keytally.reportArguments', { uri }, function(told)
    if type(told) ~= 'table' then
      return client_of.say('no page: this file belongs to no pair', vim.log.levels.WARN)
    end
    local given = told.arguments
    local file = name and vim.fn.fnamemodify(name, ':p') or default_file(given[#given])
    client_of.tell('keytally: making the page of ' .. vim.fs.basename(given[#given]))
    local command = vim.list_extend({ keytally, 'report', '-o', file, '--links', 'file' }, given)
    local note = unsaved(told.files)
    -- Nothing of the workspace is run by accident from the program's own folder.
    vim.system(command, { cwd = vim.fs.dirname(keytally), text = true }, function(done)
      vim.schedule(function()
        finished(done, file, note)
      end)
    end)
  end)
end

return M
