--- Annotating: the server's code actions, chosen from a list or by a word of their titles.

local client_of = require('keytally.client')
local escape = require('keytally.escape')
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

--- Messages for operations without an action from the server.
local NOTHING = {
  tag = 'no text to tag here',
  retype = 'no tag to retype here',
  extend = 'no tag to extend here',
  shrink = 'no tag to shrink here',
  untag = 'no tag to remove here',
  insert = 'nothing is missing here',
  drop = 'nothing is spurious here',
  mention = 'no text to tag as a mention here',
  merge = 'no chain to merge here',
  split = 'no chain to split here',
  move = 'no mention to move here',
  first = 'no mention to make the first of its chain here',
  remove = 'no mention to remove here',
  identical = 'no untagged text equals the tag here',
  accept = 'nothing to accept here',
}

local SELECT_FIRST = 'select the characters to tag: this script has no spaces between words'

--- First and last code points of scripts without spaces between words.
local UNSPACED = {
  { 0x0e00, 0x0eff },
  { 0x1000, 0x109f },
  { 0x1780, 0x17ff },
  { 0x3005, 0x3007 },
  { 0x3040, 0x31ff },
  { 0x3400, 0x4dbf },
  { 0x4e00, 0x9fff },
  { 0xf900, 0xfaff },
  { 0x20000, 0x3ffff },
}

--- Whether the keyword at the cursor may be several words, which only the user can select.
---@return boolean
local function lacks_word()
  local line, column = vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0)[2]
  local code = column < #line and vim.fn.char2nr(line:sub(column + 1)) or 0
  return vim.iter(require('keytally.languages')):any(function(language)
    return language.running_text and language.id == vim.bo.filetype
  end) and vim.iter(UNSPACED):any(function(range)
    return range[1] <= code and code <= range[2]
  end)
end

--- The keyword around the cursor, as byte columns from 0, with exclusive end.
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

--- Ask for the actions of a kind for a range of the current buffer, in the server's order.
---@param client vim.lsp.Client
---@param range lsp.Range
---@param kind string
---@param done fun(actions: lsp.CodeAction[])
function M.actions_of(client, range, kind, done)
  local buffer = vim.api.nvim_get_current_buf()
  client_of.ask(client, 'textDocument/codeAction', request(range, kind), buffer, function(actions)
    done(type(actions) == 'table' and actions or {})
  end)
end

--- The action of exactly that kind.
---@param actions lsp.CodeAction[]
---@param kind string
---@return lsp.CodeAction?
function M.of_kind(actions, kind)
  return vim.iter(actions):find(function(action)
    return action.kind == kind
  end)
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
  local edit = action.edit and require('keytally.preview').confirmed(action.edit)
  if edit and not client_of.apply(client, edit) then
    return false
  end
  remember(action.kind or '')
  if type(action.command) == 'table' then
    client:exec_cmd(action.command --[[@as lsp.Command]])
  end
  return edit ~= nil
end

--- Apply the preferred action at the cursor, and show how many of its kind are left.
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
    return client_of.say(NOTHING[operation], vim.log.levels.WARN)
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
    return escape.line(action.title)
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
---for a mention: the chain with the same text, otherwise a new one
---@param selected? boolean whether the last selection is meant
function M.run(operation, choice, selected)
  local client = client_of.needed(0)
  if not client then
    return
  end
  if not selected and (operation == 'tag' or operation == 'mention') and lacks_word() then
    return client_of.say(SELECT_FIRST, vim.log.levels.WARN)
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

--- Tag the word at the cursor, or the selection, as a type; an existing tag gets the type.
---@param name string such as PERSON
---@param selected boolean
function M.as(name, selected)
  local client = client_of.needed(0)
  if not client then
    return
  end
  local function first_of(operation, kind, otherwise)
    M.actions_of(client, range_for(client, operation, selected), kind .. '.' .. name, function(actions)
      if actions[1] then
        M.apply(client, actions[1])
      else
        otherwise()
      end
    end)
  end
  local needs_selection = not selected and lacks_word()
  local function retype()
    first_of('retype', KINDS.retype, function()
      local reason = ('no text to tag as %s here'):format(name)
      client_of.say(needs_selection and SELECT_FIRST or reason, vim.log.levels.WARN)
    end)
  end
  if needs_selection then
    return retype()
  end
  first_of('as', KINDS.tag, retype)
end

--- Tag the word at the cursor, or the selection, as a mention of the chain of the last one.
---@param selected boolean
local function mention_again(selected)
  local client, kind = client_of.needed(0), assert(last_chain).kind
  if not client then
    return
  elseif not selected and lacks_word() then
    return client_of.say(SELECT_FIRST, vim.log.levels.WARN)
  end
  M.actions_of(client, range_for(client, 'as', selected), kind, function(actions)
    local action = M.of_kind(actions, kind)
    if action then
      M.apply(client, action)
      client_of.tell(action.title)
    else
      client_of.say('no text to tag as a mention of the last chain here', vim.log.levels.WARN)
    end
  end)
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

--- The actions of a kind that the server offers at once, for completion.
---@param client vim.lsp.Client
---@param range lsp.Range
---@param kind string
---@return lsp.CodeAction[]
function M.offered(client, range, kind)
  local answer = client:request_sync('textDocument/codeAction', request(range, kind), 1000, 0)
  return answer and answer.result or {}
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
  return vim
    .iter(M.offered(client, range_for(client, operation, selected), KINDS[operation]))
    :map(function(action)
      return action.title:match('([%w_-]+)%W*$')
    end)
    :totable()
end

return M
