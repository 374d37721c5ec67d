-- File types by name where the name is telling, by content otherwise.

vim.filetype.add(require('keytally.filetype').rules())
