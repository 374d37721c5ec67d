-- Typing in the response and in the key, and a change of the key on disk, move score and marks.
local t = ...

local response = t.open_scored('response.sgml')
t.wait_mark(response, 'Detail|LOCATION')
local first = t.score(response)

-- Typed letter by letter; the mark is drawn after the score of the same text.
t.go('LOCATION">Café')
t.keys('ceORGANIZATION<Esc>')
t.wait_mark(response, 'Correct|ORGANIZATION')
local second = t.score(response)
t.holds(second > first, 'the right type scores more')

-- Changed at one stroke: the change of the score is that of this edit.
local function replace(old, new)
  local row, column = t.find(response, old)
  vim.api.nvim_buf_set_text(response, row, column, row, column + #old, { new })
end
replace('PERSON">Zoë', 'LOCATION">Zoë')
local third = t.wait_score(response, second)
local change = tonumber(require('keytally').statusline(response):match('%(([-+][%d.]+)%)'))
t.holds(math.abs(change - (third - second)) < 0.02, 'the last change is shown')
replace('LOCATION">Zoë', 'PERSON">Zoë')
t.wait('the score of before', function()
  return t.score(response) == second
end)

-- In the key, beside the response.
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
t.wait_mark(key, 'Detail|LOCATION')
t.wait_mark(response, 'Detail|PERSON')
t.wait('the score of the changed key on both sides', function()
  return t.score(key) == third and t.score(response) == third
end)
t.holds(fired[response] and fired[key], 'the User event came for both buffers')

t.keys('u')
t.wait('the old score after undo', function()
  return t.score(response) == second and t.score(key) == second
end)
t.wait_mark(response, 'Correct|PERSON')

-- On disk, while the key is not open.
vim.cmd('bdelete! ' .. key)
local path = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'key.sgml')
local text = table.concat(vim.fn.readfile(path, 'b'), '\n')
local changed = text:gsub('PERSON">Zoë', 'LOCATION">Zoë')
vim.fn.writefile(vim.split(changed, '\n', { plain = true }), path, 'b')
t.wait('the score of the key on disk', function()
  return t.score(response) == third
end)
t.wait_mark(response, 'Detail|PERSON')
