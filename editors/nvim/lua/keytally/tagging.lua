--- Annotating: the server's code actions, chosen from a list or by a word of their titles.

local client_of = require('keytally.client')
local position = require('keytally.position')

local M = {}

--- The lines of a screen that a list cannot have: the prompt, the input, the status line.
local AROUND_LIST = 5

local KINDS = {
  tag = 'refactor.rewrite.tag',
  retype = 'refactor.rewrite.retype',
  extend = 'refactor.rewrite.extend',
  shrink = 'refactor.rewrite.shrink',
  untag = 'refactor.rewrite.untag',
  insert = 'refactor.rewrite.insertMissing',
  drop = 'refactor.rewrite.dropSpurious',
  mention = 'refactor.rewrite.wrapMention',
  merge = 'refactor.rewrite.mergeChains',
  split = 'refactor.rewrite.splitChain',
  move = 'refactor.rewrite.moveMention',
  first = 'refactor.rewrite.makeFirst',
  remove = 'refactor.rewrite.removeMention',
  identical = 'refactor.rewrite.tagIdentical',
  accept = 'refactor.rewrite.acceptFromKey',
}

--- The keyword that the cursor stands in, as byte columns from 0, the end exclusive.
---@return integer first, integer final
local function word_at_cursor()
  local line, column = vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0)[2]
  local word, start = vim.regex([[\k\+]]), 0
  while start < #line do
    local first, final = word:match_str(line:sub(start + 1))
    if not first or start + first > column then
      break
    end
    if column < start + final then
      return start + first, start + final
    end
    start = start + final
  end
  return column, column
end

