-- From the last difference of a file the way leads to the next file of a pair of folders, and from there back.
local t = ...

local folder = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'cpa')
for side, clusters in pairs({ key = { 1, 1, 2, 2 }, response = { 1, 1, 2, 1 } }) do
  local lines = {}
  for number, cluster in ipairs(clusters) do
    table.insert(lines, ('%d\t%d'):format(number, cluster))
  end
  vim.fn.writefile(lines, vim.fs.joinpath(folder, side, 'drift.clust'))
end

--- The name of the file, and the line and column of the cursor.
local function place()
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  return ('%s:%d:%d'):format(vim.fs.basename(vim.api.nvim_buf_get_name(0)), line, column)
end

local function leads(keys, wanted)
  t.keys(keys)
  t.wait(keys .. ' leads to ' .. wanted, function()
    return place() == wanted
  end)
end

t.open_scored('cpa/response/allow.clust')
leads(']x', 'allow.clust:1:2')
leads(']x', 'allow.clust:2:2')
leads(']x', 'drift.clust:1:2')
leads('[x', 'allow.clust:2:2')
leads('[x', 'allow.clust:1:2')
leads('[x', 'drift.clust:4:2')
leads(']x', 'allow.clust:1:2')
