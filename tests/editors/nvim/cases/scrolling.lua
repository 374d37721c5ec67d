-- Of a long file the marks of the visible lines are drawn, and those that scrolling shows.
local t = ...

for _, name in ipairs({ 'key.sgml', 'response.sgml' }) do
  local path = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, name)
  local document = vim.list_slice(vim.fn.readfile(path), 1, 8)
  local lines = {}
  for number = 1, 200 do
    for _, line in ipairs(document) do
      table.insert(lines, (line:gsub('260301%-0001', ('260301-%04d'):format(number))))
    end
  end
  vim.fn.writefile(lines, path)
end

local function drawn_rows(buffer)
  local rows = vim.tbl_map(function(mark)
    return mark.row
  end, t.marks(buffer))
  table.sort(rows)
  return rows
end

local response = t.open_scored('response.sgml')
t.wait_mark(response, 'Detail|LOCATION')
local rows = drawn_rows(response)
t.holds(rows[#rows] < 150, 'nothing is drawn far below the screen')

t.keys('G')
t.wait('marks at the end', function()
  rows = drawn_rows(response)
  return #rows > 0 and rows[#rows] > 1590 and rows[1] > 1400
end)
t.keys('gg')
t.wait('marks at the start', function()
  rows = drawn_rows(response)
  return #rows > 0 and rows[1] < 10 and rows[#rows] < 150
end)
vim.cmd('split')
t.keys('G')
t.wait('marks at both ends, in two windows', function()
  rows = drawn_rows(response)
  return #rows > 0 and rows[1] < 10 and rows[#rows] > 1590
end)
