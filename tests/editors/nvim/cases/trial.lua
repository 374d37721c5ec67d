-- A text of 300 words with 25 entities and one with 8 chains are annotated by the default keys; those besides moving and
-- selecting are counted, and the seconds are told.
local t = ...

local counted
--- Press keys that count, and wait until the text has become longer by a tag.
local function press(response, ...)
  local before = #t.text(response)
  counted = counted + select('#', ...)
  t.keys(table.concat({ ... }))
  t.wait('a tag by ' .. table.concat({ ... }), function()
    return #t.text(response) > before
  end)
end

--- Move to the next occurrence of a text and select it.
local function select_next(text)
  local pattern = [[\C\V]] .. (text:find('^%w') and [[\<]] or '') .. text:gsub(' ', [[\_s\+]]) .. [[\>]]
  t.keys('<Esc>')
  t.wait('normal mode', function()
    return vim.fn.mode() == 'n'
  end)
  assert(vim.fn.search(pattern, 'cW') > 0, text)
  local row, column = unpack(vim.fn.searchpos(pattern, 'cneW'))
  t.keys('v')
  t.wait('the selection of ' .. text, function()
    return vim.fn.mode() == 'v'
  end)
  vim.api.nvim_win_set_cursor(0, { row, column - 1 })
end

local function start(folder)
  counted = 0
  local response = t.open_scored(folder .. '/response.sgml')
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  return response, t.on_disk(folder .. '/key.sgml'), vim.uv.hrtime()
end

local function finish(response, what, since)
  t.wait('the full score of ' .. what, function()
    return t.score(response) == 100
  end)
  local seconds = (vim.uv.hrtime() - since) / 1e9
  io.stdout:write(('# Neovim, %s: %d keys, %.1f s\n'):format(what, counted, seconds))
end

-- Entities: the first of each name by its type, or as the last one; what reads the same by going to it.
local DIGITS = { PERSON = 1, ORGANIZATION = 2, LOCATION = 3, DATE = 4, TIME = 5, MONEY = 6, PERCENT = 7 }
local response, key, since = start('trial_entities')
local seen, last, again = {}, nil, 0
for kind, name in key:gmatch('<%u+ TYPE="(%u+)">([^<]+)<') do
  if seen[name] then
    again = again + 1
  else
    seen[name] = true
    select_next(name)
    press(response, [[\]], kind == last and '.' or tostring(DIGITS[kind]))
    last = kind
  end
end
vim.api.nvim_win_set_cursor(0, { 1, 0 })
t.keys(']u')
t.wait('the first candidate', function()
  return require('keytally.differences').is_there()
end)
for _ = 1, again do
  press(response, '<Tab>')
end
t.wait_message('no candidates left')
finish(response, '25 entities', since)
t.equal(key, t.text(response) .. '\n', 'the text as it is to be annotated')
t.holds(counted <= 2 * 25, 'at most two keys an entity: ' .. counted)
t.equal(2 * 25 - again, counted, 'what reads the same costs one')

-- Chains: the first mention of each by a key of its own, further ones as the last one.
response, key, since = start('trial_chains')
local chains, chain_of = {}, {}
for attributes, name in key:gmatch('<COREF ([^>]*)>([^<]+)<') do
  local id, ref = attributes:match('ID="(%d+)"'), attributes:match('REF="(%d+)"')
  local chain = ref and chain_of[ref] or {}
  chain_of[id] = chain
  table.insert(chain, name)
  if not ref then
    table.insert(chains, chain)
  end
end
t.equal(8, #chains, 'the chains')
for _, chain in ipairs(chains) do
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  for number, name in ipairs(chain) do
    select_next(name)
    press(response, [[\]], number == 1 and 'm' or '.')
  end
end
finish(response, '21 mentions of 8 chains', since)
t.equal(2 * 21, counted, 'two keys a mention')
