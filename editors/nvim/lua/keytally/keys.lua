--- The keys that keytally maps in buffers of its file types, unless a person has other plans:
--- `vim.g.no_keytally_maps` turns them off, and a key that is mapped already stays as it is.

local M = {}

--- How the descriptions of keytally's keys begin.
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
    local differences = require('keytally.differences')
    if differences.is_there() then
      differences[run]()
    else
      press(lhs)
    end
  end
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
  map({ 'n' }, '<LocalLeader>a', '<Plug>(KeytallyTake)', 'accept what the key has, and go on')
  map({ 'n' }, '<LocalLeader>d', '<Plug>(KeytallyDrop)', 'drop what is spurious, and go on')
  map({ 'n' }, ']g', '<Plug>(KeytallyNextError)', 'the error that gains next most')
  map({ 'n' }, '[g', '<Plug>(KeytallyPreviousError)', 'the error before, by gain')
  map({ 'n' }, '<LocalLeader>g', '<Plug>(KeytallyRepair)', 'repair what is wrong here, and go on by gain')
  map({ 'n' }, '<LocalLeader>v', '<Plug>(KeytallyReading)', 'the reading view')
  map({ 'n' }, '<Tab>', there('<Tab>', 'accept'), 'accept, where ]x has put the cursor')
  map({ 'n' }, '<Del>', there('<Del>', 'drop'), 'drop, where ]x has put the cursor')
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
    map({ 'n', 'x' }, '<LocalLeader>.', '<Plug>(KeytallyRepeat)', 'tag as the last one')
    map({ 'n' }, '<LocalLeader>e', '<Plug>(KeytallyIdentical)', 'tag what reads the same')
    map({ 'n' }, ']u', '<Plug>(KeytallyNextCandidate)', 'next untagged candidate')
    map({ 'n' }, '[u', '<Plug>(KeytallyPreviousCandidate)', 'previous untagged candidate')
  end
end

--- Neovim's own keys for comments put the mark behind the indent, where it is none.
local function map_comments()
  map({ 'n', 'x' }, 'gc', function()
    vim.o.operatorfunc = "v:lua.require'keytally.comments'.operator"
    vim.api.nvim_feedkeys('g@', 'ni', false)
  end, 'comment lines out, or in again')
  map({ 'n' }, 'gcc', '<Cmd>execute ".,.+" . (v:count1 - 1) . "Keytally comment"<CR>', 'comment the line')
end

--- In a gold the digits mean variants; what is not mapped here stays as it is elsewhere.
local function map_gold()
  for number = 1, 9 do
    local command = ('<Cmd>Keytally adjudicate %d<CR>'):format(number)
    map({ 'n' }, '<LocalLeader>' .. number, command, ('take variant %d, and go on'):format(number))
  end
  map({ 'n' }, '<LocalLeader>0', '<Plug>(KeytallyNothing)', 'decide that nothing is here, and go on')
  map({ 'n' }, '<LocalLeader>i', '<Plug>(KeytallyAddFill)', 'add one fill to this slot, and stay')
  map({ 'n' }, '<LocalLeader>u', '<Plug>(KeytallyNextUndecided)', 'next undecided item')
  map({ 'n' }, '<LocalLeader>U', '<Plug>(KeytallyPreviousUndecided)', 'previous undecided item')
  map({ 'n' }, '<LocalLeader>a', '<Plug>(KeytallyAgreed)', 'take what everyone agrees on in the document')
  map({ 'n' }, '<LocalLeader>A', '<Plug>(KeytallyAgreedInFile)', 'take what everyone agrees on in the file')
end

--- Map the keys of a buffer anew, since it has become a gold, or is none any more.
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
  for _, language in ipairs(require('keytally.languages')) do
    local is_own = language.id == vim.bo.filetype
    if is_own and language.answers then
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
