-- Coreference chains are seen whole, cut, joined and extended, and the score follows each change.
local t = ...

local response = t.open_scored('chains/response.sgml')
local function wait_text(text)
  t.wait('the text ' .. text, function()
    return t.text(response):find(text, 1, true)
  end)
end
local function score()
  return assert(t.score(response))
end
local function wait_score(expected)
  t.wait('the score ' .. expected, function()
    return math.abs(score() - expected) < 0.01
  end)
end
wait_score(40)

-- Mentions have the colours of their chains.
local function colour_at(text)
  t.go(text)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  for _, token in ipairs(vim.lsp.semantic_tokens.get_at_pos(response, row - 1, column) or {}) do
    for modifier in pairs(token.modifiers) do
      local colour = vim.api.nvim_get_hl(0, { name = '@lsp.typemod.mention.' .. modifier }).fg
      if colour then
        return colour
      end
    end
  end
end
t.wait('the colour of a chain', function()
  return colour_at('She<')
end)
t.equal(colour_at('the harbour office'), colour_at('She<'), 'mentions of one chain look the same')

-- The whole chain of the mention under the cursor is highlighted.
local function highlighted()
  local namespace = vim.api.nvim_get_namespaces()['nvim.lsp.references']
  local count = 0
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(response, namespace or -1, 0, -1, {})) do
    count = count + (mark and 1 or 0)
  end
  return count
end
t.go('She<')
vim.lsp.buf.document_highlight()
t.wait('the chain', function()
  return highlighted() == 3
end)
vim.lsp.buf.clear_references()

-- Move a mention to the chain that the key has it in: it comes first in the list.
local asked
vim.ui.select = function(items, options, choose)
  asked = vim.tbl_map(options.format_item, items)
  choose(items[1])
end
t.go('She<')
t.keys(':Keytally move<CR>')
wait_text('<COREF ID="3" TYPE="IDENT" REF="1">She</COREF>')
t.equal('Move "She" to the chain of "Mara Quill" (ID 1, 1 mention)', asked[1], 'the first of the list')
wait_score(80)

-- Accept what the key has besides.
t.go('Quill closed')
t.keys(':Keytally accept<CR>')
wait_text('<COREF ID="5" TYPE="IDENT" REF="3">Quill</COREF> closed')
wait_score(100)

local accepted = t.text(response)
local function undo()
  t.keys('u')
  t.wait('the text before', function()
    return t.text(response) == accepted
  end)
  wait_score(100)
end

-- Split, and take it back with one undo.
t.go('She<')
t.keys(':Keytally split<CR>')
wait_text('<COREF ID="3">She</COREF>')
wait_score(80)
undo()

-- Merge.
t.go('She<')
t.keys(':Keytally merge<CR>')
wait_text('<COREF ID="2" TYPE="IDENT" REF="1">the harbour office')
undo()

-- A word becomes a mention of a chain; all that reads the same is confirmed one by one.
t.go('it in June')
t.keys(':Keytally mention new<CR>')
wait_text('<COREF ID="6">it</COREF> in June')
undo()
local confirmed
vim.fn.confirm = function(question)
  confirmed = question
  return 2
end
t.go('it</COREF> in May')
t.keys(':Keytally identical<CR>')
t.wait('the question', function()
  return confirmed
end)
t.holds(confirmed:find('«it» in June', 1, true), 'the question shows the place: ' .. confirmed)
t.equal(100, score(), 'nothing is tagged that is not confirmed')

-- A REF is completed with the text of a mention.
t.go('REF="3">Quill')
t.keys('f"ci"')
t.wait('insert mode', function()
  return vim.api.nvim_get_mode().mode == 'i'
end)
local labels = t.completions(response)
t.holds(vim.list_contains(labels, '1 "Mara Quill"'), 'a mention: ' .. vim.inspect(labels))
t.keys('1<Esc>')
wait_text('REF="1">Quill')
wait_score(100)

-- An ID is renamed everywhere.
t.go('ID="1"')
vim.lsp.buf.rename('9')
wait_text('REF="9">Quill')
wait_text('<COREF ID="9">Mara Quill')
wait_score(100)

-- Two keys tag a word as a mention of the chain that reads the same.
t.go('it in June')
t.keys([[\m]])
t.wait('the new mention', function()
  return t.text(response):find('closed <COREF ID="%d+" TYPE="IDENT" REF="4">it</COREF> in June')
end)
t.wait_message('Tag as a mention of the chain of "the harbour office"')
