-- Errors by gain: the quickfix list, the way through it by one key, repairs, and the page of the pair.
local t = ...

local response = t.open_scored('response.sgml')
local function items()
  return vim.fn.getqflist({ items = 1 }).items
end
local function titled()
  return vim.fn.getqflist({ title = 1 }).title
end
local function gain(text)
  return tonumber(text:match('%(([+-][%d.]+)%)$'))
end
local function lands_on(item)
  t.wait('the cursor on ' .. item.text, function()
    local row, column = unpack(vim.api.nvim_win_get_cursor(0))
    return vim.api.nvim_get_current_buf() == item.bufnr and row == item.lnum and column + 1 == item.col
  end)
end

-- The list, what gains most first.
t.keys(':Keytally errors<CR>')
t.wait('the list', function()
  return vim.bo.buftype == 'quickfix' and #items() > 0
end)
local found = items()
t.holds(vim.startswith(titled(), 'keytally errors by gain: P&R '), titled())
t.holds(#found >= 4, 'several errors are listed')
for number = 2, #found do
  t.holds(gain(found[number - 1].text) >= gain(found[number].text), 'they stand by gain')
end
t.holds(
  vim.iter(found):any(function(item)
    return vim.startswith(item.text, 'spurious: PERSON "Nobody"')
  end),
  'class and text are told'
)
t.keys(':cclose<CR>')
t.wait('the response again', function()
  return vim.api.nvim_get_current_buf() == response
end)

-- By one key from one to the next, and back.
t.keys(']g')
lands_on(found[1])
t.wait_message(vim.pesc(found[1].text:sub(1, 20)))
t.keys(']g')
lands_on(found[2])
t.equal(2, vim.fn.getqflist({ idx = 0 }).idx, 'the quickfix list follows')
t.keys('[g')
lands_on(found[1])

-- A repair gains what was said, and leads on; the last one leaves nothing.
local before = t.score(response)
t.keys([[\g]])
local after = t.wait_score(response, before)
local repaired = after - before - gain(found[1].text)
t.holds(math.abs(repaired) < 0.011, ('the gain is what was told, but for %f'):format(repaired))
t.wait('a shorter list', function()
  return #items() == #found - 1
end)
for _ = 2, #found do
  local left = #items()
  t.keys([[\g]])
  t.wait('a shorter list', function()
    return #items() == left - 1
  end)
end
t.wait_message('no errors')
t.equal(100, t.score(response), 'all is repaired')
t.keys([[\g]])
t.wait_message('nothing to fix here')
t.keys('u')
t.wait('one undo for one repair', function()
  return t.score(response) < 100
end)

-- The page: made beside the editor, of what is on disk, and opened.
local opened
vim.ui.open = function(file)
  opened = file
  return {}, nil
end
local page = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'page.html')
t.keys(':Keytally report ' .. vim.fn.fnameescape(page) .. '<CR>')
t.wait_message('excludes unsaved changes to response.sgml')
t.equal(page, opened, 'the page is opened')
t.holds(table.concat(vim.fn.readfile(page), '\n'):find('response.sgml', 1, true), 'the page is of the pair')
opened = nil
t.keys(':Keytally report<CR>')
t.wait('a page in the cache', function()
  return opened
end)
t.holds(vim.startswith(opened, vim.fn.stdpath('cache') --[[@as string]]), opened)
t.keys(':Keytally report key.sgml<CR>')
t.wait_message('key%.sgml')
