-- Typing in the response and in the key, and a change of the key on disk, move score and marks.
local t = ...

local response = t.open_scored('response.sgml')
t.wait_mark(response, 'Incorrect|LOCATION')
local first = t.score(response)

t.go('LOCATION">Café')
t.keys('ceORGANIZATION<Esc>')
local second = t.wait_score(response, first)
t.holds(second > first, 'the right type scores more')
t.wait_mark(response, 'Correct|ORGANIZATION')
t.wait('the last change', function()
  local change = require('keytally').statusline(response):match('%(([-+][%d.]+)%)')
  return change and math.abs(tonumber(change) - (second - first)) < 0.02
end)

local fired = {}
vim.api.nvim_create_autocmd('User', {
  pattern = 'KeytallyScored',
  callback = function(event)
    fired[event.data.buffer] = true
  end,
})
vim.cmd('vsplit')
local key = t.open_scored('key.sgml')
t.wait_mark(key, 'Correct|ORGANIZATION')
t.equal(second, t.score(key), 'one score on both sides')
t.go('PERSON">Zoë')
t.keys('ceLOCATION<Esc>')
local third = t.wait_score(key, second)
t.holds(third < second, 'a key that disagrees scores less')
t.wait_mark(response, 'Incorrect|PERSON')
t.wait_mark(key, 'Incorrect|LOCATION')
t.wait('one score on both sides', function()
  return t.score(response) == third
end)
t.holds(fired[response] and fired[key], 'the User event came for both buffers')

t.keys('u')
t.wait('the old score after undo', function()
  return t.score(response) == second and t.score(key) == second
end)
t.wait_mark(response, 'Correct|PERSON')

vim.cmd('bdelete! ' .. key)
local path = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'key.sgml')
local text = table.concat(vim.fn.readfile(path, 'b'), '\n')
local changed = text:gsub('PERSON">Zoë', 'LOCATION">Zoë')
vim.fn.writefile(vim.split(changed, '\n', { plain = true }), path, 'b')
t.wait('the score of the key on disk', function()
  return t.score(response) == third
end)
t.wait_mark(response, 'Incorrect|PERSON')
