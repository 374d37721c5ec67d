-- Every Lua file of the plugin compiles, sets no global, and reads none but the language's and `vim`.
local t = ...

local bytecode = require('jit.util')

-- The operation in which a function's first instruction touches a global.
local function operation(source)
  return bit.band(bytecode.funcbc(assert(loadstring(source)), source:find('=') and 2 or 1), 0xff)
end
local READ, WRITE = operation('return x'), operation('x = 1')

local known = {}
for name in pairs(_G) do
  known[name] = true
end

-- Calls `visit(name, written)` for each global that a function or one inside it touches.
local function globals(prototype, visit)
  local place = 1
  while true do
    local instruction = bytecode.funcbc(prototype, place)
    if not instruction then
      break
    end
    local code = bit.band(instruction, 0xff)
    if code == READ or code == WRITE then
      visit(bytecode.funck(prototype, -bit.rshift(instruction, 16) - 1), code == WRITE)
    end
    place = place + 1
  end
  for constant = -1, -1000, -1 do
    local value = bytecode.funck(prototype, constant)
    if value == nil then
      break
    elseif type(value) == 'proto' then
      globals(value, visit)
    end
  end
end

local function trouble(chunk)
  local found = {}
  globals(chunk, function(name, written)
    if written or not known[name] then
      table.insert(found, name)
    end
  end)
  return found
end
t.equal(
  { 'x' },
  trouble(assert(loadstring('local function f() return function() x = 1 end end'))),
  'a set global'
)
t.equal({ 'vmi' }, trouble(assert(loadstring('vim.print(vmi.api)'))), 'a misspelt global')

local files = vim.fn.globpath(vim.env.KEYTALLY_PLUGIN, '**/*.lua', false, true)
t.holds(#files > 15, 'the files of the plugin are found')
for _, path in ipairs(files) do
  local chunk, problem = loadfile(path)
  t.holds(chunk, problem or '')
  t.equal({}, trouble(chunk), 'strange globals in ' .. path)
end
