-- Loaded at start: enables the server and defines the command and the mappings. Everything else
-- is loaded when it is first used.

if vim.g.loaded_keytally then
  return
end
vim.g.loaded_keytally = true

if vim.fn.has('nvim-0.11') == 0 then
  vim.notify_once('keytally needs Neovim 0.11 or later', vim.log.levels.WARN)
  return
end

vim.api.nvim_create_user_command('Keytally', function(invocation)
  require('keytally.commands').run(invocation)
end, {
  nargs = '*',
  range = true,
  bar = true,
  desc = 'Score, marks and annotation of answer keys',
  complete = function(lead, line)
    return require('keytally.commands').complete(lead, line)
  end,
})

local function plug(modes, name, command)
  vim.keymap.set(modes, '<Plug>(Keytally' .. name .. ')', command, { desc = 'keytally: ' .. name })
end

plug('n', 'Next', '<Cmd>execute "Keytally next" v:count1<CR>')
plug('n', 'Previous', '<Cmd>execute "Keytally previous" v:count1<CR>')
plug('n', 'NextDifference', '<Cmd>Keytally difference next<CR>')
plug('n', 'PreviousDifference', '<Cmd>Keytally difference previous<CR>')
plug('n', 'NextCandidate', '<Cmd>Keytally candidate next<CR>')
plug('n', 'PreviousCandidate', '<Cmd>Keytally candidate previous<CR>')
plug('n', 'Take', '<Cmd>Keytally take<CR>')
plug('n', 'Repeat', '<Cmd>Keytally repeat<CR>')
plug('x', 'Repeat', ':Keytally repeat<CR>')
plug('n', 'Tag', '<Cmd>Keytally tag<CR>')
plug('x', 'Tag', ':Keytally tag<CR>')
plug('n', 'Retype', '<Cmd>Keytally retype<CR>')
plug('n', 'ExtendLeft', '<Cmd>Keytally extend left<CR>')
plug('n', 'ExtendRight', '<Cmd>Keytally extend right<CR>')
plug('n', 'ShrinkLeft', '<Cmd>Keytally shrink left<CR>')
plug('n', 'ShrinkRight', '<Cmd>Keytally shrink right<CR>')
plug('n', 'Untag', '<Cmd>Keytally untag<CR>')
plug('n', 'Insert', '<Cmd>Keytally insert<CR>')
plug('n', 'Drop', '<Cmd>Keytally drop<CR>')
plug('n', 'Mention', '<Cmd>Keytally mention<CR>')
plug('x', 'Mention', ':Keytally mention<CR>')
plug('n', 'Merge', '<Cmd>Keytally merge<CR>')
plug('n', 'Split', '<Cmd>Keytally split<CR>')
plug('n', 'Move', '<Cmd>Keytally move<CR>')
plug('n', 'First', '<Cmd>Keytally first<CR>')
plug('n', 'Remove', '<Cmd>Keytally remove<CR>')
plug('n', 'Identical', '<Cmd>Keytally identical<CR>')
plug('n', 'Accept', '<Cmd>Keytally accept<CR>')
plug('n', 'NextUndecided', '<Cmd>Keytally adjudicate next<CR>')
plug('n', 'PreviousUndecided', '<Cmd>Keytally adjudicate previous<CR>')
plug('n', 'Nothing', '<Cmd>Keytally adjudicate none<CR>')
plug('n', 'AddFill', '<Cmd>Keytally adjudicate add 1<CR>')
plug('n', 'Agreed', '<Cmd>Keytally adjudicate agreed<CR>')
plug('n', 'AgreedInFile', '<Cmd>Keytally adjudicate agreed file<CR>')
plug('n', 'Majority', '<Cmd>Keytally adjudicate majority<CR>')
plug('n', 'Adjudicate', '<Cmd>Keytally adjudicate<CR>')
plug('n', 'Marks', '<Cmd>Keytally marks<CR>')
plug('n', 'Reading', '<Cmd>Keytally reading<CR>')
plug('n', 'Pairs', '<Cmd>Keytally pairs<CR>')
plug('n', 'Response', '<Cmd>Keytally response<CR>')
plug('n', 'Reports', '<Cmd>Keytally reports<CR>')
plug('n', 'Errors', '<Cmd>Keytally errors<CR>')
plug('n', 'NextError', '<Cmd>Keytally error next<CR>')
plug('n', 'PreviousError', '<Cmd>Keytally error previous<CR>')
plug('n', 'Repair', '<Cmd>Keytally repair<CR>')
plug('n', 'Report', '<Cmd>Keytally report<CR>')
plug('n', 'Legend', '<Cmd>Keytally legend<CR>')

vim.api.nvim_create_autocmd('LspAttach', {
  group = vim.api.nvim_create_augroup('keytally.attach', {}),
  desc = 'Update the score of the buffer',
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'keytally' then
      require('keytally').attach(event.buf, client)
    end
  end,
})

vim.api.nvim_create_autocmd('LspProgress', {
  group = vim.api.nvim_create_augroup('keytally.files_read', {}),
  desc = 'Show progress of long operations',
  callback = function(event)
    require('keytally.score').progressed(event.data.client_id, event.data.params)
    require('keytally.work').progressed(event.data.client_id, event.data.params)
  end,
})

vim.api.nvim_create_autocmd('FileType', {
  group = vim.api.nvim_create_augroup('keytally.server', {}),
  pattern = require('keytally.filetype').names(),
  desc = 'Report a missing server once',
  callback = function()
    require('keytally.server').look()
  end,
})

vim.api.nvim_create_autocmd('FileType', {
  group = vim.api.nvim_create_augroup('keytally.unknown', {}),
  pattern = { 'text', 'sgml' },
  desc = 'Disable keys until it is known whether the file is a gold',
  callback = function(event)
    if require('keytally.workspace').may_be_named(event.buf) then
      require('keytally.keys').set()
    end
  end,
})

-- A plugin manager makes the tags of the help; a checkout on the runtime path has none.
local doc = vim.fs.joinpath(vim.fs.dirname(vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))), 'doc')
vim.schedule(function()
  if not vim.uv.fs_stat(vim.fs.joinpath(doc, 'tags')) then
    pcall(vim.cmd.helptags, vim.fn.fnameescape(doc))
  end
end)

vim.lsp.enable('keytally')
