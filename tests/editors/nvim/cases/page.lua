-- The page of a pair where the command is not beside the server, or lacks what it needs: one line says so.
local t = ...

local response = t.open_scored('response.sgml')
local folder = vim.fn.tempname()
vim.fn.mkdir(folder, 'p')
--- A program of that name that says a line and fails.
local function plant(name)
  local file = vim.fs.joinpath(folder, name)
  vim.fn.writefile(
    { '#!/bin/sh', 'echo "first $1" >&2', 'echo "needs Jinja2: pip install it" >&2', 'exit 2' },
    file
  )
  vim.fn.setfperm(file, 'rwxr-xr-x')
  return file
end
vim.lsp.config('keytally', { cmd = { plant('keytally-server') } })
t.keys(':Keytally report<CR>')
t.wait_message('keytally is not in the same directory as keytally%-server')
plant('keytally')
t.keys(':Keytally report<CR>')
t.wait_message('keytally: needs Jinja2: pip install it')
t.equal(response, vim.api.nvim_get_current_buf(), 'nothing else is shown')

vim.cmd('enew')
t.keys(':Keytally report<CR>')
t.wait_message('no report: this file does not belong to a pair')
t.keys(':Keytally errors<CR>')
t.wait_message('no error list is available for this file')
