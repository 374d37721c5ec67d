-- Task BNFs: comments as in C.

vim.opt_local.comments = 's1:/*,mb:*,ex:*/'
vim.opt_local.commentstring = '/* %s */'
vim.opt_local.matchpairs:append('<:>')

vim.b.undo_ftplugin = 'setlocal comments< commentstring< matchpairs<'
