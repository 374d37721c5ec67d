-- Records: files that only a keytally.toml names are served; marks, hover, completion, rename, outline, the
-- partner and the keys of differences.
local t = ...

local response = t.open_scored('walk/records/response.jsonl')
t.wait('the file type', function()
  return vim.bo.filetype == 'records'
end)
local before = assert(t.score(response))

-- Marks stand on leaves; the key's value follows a wrong one, and a missing one has its place.
t.wait('the mark of a wrong price', function()
  return vim.iter(t.mark_texts(response)):any(function(mark)
    return mark:find('Incorrect', 1, true) and mark:find('7.00', 1, true)
  end)
end)

-- The hover has the comparator, both values, the partner of the item and the next best one.
t.go('7.00')
local said = t.hover(response)
for _, part in ipairs({ 'items[].price', 'number', 'The price of one piece', '3.5', 'aligned with item 1' }) do
  t.holds(said:find(part, 1, true), 'the hover has ' .. part .. ': ' .. said)
end

-- Fields and listed values of the schema are completed, with descriptions.
t.go('"sale"')
t.holds(vim.tbl_contains(t.completions(response), '"food"'), 'a value of the schema')

-- The outline lists documents with their lists and items.
local outline = vim.inspect(t.ask(response, 'textDocument/documentSymbol'))
for _, part in ipairs({ 'r-101', 'items', 'Scone' }) do
  t.holds(outline:find(part, 1, true), 'the outline has ' .. part)
end

-- One key accepts the key's value, one drops a spurious item.
t.keys('gg0]x')
t.wait_message('incorrect')
t.keys('<Tab>')
t.wait('the key’s price', function()
  return vim.api.nvim_buf_get_lines(response, 0, 1, true)[1]:find('"price": 3.50', 1, true) ~= nil
end)
t.wait('a better score', function()
  return t.score(response) > before
end)
