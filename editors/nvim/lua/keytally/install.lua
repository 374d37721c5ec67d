--- `:Keytally install`: shows the commands that install the server, and runs them on confirmation.

local client_of = require('keytally.client')
local program = require('keytally.program')

local M = {}

local RUN = 'Run it'
local LEAVE = 'Not now'

--- Use the server that is there now.
local function use()
  local found = program.find()
  if not found then
    return client_of.say(
      'the server was installed but not found; see :checkhealth keytally',
      vim.log.levels.ERROR
    )
  end
  vim.lsp.config('keytally', { cmd = { found } })
  client_of.restart()
end

--- Show the last line of a program's output while it runs, and keep all of its lines.
---@param lines string[]
---@return fun(failure: string?, output: string?)
local function show_output(lines)
  return function(_, output)
    for line in vim.gsplit(output or '', '[\r\n]+', { trimempty = true }) do
      table.insert(lines, line)
    end
    vim.schedule(function()
      client_of.tell('keytally: installing: ' .. (lines[#lines] or ''), false)
    end)
  end
end

--- Run the commands from the `index`th on, one after the other.
---@param commands string[][]
---@param index integer
local function run(commands, index)
  local words = commands[index]
  if not words then
    return use()
  end
  local found, lines = program.path_of(words[1]), {}
  local started, problem = pcall(
    vim.system,
    vim.list_extend({ found or words[1] }, vim.list_slice(words, 2)),
    { text = true, stdout = show_output({}), stderr = show_output(lines) },
    vim.schedule_wrap(function(done)
      if done.code == 0 then
        return run(commands, index + 1)
      end
      client_of.say(('%s: %s'):format(words[1], lines[#lines] or 'failed'), vim.log.levels.ERROR)
    end)
  )
  if not started then
    client_of.say(tostring(problem), vim.log.levels.ERROR)
  end
end

--- Offer to install the server.
function M.offer()
  local commands = program.installation()
  if not commands then
    return client_of.say(program.installation_text(), vim.log.levels.ERROR)
  end
  vim.ui.select({ RUN, LEAVE }, { prompt = program.installation_text() }, function(choice)
    if choice == RUN then
      client_of.tell('keytally: installing the server')
      run(commands, 1)
    end
  end)
end

return M
