--- `:Keytally install`: shows the commands that install the server, and runs them where a person says so.

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
      'the server was installed, and is not found; see :checkhealth keytally',
      vim.log.levels.ERROR
    )
  end
  vim.lsp.config('keytally', { cmd = { found } })
  client_of.restart()
end

--- Run the commands from the `index`th on, one after the other.
---@param commands string[][]
---@param index integer
local function run(commands, index)
  local words = commands[index]
  if not words then
    return use()
  end
  local started, problem = pcall(
    vim.system,
    words,
    { text = true },
    vim.schedule_wrap(function(done)
      if done.code == 0 then
        return run(commands, index + 1)
      end
      local lines = vim.split(vim.trim(done.stderr or ''), '\n')
      client_of.say(('%s: %s'):format(words[1], lines[#lines]), vim.log.levels.ERROR)
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
