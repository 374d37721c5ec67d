-- MUC scorer configuration files: a `;` in the first column starts a comment.

vim.opt_local.comments = ':;'
vim.opt_local.commentstring = '; %s'
vim.opt_local.iskeyword:append('-')

vim.b.undo_ftplugin = 'setlocal comments< commentstring< iskeyword<'
