-- Lexical substitution: one item a line, so lines must not be wrapped or ended.

vim.opt_local.fixendofline = false
vim.opt_local.textwidth = 0
vim.opt_local.formatoptions:remove({ 't', 'a' })

vim.b.undo_ftplugin = 'setlocal fixendofline< textwidth< formatoptions<'
