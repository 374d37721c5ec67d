-- Each tag and each fill has one label; what is missing as a whole is told beside a missing part.
local t = ...
local looks = require('keytally.looks')

local function mark(status, level, start, stop, more)
  local range = { start = { line = 0, character = start }, ['end'] = { line = 0, character = stop } }
  local told = { range = range, status = status, level = level, label = status .. level }
  return vim.tbl_extend('force', told, more or {})
end

--- `inc mention labelled`, `spu link detail` of each mark that is drawn.
local function drawn(...)
  return vim
    .iter(looks.of({ ... }))
    :map(function(look)
      local said = look.labelled and ' labelled' or ''
      return look.status .. ' ' .. look.mark.level .. said .. (look.detail and ' detail' or '')
    end)
    :totable()
end

t.equal(
  { 'inc mention labelled', 'spu link detail' },
  drawn(mark('inc', 'mention', 0, 40), mark('spu', 'link', 8, 16), mark('mis', 'link', 16, 16)),
  'a wrong mention has one label, and its wrong link stands out in it'
)
t.equal(
  { 'inc object labelled', 'inc fill detail' },
  drawn(
    mark('cor', 'object', 0, 40, { verdict = 'inc' }),
    mark('inc', 'slot', 8, 16),
    mark('inc', 'fill', 8, 16)
  ),
  'a tag with a wrong part has one label'
)
t.equal(
  { 'spu object labelled', 'spu fill' },
  drawn(mark('spu', 'object', 0, 40), mark('spu', 'slot', 8, 16), mark('spu', 'fill', 8, 16)),
  'a spurious object has one label'
)
t.equal(
  { 'par slot', 'cor fill labelled', 'inc fill labelled' },
  drawn(mark('par', 'slot', 10, 30), mark('cor', 'fill', 10, 18), mark('inc', 'fill', 22, 30)),
  'a slot and its last fill have one label where both end'
)
t.equal(
  { 'inc slot labelled', 'par fill' },
  drawn(mark('inc', 'slot', 10, 30), mark('par', 'fill', 22, 30)),
  'the label is that of the worse'
)
t.equal(
  { 'par slot labelled', 'inc fill labelled' },
  drawn(mark('par', 'slot', 10, 30), mark('inc', 'fill', 10, 18)),
  'two places have two labels'
)
t.equal(
  { 'mis object labelled', 'mis fill labelled' },
  drawn(mark('mis', 'slot', 30, 30), mark('mis', 'fill', 30, 30), mark('mis', 'object', 30, 30)),
  'a missing object is told beside a missing slot of another one'
)
