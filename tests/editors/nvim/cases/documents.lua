-- A document is found by a part of its name, in all files of the pair.
local t = ...

local response = t.open_scored('response.sgml')
t.equal({ '260302-0002' }, vim.fn.getcompletion('Keytally document 2-0002', 'cmdline'), 'found by a part')
t.equal({}, vim.fn.getcompletion('Keytally document ne.config', 'cmdline'), 'a file is no document')

local function lands_on(row, buffer, what)
  t.wait(what, function()
    return vim.api.nvim_get_current_buf() == buffer and vim.api.nvim_win_get_cursor(0)[1] - 1 == row
  end)
end
local row = t.find(response, '260302-0002')
vim.cmd('Keytally document 260302-0002')
lands_on(row, response, 'the document of that name in this file')
t.keys('<C-o>')
lands_on(0, response, 'back to where the person was')

local asked
vim.ui.select = function(items, options, choose)
  asked = vim.tbl_map(options.format_item, items)
  choose(items[2])
end
vim.cmd('Keytally document 2-00')
t.wait('the list', function()
  return asked
end)
t.equal({
  '260302-0002 (response.sgml)',
  '260302-0002 (key.sgml)',
  '260302-0002 (texts.sgml)',
}, asked, 'those of this file first')
t.wait('the key', function()
  return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == 'key.sgml'
end)
t.equal(t.find(0, '260302-0002'), vim.api.nvim_win_get_cursor(0)[1] - 1, 'at the document')
vim.cmd('Keytally document nowhere')
t.wait_message('no document named nowhere')
