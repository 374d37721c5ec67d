-- Walks from difference to difference: accepting or dropping at each ends at 100 in no more steps than there were
-- differences; between steps the buffer is left and entered again, a step is undone and redone, and keys are pressed
-- ahead of the answer.
local t = ...

local TOP = 'gg0'

local client_of, going = require('keytally.client'), require('keytally.going')
vim.o.hidden = true
vim.o.shortmess = vim.o.shortmess .. 'W'

--- What was said instead of going to a place.
local said
local ends = 0
local to, say = going.to, client_of.say
going.to = function(client, found)
  ends, said = ends + 1, nil
  return to(client, found)
end
client_of.say = function(text, level)
  ends, said = ends + 1, text
  return say(text, level)
end

--- Press keys, and wait until that many of them have led to a place or to a message.
local function press(keys, count)
  ends = 0
  vim.cmd('messages clear')
  t.keys(keys)
  t.wait('what ' .. keys .. ' leads to', function()
    return ends >= (count or 1)
  end)
end
local function is_over()
  return said == 'no differences left'
end

--- What may happen between two steps; each leaves the text and the way as they were.
local BETWEEN = {
  function()
    vim.cmd('enew')
  end,
  function(buffer)
    local text = t.text(buffer)
    t.keys('u')
    t.wait('the text before the step', function()
      return t.text(buffer) ~= text
    end)
    t.keys('<C-r>')
    t.wait('the step again', function()
      return t.text(buffer) == text
    end)
  end,
  function()
    press(TOP .. ']x]x[x', 3)
  end,
}

--- The number of differences in a file, over its documents.
local function differences_in(buffer)
  local client = assert(vim.lsp.get_clients({ name = 'keytally', bufnr = buffer })[1])
  local counts = {}
  for line = 0, vim.api.nvim_buf_line_count(buffer) - 1 do
    local params = {
      textDocument = vim.lsp.util.make_text_document_params(buffer),
      position = { line = line, character = 0 },
    }
    local answer = assert(client:request_sync('keytally/progress', params, 10000, buffer))
    if type(answer.result) == 'table' then
      counts[answer.result.document] = answer.result.differences
    end
  end
  return vim.iter(pairs(counts)):fold(0, function(sum, _, count)
    return sum + count
  end)
end

--- Walk through the response of an example.
return function(name)
  local response = t.open_scored('walk/' .. name)
  t.wait('the keys', function()
    return vim.fn.maparg(']x', 'n') ~= ''
  end)
  local start = require('keytally.score').of(response).headline.value
  t.holds(start < 100, name .. ' has differences')
  press(TOP .. ']x')
  local steps, passed, most, counted = 0, 0, 0, {}
  while not is_over() and passed < 5 do
    local buffer, text = vim.api.nvim_get_current_buf(), t.text(0)
    if not counted[buffer] then
      counted[buffer], most = true, most + differences_in(buffer)
    end
    press('<Tab>')
    if said and said:find('nothing to accept', 1, true) then
      press('<Del>')
    end
    local changed = t.text(buffer) ~= text
    steps, passed = steps + (changed and 1 or 0), changed and 0 or passed + 1
    if not changed and not is_over() then
      press(']x')
    elseif not is_over() then
      vim.cmd.buffer(buffer)
      BETWEEN[steps % #BETWEEN + 1](buffer)
      vim.cmd.buffer(response)
      press(TOP .. ']x')
    end
    t.holds(steps <= most, ('%s: step %d of %d'):format(name, steps, most))
  end
  t.wait('100 for ' .. name, function()
    return require('keytally.score').of(response).headline.value > 99.999
  end)
  t.equal(true, steps > 0 and is_over(), name .. ' is walked to its end')
  vim.cmd('silent! %bwipeout!')
end
