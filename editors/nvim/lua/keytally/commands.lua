--- `:Keytally` and its completion.

local client_of = require('keytally.client')
local escape = require('keytally.escape')

local M = {}

---@class keytally.Command
---@field run fun(argument: string?, invocation: table)
---@field complete? fun(line: string, words: string[], lead: string): string[] `words` are before `lead`
---@field takes_words? boolean whether more than one word may follow
---@field matches? boolean whether `complete` finds what fits the word, other than by its beginning

---@type table<string, keytally.Command>
local COMMANDS = {
  pairs = {
    run = function()
      require('keytally.pairs').show()
    end,
  },
  pair = {
    run = function(name)
      require('keytally.pairing').with(name)
    end,
    complete = function()
      return require('keytally.pairing').names()
    end,
  },
  response = {
    run = function(name)
      require('keytally.pairs').choose_response(name)
    end,
    complete = function()
      return require('keytally.pairs').responses()
    end,
  },
  next = {
    run = function(count)
      require('keytally.navigation').next(tonumber(count))
    end,
  },
  previous = {
    run = function(count)
      require('keytally.navigation').previous(tonumber(count))
    end,
  },
  marks = {
    run = function(state)
      local on = nil
      if state then
        on = state == 'on'
      end
      require('keytally.marks').toggle(on)
    end,
    complete = function()
      return { 'on', 'off' }
    end,
  },
  reading = {
    run = function(state)
      local on = nil
      if state then
        on = state == 'on'
      end
      require('keytally.reading').toggle(on)
    end,
    complete = function()
      return { 'on', 'off' }
    end,
  },
  reports = {
    run = function(name)
      require('keytally.reports').open(name)
    end,
    complete = function()
      return require('keytally.reports').names()
    end,
  },
  errors = {
    run = function()
      require('keytally.errors').list()
    end,
  },
  error = {
    run = function(direction)
      require('keytally.errors').go(direction)
    end,
    complete = function()
      return { 'next', 'previous' }
    end,
  },
  repair = {
    run = function()
      require('keytally.errors').repair()
    end,
  },
  report = {
    run = function(file)
      require('keytally.page').make(file)
    end,
    complete = function(_, _, lead)
      return vim.fn.getcompletion(lead, 'file')
    end,
  },
  legend = {
    run = function()
      require('keytally.legend').show()
    end,
  },
  install = {
    run = function()
      require('keytally.install').offer()
    end,
  },
  cancel = {
    run = function()
      require('keytally.work').cancel()
    end,
  },
  restart = {
    run = function()
      client_of.restart()
    end,
  },
}

for _, what in ipairs({ 'difference', 'candidate' }) do
  COMMANDS[what] = {
    run = function(direction)
      require('keytally.differences').go(what, direction)
    end,
    complete = function()
      return { 'next', 'previous' }
    end,
  }
end

COMMANDS.adjudicate = {
  run = function(_, invocation)
    require('keytally.adjudicating').run(vim.list_slice(invocation.fargs, 2))
  end,
  complete = function(_, words)
    return require('keytally.adjudicating').choices(words)
  end,
  takes_words = true,
}

COMMANDS.document = {
  run = function(_, invocation)
    require('keytally.documents').go(table.concat(vim.list_slice(invocation.fargs, 2), ' '))
  end,
  complete = function(_, words, lead)
    return require('keytally.documents').names(table.concat(vim.list_extend(words, { lead }), ' '))
  end,
  matches = true,
}

COMMANDS.comment = {
  run = function(_, invocation)
    require('keytally.comments').toggle(invocation.line1, invocation.line2)
  end,
}

COMMANDS.take = {
  run = function()
    require('keytally.differences').accept()
  end,
}

COMMANDS.as = {
  run = function(name, invocation)
    require('keytally.tagging').as(name or '', invocation.range > 0)
  end,
  complete = function(line)
    return require('keytally.tagging').choices('tag', line:match("^%s*'<,'>") ~= nil)
  end,
}

COMMANDS['repeat'] = {
  run = function(_, invocation)
    require('keytally.tagging').again(invocation.range > 0)
  end,
}

for _, operation in ipairs(require('keytally.tagging').operations()) do
  COMMANDS[operation] = {
    run = function(choice, invocation)
      require('keytally.tagging').run(operation, choice, invocation.range > 0)
    end,
    complete = function(line)
      return require('keytally.tagging').choices(operation, line:match("^%s*'<,'>") ~= nil)
    end,
  }
end

COMMANDS.drop.run = function()
  require('keytally.differences').drop()
end

--- Run `:Keytally {command} [{argument}]`.
---@param invocation table as `nvim_create_user_command` hands it on
function M.run(invocation)
  local name, argument = invocation.fargs[1], invocation.fargs[2]
  local command = COMMANDS[name or '']
  if not command then
    local names = table.concat(M.names(), ', ')
    return client_of.say(
      ('unknown command %s; available commands: %s'):format(name or '(none)', names),
      vim.log.levels.ERROR
    )
  end
  command.run(argument, invocation)
end

--- The commands by name.
---@return string[]
function M.names()
  local names = vim.tbl_keys(COMMANDS)
  table.sort(names)
  return names
end

--- Split arguments at whitespace that has no backslash before it, and unescape them.
---@param text string
---@return string[] words the last of them is empty after whitespace
local function words_of(text)
  local words, word, escaped = {}, '', false
  for character in text:gmatch('.') do
    if escaped or not character:match('[%s\\]') then
      word, escaped = word .. character, false
    elseif character == '\\' then
      escaped = true
    elseif word ~= '' then
      table.insert(words, word)
      word = ''
    end
  end
  table.insert(words, word)
  return words
end

--- Complete a command or its argument.
---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  local name, rest = line:match('Keytally%s+(%S+)%s+(.*)$')
  local candidates, is_matched = M.names(), false
  if name then
    local command, words = COMMANDS[name], words_of(rest)
    local last = table.remove(words)
    local is_asked = command and command.complete and (#words == 0 or command.takes_words)
    candidates = is_asked and command.complete(line, words, last) or {}
    is_matched = command ~= nil and command.matches == true
  end
  local fitting = vim.tbl_filter(function(candidate)
    return is_matched or vim.startswith(candidate:lower(), lead:lower())
  end, vim.iter(candidates):map(escape.argument):totable())
  return vim.fn.uniq(vim.fn.sort(fitting)) --[[@as string[] ]]
end

return M
