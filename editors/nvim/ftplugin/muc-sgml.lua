-- Annotators insert tags and change nothing else: Neovim must not wrap, end or re-indent lines.

vim.opt_local.fixendofline = false
vim.opt_local.textwidth = 0
vim.opt_local.wrapmargin = 0
vim.opt_local.formatoptions:remove({ 't', 'a' })
vim.opt_local.matchpairs:append('<:>')

vim.b.undo_ftplugin = 'setlocal fixendofline< textwidth< wrapmargin< formatoptions< matchpairs<'
