-- Template files: one fill a line, `#` in the first column starts a comment.

vim.opt_local.comments = ':#,:;'
vim.opt_local.commentstring = '# %s'
vim.opt_local.iskeyword:append('-')
vim.opt_local.textwidth = 0
vim.opt_local.formatoptions:remove({ 't', 'a' })
vim.opt_local.matchpairs:append('<:>')

vim.b.undo_ftplugin = 'setlocal comments< commentstring< iskeyword< textwidth< formatoptions< matchpairs<'
