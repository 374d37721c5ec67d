-- `:help keytally` and a tag for every command and function that the help documents.
local t = ...

vim.cmd.helptags(vim.fn.fnameescape(vim.fs.joinpath(vim.env.KEYTALLY_PLUGIN, 'doc')))
vim.cmd('help keytally')
t.holds(vim.api.nvim_buf_get_name(0):find('keytally%.txt$'), 'the help opens')
local text = t.text(0)
for _, name in ipairs(require('keytally.commands').names()) do
  vim.cmd('help :Keytally-' .. name)
  t.holds(vim.api.nvim_get_current_line():find(':Keytally-' .. name, 1, true), 'the help of ' .. name)
end
for _, tag in ipairs({
  'keytally-configuration',
  'keytally-mappings',
  'keytally-highlights',
  'keytally.statusline()',
  'KeytallyScored',
}) do
  vim.cmd.help(tag)
end
for _, mapping in ipairs(vim.api.nvim_get_keymap('n')) do
  if mapping.lhs:find('^<Plug>%(Keytally') then
    t.holds(text:find(mapping.lhs, 1, true), 'the help names ' .. mapping.lhs)
  end
end
for number, line in ipairs(vim.split(text, '\n')) do
  t.holds(vim.fn.strdisplaywidth(line) <= 78, ('line %d of the help is too wide'):format(number))
end
