-- Names and texts that are code elsewhere (in a status line, a command line, a shell, a file pattern, a terminal) are
-- shown and completed as they are; no place runs them.
local t = ...

local RUN = [[writefile([],'ran')]]
local NAMES = {
  'r%{' .. RUN .. '}.sgml',
  'r%{%' .. RUN .. '%}%#Error#%=%<.sgml',
  'r|call ' .. RUN .. '.sgml',
  'r\ncall ' .. RUN .. '.sgml',
  '`touch ran`.sgml',
  '$(touch ran) ; touch ran.sgml',
  '+call ' .. RUN .. '.sgml',
  '=' .. RUN .. '.sgml',
  '"r #%<cfile> *?[x]{y}~.sgml',
  '[x](command:quit)<b>&lt;.sgml',
  'r\27[31m\7\194\155.sgml',
  'r\226\128\174\226\129\166.sgml',
  "r'\\ \\|.sgml",
}
local folder = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'names')
vim.fn.mkdir(folder)
vim.fn.chdir(folder)

local function write(name, text)
  vim.fn.writefile(vim.split(text, '\n', { plain = true }), vim.fs.joinpath(folder, name), 'b')
end
--- A name as TOML's basic string.
local function quoted(name)
  return '"'
    .. name:gsub('[%c"\\]', function(character)
      return ('\\u%04x'):format(character:byte())
    end)
    .. '"'
end
local function nothing_ran(where)
  t.equal({}, vim.fn.glob(vim.env.KEYTALLY_WORKSPACE .. '/**/ran', true, true), 'nothing is run by ' .. where)
end
--- Show a format in all places that take one, and hand on what the screen shows of the first.
local function shown(format)
  vim.o.columns, vim.o.laststatus, vim.o.showtabline = 200, 2, 2
  vim.o.winbar, vim.o.tabline, vim.o.statusline = format, format, format
  vim.cmd('redraw!')
  return t.screen_line(vim.o.lines - vim.o.cmdheight)
end
local FORMS = {
  "%{v:lua.require'keytally'.plain.statusline()}|%{v:lua.require'keytally'.plain.progress()}",
  "%{%v:lua.require'keytally'.statusline()%}|%{%v:lua.require'keytally'.progress()%}",
  "%!v:lua.require'keytally'.statusline()",
}
--- How a screen shows a name: Neovim itself makes characters visible that are none.
local function visible(name)
  return (vim.fn.strtrans((name:gsub('\n', '␤'))))
end

-- The document is named so, and so are the types and words that are missing.
local function hostile(name)
  local text = t.on_disk(name):gsub('260301%-0001%.', '%0%%{' .. RUN .. '}|call')
  return (text:gsub('Lyon', 'Ly%%{' .. RUN .. '}'))
end
write('key.sgml', hostile('key.sgml'))
local listed = {}
for _, name in ipairs(NAMES) do
  write(name, hostile('response.sgml'))
  table.insert(listed, quoted(name))
end
write('ne.config', t.on_disk('ne.config'))
write(
  'keytally.toml',
  ('[[pair]]\ntask = "named_entity"\nkey = "key.sgml"\nresponses = [%s]\nconfig = "ne.config"\n'):format(
    table.concat(listed, ', ')
  )
)

for _, name in ipairs(NAMES) do
  vim.cmd.edit(vim.fn.fnameescape(vim.fs.joinpath(folder, name)))
  local buffer = vim.api.nvim_get_current_buf()
  t.equal(vim.fs.joinpath(folder, name), vim.api.nvim_buf_get_name(buffer), 'the file is open')
  t.wait('the score of ' .. name, function()
    return t.score(buffer)
  end)
  t.wait('the progress', function()
    return require('keytally').progress(buffer) ~= ''
  end)
  for _, form in ipairs(FORMS) do
    local screen = shown(form)
    t.holds(screen:find(visible(name), 1, true), form .. ' shows the name: ' .. screen)
  end
  nothing_ran('a status line with ' .. name)
  vim.cmd('Keytally reports')
  t.wait('the reports', function()
    return vim.api.nvim_buf_get_name(0) == 'keytally://' .. name .. '/scores'
  end)
  shown(FORMS[1])
  nothing_ran('the reports of ' .. name)
  vim.cmd('close')
end

-- From difference to difference: messages, marks, the quickfix list.
vim.cmd.edit(vim.fn.fnameescape(vim.fs.joinpath(folder, NAMES[1])))
local response = vim.api.nvim_get_current_buf()
vim.lsp.inlay_hint.enable()
t.go('left <ENAMEX')
t.keys(']x')
t.wait_message('incorrect: ')
t.keys(']x')
t.wait_message('missing: ')
vim.cmd('Keytally errors')
t.wait('the list of errors', function()
  return vim.bo.buftype == 'quickfix'
end)
shown("%t%{exists('w:quickfix_title')? ' '.w:quickfix_title : ''}")
t.holds(t.text(0):find('Ly%{', 1, true), 'the list has the text as it is')
vim.cmd('cclose')
nothing_ran('the list of errors')

-- Lists of files and of pairs.
vim.cmd('Keytally pairs')
local pairs_text = t.wait('the list of pairs', function()
  return vim.api.nvim_buf_get_name(0) == 'keytally://pairs' and t.text(0)
end)
for _, name in ipairs(NAMES) do
  t.holds(
    pairs_text:find(name:gsub('[\n%c]', { ['\n'] = '␤', ['\27'] = '^[', ['\7'] = '^G' }), 1, true),
    name
  )
end
vim.cmd('close')
nothing_ran('the list of pairs')

-- A completed name is one argument of the same command, whatever it is made of.
vim.cmd.edit('key.sgml')
t.wait('the score of the key', function()
  return t.score(vim.api.nvim_get_current_buf())
end)
local completed = vim.fn.getcompletion('Keytally response ', 'cmdline')
local chosen
local pairs_of = require('keytally.pairs')
local choose = pairs_of.choose_response
pairs_of.choose_response = function(name)
  chosen = name
end
local found = {}
for _, word in ipairs(completed) do
  vim.cmd('Keytally response ' .. word)
  found[chosen] = true
end
pairs_of.choose_response = choose
for _, name in ipairs(NAMES) do
  t.equal(
    not name:find('%c'),
    found[name] or false,
    'what is completed and handed on of ' .. vim.inspect(name)
  )
end
vim.cmd('Keytally response ' .. vim.fn.getcompletion('Keytally response r%{%', 'cmdline')[1])
t.wait_message('the active response is ')
local told = vim.fn.execute('messages'):match('the active response is [^\n]*')
t.holds(told:find(NAMES[2], 1, true), 'the message has the name: ' .. told)
nothing_ran('completion and its command')

-- A list to choose from, and the project file that is written.
vim.fn.delete('keytally.toml')
local title
vim.ui.select = function(items, options, done)
  for _, item in ipairs(items) do
    t.holds(not options.format_item(item):find('%c'), 'a line of the list is one line')
  end
  local wanted = vim.iter(items):find(function(item)
    return vim.fs.basename(item) == NAMES[3]
  end)
  title = title or options.format_item(wanted)
  done(wanted)
end
t.keys(':Keytally pair<CR>')
t.wait('the project file', function()
  return vim.fs.basename(vim.api.nvim_buf_get_name(0)) == 'keytally.toml'
    and t.text(0):find('[[pair]]', 1, true)
end)
t.holds(title:find(NAMES[3], 1, true), 'the list has the name')
vim.cmd('edit!')
vim.cmd('checkhealth keytally')
nothing_ran('the list of files, the project file, the health report')