--- The last selection, of whole lines after `V`, as rows and byte columns from 0, the end
--- exclusive.
---@return integer first_row, integer first_column, integer last_row, integer last_column
local function selection()
  local first, final = vim.api.nvim_buf_get_mark(0, '<'), vim.api.nvim_buf_get_mark(0, '>')
  local line = vim.fn.getline(final[1])
  if vim.fn.visualmode() == 'V' then
    return first[1] - 1, 0, final[1] - 1, #line
  end
  local column = math.min(final[2], #line)
  if vim.o.selection ~= 'exclusive' and column < #line then
    column = column + 1 + vim.str_utf_end(line, column + 1)
  end
  return first[1] - 1, first[2], final[1] - 1, column
end

---@param client vim.lsp.Client
---@param operation string
---@param selected boolean
---@return lsp.Range
local function range_for(client, operation, selected)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local first_row, first, last_row, final = row - 1, column, row - 1, column
  if selected then
    first_row, first, last_row, final = selection()
  elseif operation == 'tag' or operation == 'as' then
    first, final = word_at_cursor()
  end
  return {
    start = position.from_buffer(0, first_row, first, client.offset_encoding),
    ['end'] = position.from_buffer(0, last_row, final, client.offset_encoding),
  }
end

--- The parameters of a request for the actions of a kind.
---@param range lsp.Range
---@param kind string
---@return table
local function request(range, kind)
  return {
    textDocument = vim.lsp.util.make_text_document_params(0),
    range = range,
    context = { only = { kind }, diagnostics = {}, triggerKind = 1 },
  }
end

--- The actions of a kind for a range of the current buffer, in the server's order.
---@param client vim.lsp.Client
---@param range lsp.Range
---@param kind string
---@return lsp.CodeAction[]
function M.actions_of(client, range, kind)
  local buffer = vim.api.nvim_get_current_buf()
  local actions = client_of.ask(client, 'textDocument/codeAction', request(range, kind), buffer)
  return type(actions) == 'table' and actions or {}
end

--- The actions whose titles hold `choice` as a word, in any case; all without a choice.
---@param actions lsp.CodeAction[]
---@param choice? string
---@return lsp.CodeAction[]
local function matching(actions, choice)
  if not choice or choice == '' then
    return actions
  end
  local wanted = choice:lower()
  return vim.tbl_filter(function(action)
    return vim.tbl_contains(vim.split(action.title:lower(), '[^%w_-]+'), wanted)
  end, actions)
end

--- The type of the last tag that was put or changed.
---@type string?
local last_type

--- The chain that the last tag made a mention of, and the buffer; nil after a tag of another kind.
---@type { kind: string, buffer: integer }?
local last_chain

--- Remember what an action puts, for the key that repeats it.
---@param kind string
local function remember(kind)
  local is_mention = vim.startswith(kind, KINDS.mention .. '.')
  local new_type = kind:match('^refactor%.rewrite%.tag%.(.+)$')
    or kind:match('^refactor%.rewrite%.retype%.(.+)$')
  if is_mention then
    last_chain = { kind = kind, buffer = vim.api.nvim_get_current_buf() }
  elseif new_type then
    last_chain, last_type = nil, new_type
  end
end

--- Do an action; false if it cannot be done, or the person has declined it.
---@param client vim.lsp.Client
---@param action lsp.CodeAction
---@return boolean
function M.apply(client, action)
  if action.disabled then
    client_of.say(action.disabled.reason, vim.log.levels.WARN)
    return false
  end
  remember(action.kind or '')
  local edit = action.edit and require('keytally.preview').confirmed(action.edit)
  if edit then
    vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
  end
  if type(action.command) == 'table' then
    client:exec_cmd(action.command --[[@as lsp.Command]])
  end
  return edit ~= nil
end

--- Do the action that is meant by the mark under the cursor, and say how many of its kind are left.
---@param client vim.lsp.Client
---@param actions lsp.CodeAction[]
---@return boolean whether there was one
local function apply_preferred(client, actions)
  local preferred = vim.iter(actions):find(function(action)
    return action.isPreferred
  end)
  if not preferred or not M.apply(client, preferred) then
    return false
  end
  local others = vim.iter(actions):filter(function(action)
    return action ~= preferred and action.kind == KINDS.insert
  end)
  local left = #others:totable()
  client_of.say(preferred.title .. (left > 0 and ('; %d more here'):format(left) or ''))
  return true
end

---@param client vim.lsp.Client
---@param actions lsp.CodeAction[]
---@param operation string
local function choose(client, actions, operation)
  if #actions == 0 then
    return client_of.say('nothing to ' .. operation .. ' here', vim.log.levels.WARN)
  elseif #actions == 1 then
    M.apply(client, actions[1])
    return
  elseif operation == 'insert' and apply_preferred(client, actions) then
    return
  end
  M.select(actions, 'keytally: ' .. operation, function(action)
    M.apply(client, action)
  end)
end

--- Let a person choose one of the actions; a list never has more lines than the screen, and its
--- last line leads to the rest.
---@param actions lsp.CodeAction[]
---@param prompt string
---@param done fun(action: lsp.CodeAction)
function M.select(actions, prompt, done)
  local room = math.max(2, vim.o.lines - AROUND_LIST)
  local shown, rest = actions, {}
  if #actions > room then
    shown, rest = vim.list_slice(actions, 1, room - 1), vim.list_slice(actions, room)
    table.insert(shown, { title = ('%d more …'):format(#rest) })
  end
  local title = function(action)
    return action.title
  end
  vim.ui.select(shown, { prompt = prompt, kind = 'keytally', format_item = title }, function(action, number)
    if action and #rest > 0 and number == #shown then
      return M.select(rest, prompt, done)
    elseif action then
      done(action)
    end
  end)
end

--- The names of the operations.
---@return string[]
function M.operations()
  return vim.tbl_keys(KINDS)
end

--- Do one of `M.operations()` at the cursor, or to the selection.
---@param operation string
---@param choice? string a word of the title of the action that is wanted, such as PERSON; `likely`
---for a mention: the chain that reads the same, else a new one
---@param selected? boolean whether the last selection is meant
function M.run(operation, choice, selected)
  local client = client_of.needed(0)
  if not client then
    return
  end
  local params = request(range_for(client, operation, selected or false), KINDS[operation])
  client:request('textDocument/codeAction', params, function(failure, actions)
    if failure then
      return client_of.say(failure.message, vim.log.levels.ERROR)
    end
    if operation == 'mention' and choice == 'likely' and actions and actions[1] then
      M.apply(client, actions[1])
      return client_of.tell(actions[1].title)
    end
    choose(client, matching(actions or {}, choice), operation)
  end, vim.api.nvim_get_current_buf())
end

--- Tag the word at the cursor, or the selection, as a type; a tag that stands there gets the type.
---@param name string such as PERSON
---@param selected boolean
function M.as(name, selected)
  local client = client_of.needed(0)
  if not client then
    return
  end
  local action = M.actions_of(client, range_for(client, 'as', selected), KINDS.tag .. '.' .. name)[1]
    or M.actions_of(client, range_for(client, 'retype', selected), KINDS.retype .. '.' .. name)[1]
  if action then
    M.apply(client, action)
  else
    client_of.say(('nothing to tag as %s here'):format(name), vim.log.levels.WARN)
  end
end

--- Tag the word at the cursor, or the selection, as a mention of the chain of the last one.
---@param selected boolean
local function mention_again(selected)
  local client, chain = client_of.needed(0), assert(last_chain)
  local range = client and range_for(client, 'as', selected)
  local action = client
    and vim.iter(M.actions_of(client, range, chain.kind)):find(function(each)
      return each.kind == chain.kind
    end)
  if client and action then
    M.apply(client, action)
    client_of.tell(action.title)
  elseif client then
    client_of.say('nothing to tag as a mention of the last chain here', vim.log.levels.WARN)
  end
end

--- Tag the word at the cursor, or the selection, as the last tag was; a mention is one of the same chain.
---@param selected boolean
function M.again(selected)
  if last_chain and last_chain.buffer == vim.api.nvim_get_current_buf() then
    mention_again(selected)
  elseif last_type then
    M.as(last_type, selected)
  else
    client_of.say('no tag to repeat yet', vim.log.levels.WARN)
  end
end

--- The last words of the titles that the server offers now, for completion.
---@param operation string
---@param selected boolean
---@return string[]
function M.choices(operation, selected)
  local client = client_of.of(0)
  if not client then
    return {}
  end
  local params = request(range_for(client, operation, selected), KINDS[operation])
  local answer = client:request_sync('textDocument/codeAction', params, 1000, 0)
  return vim
    .iter(answer and answer.result or {})
    :map(function(action)
      return action.title:match('([%w_-]+)%W*$')
    end)
    :totable()
end

return M
