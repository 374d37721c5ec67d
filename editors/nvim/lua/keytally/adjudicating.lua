--- Deciding in a gold: one key takes what annotators say of an item, and goes on to the next that
--- is undecided.

local client_of = require('keytally.client')
local going = require('keytally.going')
local position = require('keytally.position')
local tagging = require('keytally.tagging')

local M = {}

local KIND = 'refactor.rewrite.adjudicate'
--- The kind of actions that add one fill to a slot; the cursor stays, because more fills may be right.
local ADD = KIND .. '.add.'
local GROUP = vim.api.nvim_create_augroup('keytally.decisions', {})
local DIRECTIONS = { next = true, previous = true }

---@class keytally.Undecided
---@field buffer integer
---@field cursor integer[]
---@field range lsp.Range

---@type keytally.Undecided?
local stop

--- The range of the item that a command has moved the cursor to, otherwise the cursor position.
---@param client vim.lsp.Client
---@return lsp.Range
local function range_here(client)
  local cursor = vim.api.nvim_win_get_cursor(0)
  local is_there = stop
    and stop.buffer == vim.api.nvim_get_current_buf()
    and vim.deep_equal(stop.cursor, cursor)
  if is_there then
    return assert(stop).range
  end
  local at = position.from_buffer(0, cursor[1] - 1, cursor[2], client.offset_encoding)
  return { start = at, ['end'] = at }
end

--- Put the cursor on an undecided item; after the last one it begins at the first.
---@param client vim.lsp.Client
---@param direction 'next'|'previous'
---@param from lsp.Position
---@param inclusive boolean
local function go(client, direction, from, inclusive)
  stop = nil
  client_of.ask(
    client,
    'keytally/next',
    {
      textDocument = vim.lsp.util.make_text_document_params(0),
      position = from,
      what = 'undecided',
      direction = direction,
      inclusive = inclusive,
    },
    vim.api.nvim_get_current_buf(),
    function(found)
      if type(found) ~= 'table' then
        return client_of.say('nothing left to decide')
      end
      going.to(client, found)
      stop = {
        buffer = vim.api.nvim_get_current_buf(),
        cursor = vim.api.nvim_win_get_cursor(0),
        range = found.range,
      }
    end
  )
end

--- The buffer of the decisions beside a gold, if it is loaded.
---@param gold integer
---@return integer?
local function decisions_of(gold)
  local name = vim.api.nvim_buf_get_name(gold) .. '.decisions'
  return vim.iter(vim.api.nvim_list_bufs()):find(function(buffer)
    return vim.api.nvim_buf_is_loaded(buffer) and vim.api.nvim_buf_get_name(buffer) == name
  end)
end

--- Delete the empty line that Neovim leaves after the first line of an empty file.
---@param buffer integer
local function without_last_blank(buffer)
  local count = vim.api.nvim_buf_line_count(buffer)
  if count > 1 and vim.api.nvim_buf_get_lines(buffer, -2, -1, true)[1] == '' then
    vim.api.nvim_buf_call(buffer, function()
      vim.cmd('silent! undojoin')
      vim.api.nvim_buf_set_lines(buffer, -2, -1, true, {})
    end)
  end
end

--- Have the decisions written when the gold is.
---@param gold integer
local function write_with(gold)
  vim.api.nvim_clear_autocmds({ group = GROUP, buffer = gold })
  vim.api.nvim_create_autocmd('BufWritePost', {
    group = GROUP,
    buffer = gold,
    desc = 'Write the decisions of the gold',
    callback = function()
      local decisions = decisions_of(gold)
      if decisions and vim.bo[decisions].modified and vim.o.write then
        vim.api.nvim_buf_call(decisions, function()
          vim.cmd('silent write')
        end)
      end
    end,
  })
end

--- Put the cursor on the line that an action has written into a gold: more may be added there.
---@param gold integer
---@param action lsp.CodeAction
local function stay(gold, action)
  local uri = vim.uri_from_bufnr(gold)
  local change = vim.iter(action.edit.documentChanges or {}):find(function(each)
    return each.textDocument and each.textDocument.uri == uri
  end)
  local edit = change and change.edits[1]
  if not edit then
    return
  end
  local written = vim.split(edit.newText:match('^.*%S') or '', '\n')
  vim.api.nvim_win_set_cursor(0, { edit.range.start.line + #written, 0 })
  vim.cmd('normal! ^')
end

---@param client vim.lsp.Client
---@param action lsp.CodeAction
---@param from lsp.Position
local function follow(client, action, from)
  local gold = vim.api.nvim_get_current_buf()
  if tagging.apply(client, action) then
    local decisions = decisions_of(gold)
    if decisions then
      without_last_blank(decisions)
      write_with(gold)
    end
    if vim.startswith(action.kind, ADD) then
      stay(gold, action)
    else
      go(client, 'next', from, true)
    end
  end
end

--- Do what a choice is, such as `2` or `agreed.file`, and go on, unless it adds a fill.
---@param client vim.lsp.Client
---@param choice string
local function decide(client, choice)
  local kind, from = KIND .. '.' .. choice, range_here(client).start
  tagging.actions_of(client, range_here(client), kind, function(actions)
    local action = tagging.of_kind(actions, kind)
    if action then
      follow(client, action, from)
    else
      local words = choice:gsub('%.', ' ')
      client_of.say(('no item here has the choice "%s"'):format(words), vim.log.levels.WARN)
    end
  end)
end

---@param client vim.lsp.Client
local function choose(client)
  local range = range_here(client)
  tagging.actions_of(client, range, KIND, function(actions)
    if #actions == 0 then
      return client_of.say('nothing to decide here', vim.log.levels.WARN)
    end
    tagging.select(actions, 'keytally: adjudicate', function(action)
      follow(client, action, range.start)
    end)
  end)
end

--- Run `:Keytally adjudicate`: go to an undecided item, decide what is here, or choose from a list.
---@param words string[] such as `{ 'annotator', 'anna' }`; none: choose
function M.run(words)
  local client = client_of.needed(0)
  if not client then
    return
  elseif DIRECTIONS[words[1]] then
    go(client, words[1], range_here(client).start, false)
  elseif words[1] then
    decide(client, table.concat(words, '.'))
  else
    choose(client)
  end
end

--- Complete the arguments of `:Keytally adjudicate`.
---@param words string[]
---@return string[]
function M.choices(words)
  local client = client_of.of(0)
  local found = #words == 0 and vim.tbl_keys(DIRECTIONS) or {}
  local kind = table.concat({ KIND, unpack(words) }, '.')
  for _, action in ipairs(client and tagging.offered(client, range_here(client), kind) or {}) do
    local rest = vim.startswith(action.kind, kind .. '.') and action.kind:sub(#kind + 2) or ''
    -- A name may have dots; other kinds are words apart by one.
    local word = words[1] == 'annotator' and rest or rest:match('^[^.]*')
    if word ~= '' and not vim.list_contains(found, word) then
      table.insert(found, word)
    end
  end
  return found
end

return M
