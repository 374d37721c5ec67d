-- Comments by Neovim's own keys: in the first column of templates and configurations, `<!-- -->` in SGML.
local t = ...

local function has(text)
  t.wait('the text ' .. text, function()
    return ('\n' .. t.text(0)):find('\n' .. text, 1, true)
  end)
end

t.open('response.sgml')
t.go('Nobody')
vim.api.nvim_win_set_cursor(0, { vim.api.nvim_win_get_cursor(0)[1], 0 })
t.keys('gcc')
has('<!-- <ENAMEX TYPE="PERSON">Nobody</ENAMEX> at the café was asked. -->')
t.keys('gcc')
has('<ENAMEX TYPE="PERSON">Nobody</ENAMEX>')
vim.cmd('edit!')

vim.cmd('enew')
vim.bo.filetype = 'muc-template'
vim.api.nvim_buf_set_lines(0, 0, -1, false, { '<PERSON-1-1> :=', '\tNAME: "Bo"', '', '\tALIAS: "B"' })
vim.api.nvim_win_set_cursor(0, { 2, 0 })
t.keys('gcc')
has('# \tNAME: "Bo"')
t.keys('gcc')
has('\tNAME: "Bo"')
t.keys('gg3gcc')
has('# <PERSON-1-1> :=\n# \tNAME: "Bo"\n\n\tALIAS')
t.keys('ggVjgc')
has('<PERSON-1-1> :=\n\tNAME: "Bo"\n')
t.keys('ggjgcj')
has('# \tNAME: "Bo"\n\n\tALIAS')

vim.cmd('enew!')
vim.bo.filetype = 'muc-config'
vim.api.nvim_buf_set_lines(0, 0, -1, false, { ':key_file', '    "key"' })
vim.api.nvim_win_set_cursor(0, { 2, 0 })
t.keys('gcc')
has(';     "key"')
