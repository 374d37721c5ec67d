-- A short text is annotated with the keyboard alone, and nothing but tags changes.
local t = ...

local response = t.open_scored('response.sgml')
local function bare()
  return (t.text(response):gsub('</?[A-Z]*X[^>]*>', ''))
end
local before = bare()
local function wait_text(text)
  t.wait('the text ' .. text, function()
    return t.text(response):find(text, 1, true)
  end)
end

-- The word under the cursor, the type chosen by name.
t.go('Lyon')
t.keys(':Keytally tag LOCATION<CR>')
wait_text('in <ENAMEX TYPE="LOCATION">Lyon</ENAMEX> on')

-- The selection, the type chosen from a list.
local asked
vim.ui.select = function(items, options, choose)
  asked = vim.tbl_map(options.format_item, items)
  for _, item in ipairs(items) do
    if options.format_item(item):find('ORGANIZATION') then
      return choose(item)
    end
  end
end
t.go('the café')
t.keys('wve:Keytally tag<CR>')
wait_text('the <ENAMEX TYPE="ORGANIZATION">café</ENAMEX> was')
t.holds(vim.list_contains(asked, 'Tag as ENAMEX PERSON'), 'the list names tags: ' .. vim.inspect(asked))
t.holds(#asked >= 7, 'every type is offered')

-- Change the type, drop, untag.
t.go('café</ENAMEX>')
t.keys(':Keytally retype PERSON<CR>')
wait_text('<ENAMEX TYPE="PERSON">café</ENAMEX>')
t.go('café</ENAMEX>')
t.keys(':Keytally untag<CR>')
wait_text('at the café was')
t.go('Nobody')
t.keys(':Keytally drop<CR>')
wait_text('\nNobody at')
t.wait_message('incorrect: ') -- it goes on to the next difference

-- Extend and shrink by a word.
t.go('Théo')
t.keys(':Keytally shrink right<CR>')
wait_text('>Théo</ENAMEX> Marchand')
t.go('Théo')
t.keys(':Keytally extend right<CR>')
wait_text('>Théo Marchand</ENAMEX>')

-- Insert what the key has.
t.go('Lyon')
t.keys(':Keytally untag<CR>')
wait_text('in Lyon on')
t.wait('a missing mark', function()
  return vim.iter(t.marks(response)):any(function(mark)
    return mark.group == 'KeytallyMissingLabel'
  end)
end)
t.go('Lyon')
t.keys(':Keytally insert<CR>')
wait_text('in <ENAMEX TYPE="LOCATION">Lyon</ENAMEX> on')
t.equal(before, bare(), 'the text outside the tags')

-- Of several on a line it is the one under the cursor, and one message tells how many are left.
for _, name in ipairs({ 'Lyon', 'Monday' }) do
  t.go(name)
  t.keys(':Keytally untag<CR>')
  wait_text(' ' .. name)
  t.wait('the missing mark of ' .. name, function()
    local row, column = t.find(response, name)
    return vim.iter(t.marks(response)):any(function(mark)
      return mark.group == 'KeytallyMissingLabel' and mark.row == row and mark.column == column
    end)
  end)
end
t.go('Lyon')
t.keys(':Keytally insert<CR>')
wait_text('in <ENAMEX TYPE="LOCATION">Lyon</ENAMEX> on Monday')
t.wait_message('Insert the missing ENAMEX LOCATION "Lyon"; 1 more here')
t.go('Monday')
t.keys(':Keytally insert<CR>')
wait_text('on <TIMEX TYPE="DATE">Monday</TIMEX>')
local _, told = vim.fn.execute('messages'):gsub('more here', '')
t.equal(1, told, 'nothing is left, and nothing says so')
t.equal(before, bare(), 'the text outside the tags, again')

-- The quick fix of a rule, the likely one of several.
vim.ui.select = function(items, options, choose)
  choose(vim.iter(items):find(function(item)
    return options.format_item(item):find('MONEY')
  end))
end
t.go('MONY')
vim.lsp.buf.code_action({ context = { only = { 'quickfix' }, diagnostics = {} }, apply = true })
wait_text('TYPE="MONEY"')
t.wait('no findings', function()
  return #vim.diagnostic.get(response) == 0
end)

-- One undo takes one action back.
local text = t.text(response)
t.go('Nobody')
t.keys(':Keytally tag PERSON<CR>')
wait_text('<ENAMEX TYPE="PERSON">Nobody</ENAMEX>')
t.keys('u')
t.wait('the text before the tag', function()
  return t.text(response) == text
end)

t.go('<DOCNO>')
t.keys(':Keytally untag<CR>')
t.wait_message('no tag to remove here')

t.go('Nobody')
t.keys(':Keytally tag lo<C-L><Tab><CR>')
wait_text('<ENAMEX TYPE="LOCATION">Nobody</ENAMEX>')

-- Text without spaces between words is tagged where it is selected only.
t.go('at the')
t.keys('cw北京大学<Esc>')
wait_text('北京大学 the')
for _, command in ipairs({ 'tag PERSON', 'mention' }) do
  t.keys((':Keytally %s<CR>'):format(command))
  t.wait_message('select the characters to tag')
end
require('keytally.tagging').as('PERSON', false)
t.wait_message('select the characters to tag')
t.holds(t.text(response):find('北京大学 the', 1, true), 'nothing is tagged')
t.keys('v:Keytally tag PERSON<CR>')
wait_text('北京大<ENAMEX TYPE="PERSON">学</ENAMEX> the')

-- A list of choices never has more lines than the screen; its last line leads to the rest.
local actions = {}
for number = 1, vim.o.lines * 2 do
  table.insert(actions, { title = 'chain ' .. number })
end
local longest, chosen, last = 0, nil, nil
vim.ui.select = function(items, options, choose)
  longest = math.max(longest, #items)
  last = options.format_item(items[#items])
  choose(items[#items], #items)
end
require('keytally.tagging').select(actions, 'keytally: merge', function(action)
  chosen = action.title
end)
t.holds(longest < vim.o.lines, 'a list of ' .. longest .. ' lines fits the screen')
t.equal(actions[#actions].title, chosen, 'the last of all can be chosen')
t.equal(chosen, last, 'the last list has no further one')
