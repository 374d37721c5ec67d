--- The reading view: the markup around what is marked is concealed; colours and labels stay.

local position = require('keytally.position')

local M = {}

local NAMESPACE = vim.api.nvim_create_namespace('keytally.reading')
local GROUP = vim.api.nvim_create_augroup('keytally.reading', {})
local OPTIONS = { conceallevel = 3, concealcursor = 'nc' }

local reading = false

---@type table<integer, { marks: keytally.Mark[], encoding: string }>
local painted = {}

---@type table<integer, table<string, any>> the options of each window from before
local before = {}

--- The concealed ranges of each buffer, by extmark id.
---@type table<integer, table<integer, { text: string, partner?: integer }>>
local concealed = {}

---@param buffer integer
---@param mark vim.api.keyset.get_extmark_item
---@return string
local function text_of(buffer, mark)
  local row, column, details = mark[2], mark[3], mark[4]
  local lines = vim.api.nvim_buf_get_text(buffer, row, column, details.end_row, details.end_col, {})
  return table.concat(lines, '\n')
end

---@param buffer integer
---@param first lsp.Position
---@param final lsp.Position
---@param encoding string
---@return integer number of the extmark
local function conceal(buffer, first, final, encoding)
  local row, column = position.to_buffer(buffer, first, encoding)
  local end_row, end_column = position.to_buffer(buffer, final, encoding)
  local number = vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, row, column, {
    end_row = end_row,
    end_col = end_column,
    conceal = '',
    invalidate = true,
    undo_restore = false,
  })
  local mark = { number, row, column, { end_row = end_row, end_col = end_column } }
  concealed[buffer][number] = { text = text_of(buffer, mark) }
  return number
end

---@param buffer integer
local function draw(buffer)
  vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
  concealed[buffer] = {}
  for _, mark in ipairs(reading and painted[buffer].marks or {}) do
    if mark.text then
      local opening = conceal(buffer, mark.range.start, mark.text.start, painted[buffer].encoding)
      local closing = conceal(buffer, mark.text['end'], mark.range['end'], painted[buffer].encoding)
      concealed[buffer][opening].partner, concealed[buffer][closing].partner = closing, opening
    end
  end
end

--- Reveal partly edited markup, and its other half.
---@param buffer integer
local function reveal_changed(buffer)
  local known = concealed[buffer] or {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, NAMESPACE, 0, -1, { details = true })) do
    local hidden = known[mark[1]]
    if hidden and (mark[4].invalid or text_of(buffer, mark) ~= hidden.text) then
      vim.api.nvim_buf_del_extmark(buffer, NAMESPACE, mark[1])
      if hidden.partner then
        vim.api.nvim_buf_del_extmark(buffer, NAMESPACE, hidden.partner)
      end
    end
  end
end

--- Let a window conceal, or give it its own options again.
---@param window integer
local function set_options(window)
  if reading and not before[window] then
    before[window] = {}
    for name, value in pairs(OPTIONS) do
      before[window][name] = vim.wo[window][name]
      vim.wo[window][name] = value
    end
  elseif not reading and before[window] then
    for name, value in pairs(before[window]) do
      vim.wo[window][name] = value
    end
    before[window] = nil
  end
end

local function set_all_options()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if painted[vim.api.nvim_win_get_buf(window)] then
      set_options(window)
    end
  end
end

--- Take in what was drawn in a buffer.
---@param buffer integer
---@param marks keytally.Mark[]
---@param encoding string
function M.painted(buffer, marks, encoding)
  painted[buffer] = { marks = marks, encoding = encoding }
  draw(buffer)
  set_all_options()
end

--- Switch the view of all buffers.
---@param on? boolean the opposite of now by default
function M.toggle(on)
  if on == nil then
    on = not reading
  end
  reading = on
  for buffer in pairs(painted) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      draw(buffer)
    end
  end
  set_all_options()
end

vim.api.nvim_create_autocmd('BufUnload', {
  group = GROUP,
  callback = function(event)
    painted[event.buf], concealed[event.buf] = nil, nil
  end,
})

vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'TextChangedP' }, {
  group = GROUP,
  callback = function(event)
    if reading and painted[event.buf] then
      reveal_changed(event.buf)
    end
  end,
})

vim.api.nvim_create_autocmd('WinClosed', {
  group = GROUP,
  callback = function(event)
    before[tonumber(event.match)] = nil
  end,
})

return M
