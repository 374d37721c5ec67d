-- Neovim as the tests start it: nothing but the plugin of the checkout.
vim.opt.runtimepath:prepend(vim.env.KEYTALLY_PLUGIN)
vim.o.swapfile = false
vim.o.shortmess = vim.o.shortmess .. 'I'
vim.cmd('filetype plugin on | syntax on')
