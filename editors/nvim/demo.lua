-- A Neovim that shows keytally and touches no configuration of yours. From the checkout:
--   nvim --clean -u editors/nvim/demo.lua examples/named_entity/response.sgml
-- A second file on the command line is shown beside the first.

local here = vim.fs.dirname(vim.fs.abspath(debug.getinfo(1, 'S').source:sub(2)))
local checkout = vim.fs.dirname(vim.fs.dirname(here))
vim.opt.runtimepath:prepend(here)
vim.cmd('filetype plugin on | syntax on')
vim.cmd.helptags(vim.fn.fnameescape(here .. '/doc'))

if vim.fn.executable('keytally-server') == 0 then
  local bin = vim.fn.has('win32') == 1 and 'Scripts' or 'bin'
  vim.lsp.config('keytally', { cmd = { vim.fs.joinpath(checkout, '.venv', bin, 'keytally-server') } })
end

vim.o.termguicolors = true
vim.o.swapfile = false
vim.o.number = true
vim.o.wrap = true
vim.o.linebreak = true
vim.o.hlsearch = false
vim.o.laststatus = 2
vim.o.showtabline = 2
vim.o.statusline =
  " %f %m %=%{v:lua.require'keytally'.plain.progress()}  %{v:lua.require'keytally'.plain.statusline()} "
vim.o.tabline = ' ]x [x next, previous difference   <Tab> accept   <Del> delete   \\1 … \\7 tag   \\. tag again   '
  .. 'K verdict   g? legend   :qa! quit'
vim.diagnostic.config({ virtual_text = true, signs = true, underline = true })

local keys = {
  [']k'] = 'Next',
  ['[k'] = 'Previous',
  ['gt'] = 'Tag',
  ['gr'] = 'Retype',
  ['gl'] = 'ExtendRight',
  ['gh'] = 'ShrinkRight',
  ['gu'] = 'Untag',
  ['gm'] = 'Insert',
  ['gz'] = 'Drop',
  ['g?'] = 'Legend',
}
for _, mapping in ipairs({ 'grn', 'grr', 'gra', 'gri', 'grt' }) do
  pcall(vim.keymap.del, 'n', mapping)
end
pcall(vim.keymap.del, 'x', 'gra')
for lhs, name in pairs(keys) do
  vim.keymap.set('n', lhs, '<Plug>(Keytally' .. name .. ')', { nowait = true })
end
vim.keymap.set('x', 'gt', '<Plug>(KeytallyTag)', { nowait = true })

vim.api.nvim_create_autocmd('VimEnter', {
  callback = function()
    if vim.fn.argc() == 2 then
      vim.cmd('vertical sall | wincmd t')
    end
  end,
})
