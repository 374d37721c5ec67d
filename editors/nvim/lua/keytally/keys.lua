--- The keys that keytally maps in buffers of its file types, unless a person has other plans:
--- `vim.g.no_keytally_maps` turns them off, and a key that is mapped already stays as it is.

local M = {}

--- The prefix of the descriptions of keytally's keys.
local OURS = 'keytally: '

local UNDO = "lua require('keytally.keys').unset()"

--- Press a key for what it does without a mapping.
---@param lhs string
local function press(lhs)
  local count = vim.v.count > 0 and tostring(vim.v.count) or ''
  vim.api.nvim_feedkeys(count .. vim.keycode(lhs), 'ni', false)
end

--- A key that does something where `:Keytally difference` has put the cursor, and else its own work.
---@param lhs string
---@param run 'accept'|'drop' of keytally.differences
local function there(lhs, run)
  return function()
    local differences, client_of = require('keytally.differences'), require('keytally.client')
    if client_of.is_waiting() then
      client_of.say_unanswered()
    elseif differences.is_there() then
      differences[run]()
    else
      press(lhs)
    end
  end
end

--- Go to the partner in the other file; Neovim's own key would look for a file of tags where there is none.
local function go_to_partner()
  local client_of = require('keytally.client')
  local client = client_of.needed(0)
  if not client then
    return
  end
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  client_of.ask(client, 'textDocument/definition', params, vim.api.nvim_get_current_buf(), function(found)
    if type(found) == 'table' and next(found) then
      vim.lsp.buf.definition()
    else
      client_of.say('nothing in the other file corresponds to this', vim.log.levels.WARN)
    end
  end)
end

---@param modes string[]
---@param lhs string
---@param rhs string|fun()
---@param desc string
local function map(modes, lhs, rhs, desc)
  local mapped = vim.b.keytally_maps or {}
  for _, mode in ipairs(modes) do
    local present = vim.fn.maparg(lhs, mode, false, true)
    local desc_there = present.desc or ''
    local is_free = vim.tbl_isempty(present)
      or vim.startswith(desc_there, 'Toggle comment')
      or vim.startswith(desc_there, OURS)
    if is_free then
      vim.keymap.set(mode, lhs, rhs, { buffer = true, desc = OURS .. desc })
      table.insert(mapped, { mode, lhs })
    end
  end
  vim.b.keytally_maps = mapped
end

local function map_differences()
  map({ 'n' }, ']x', '<Plug>(KeytallyNextDifference)', 'next difference')
  map({ 'n' }, '[x', '<Plug>(KeytallyPreviousDifference)', 'previous difference')
  map({ 'n' }, '<LocalLeader>a', '<Plug>(KeytallyTake)', "accept the key's annotation, and go on")
  map({ 'n' }, '<LocalLeader>d', '<Plug>(KeytallyDrop)', 'delete the spurious item, and go on')
  map({ 'n' }, ']g', '<Plug>(KeytallyNextError)', 'next error by gain')
  map({ 'n' }, '[g', '<Plug>(KeytallyPreviousError)', 'previous error by gain')
  map({ 'n' }, '<LocalLeader>g', '<Plug>(KeytallyRepair)', 'fix the error here, go to the next one by gain')
  map({ 'n' }, '<LocalLeader>v', '<Plug>(KeytallyReading)', 'toggle the reading view')
  map({ 'n' }, '<C-]>', go_to_partner, 'go to the partner in the other file')
  map({ 'n' }, '<Tab>', there('<Tab>', 'accept'), 'accept, after ]x')
  map({ 'n' }, '<Del>', there('<Del>', 'drop'), 'delete, after ]x')
end

---@param language keytally.Language
local function map_tags(language)
  for _, pair in ipairs(language.tag_keys) do
    local key, name = '<LocalLeader>' .. pair[1], pair[2]
    map({ 'n' }, key, '<Cmd>Keytally as ' .. name .. '<CR>', 'tag as ' .. name)
    map({ 'x' }, key, ':Keytally as ' .. name .. '<CR>', 'tag as ' .. name)
  end
  if language.tagged then
    map({ 'n' }, '<LocalLeader>m', '<Cmd>Keytally mention likely<CR>', 'tag as a mention')
    map({ 'x' }, '<LocalLeader>m', ':Keytally mention likely<CR>', 'tag as a mention')
    map({ 'n', 'x' }, '<LocalLeader>.', '<Plug>(KeytallyRepeat)', 'repeat the last tag')
    map({ 'n' }, '<LocalLeader>e', '<Plug>(KeytallyIdentical)', 'tag equal text')
    map({ 'n' }, ']u', '<Plug>(KeytallyNextCandidate)', 'next untagged candidate')
    map({ 'n' }, '[u', '<Plug>(KeytallyPreviousCandidate)', 'previous untagged candidate')
  end
end

--- Neovim's own keys insert the comment mark after the indent, where it is not a comment.
local function map_comments()
  map({ 'n', 'x' }, 'gc', function()
    vim.o.operatorfunc = "v:lua.require'keytally.comments'.operator"
    vim.api.nvim_feedkeys('g@', 'ni', false)
  end, 'toggle comment')
  map({ 'n' }, 'gcc', '<Cmd>execute ".,.+" . (v:count1 - 1) . "Keytally comment"<CR>', 'toggle line comment')
end

--- In a gold the digits mean variants; what is not mapped here stays as it is elsewhere.
local function map_gold()
  for number = 1, 9 do
    local command = ('<Cmd>Keytally adjudicate %d<CR>'):format(number)
    map({ 'n' }, '<LocalLeader>' .. number, command, ('take variant %d, and go on'):format(number))
  end
  map({ 'n' }, '<LocalLeader>0', '<Plug>(KeytallyNothing)', 'decide that nothing is right here, and go on')
  map({ 'n' }, '<LocalLeader>i', '<Plug>(KeytallyAddFill)', 'add one fill to this slot, and stay')
  map({ 'n' }, '<LocalLeader>u', '<Plug>(KeytallyNextUndecided)', 'next undecided item')
  map({ 'n' }, '<LocalLeader>U', '<Plug>(KeytallyPreviousUndecided)', 'previous undecided item')
  map({ 'n' }, '<LocalLeader>a', '<Plug>(KeytallyAgreed)', 'accept unanimous annotations in the document')
  map({ 'n' }, '<LocalLeader>A', '<Plug>(KeytallyAgreedInFile)', 'accept unanimous annotations in the file')
end

--- Before the server has answered, keys that mean one thing in a gold and another elsewhere do nothing.
local function map_unknown()
  local function wait()
    require('keytally.client').say_unanswered()
  end
  for key in ('0123456789iuUaA'):gmatch('.') do
    map({ 'n' }, '<LocalLeader>' .. key, wait, 'wait for the server')
    if key:find('%d') then
      map({ 'x' }, '<LocalLeader>' .. key, wait, 'wait for the server')
    end
  end
end

--- Map the keys of a buffer again, since it has become a gold, or is none any more.
---@param buffer integer
function M.renew(buffer)
  if vim.api.nvim_buf_is_loaded(buffer) then
    vim.api.nvim_buf_call(buffer, function()
      M.unset()
      M.set()
    end)
  end
end

--- Map the keys in the current buffer.
function M.set()
  if vim.g.no_plugin_maps or vim.g.no_keytally_maps then
    return
  end
  local is_ours = require('keytally.workspace').may_be_named(vim.api.nvim_get_current_buf())
  for _, language in ipairs(require('keytally.languages')) do
    local is_own = language.id == vim.bo.filetype
    if is_own and language.answers then
      is_ours = true
      map_differences()
      map_tags(language)
    end
    if is_own and language.comments_in_first_column then
      map_comments()
    end
  end
  if require('keytally.golds').of() then
    map_gold()
  end
  if is_ours and not require('keytally.golds').is_known() then
    map_unknown()
  end
  local undo = vim.b.undo_ftplugin or ''
  if not undo:find(UNDO, 1, true) then
    vim.b.undo_ftplugin = undo == '' and UNDO or undo .. ' | ' .. UNDO
  end
end

--- Take the keys away again.
function M.unset()
  for _, mapped in ipairs(vim.b.keytally_maps or {}) do
    pcall(vim.keymap.del, mapped[1], mapped[2], { buffer = true })
  end
  vim.b.keytally_maps = nil
end

return M
