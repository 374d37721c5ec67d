--- The legend of the marks.

local status_of = require('keytally.status')

local M = {}

local NAMESPACE = vim.api.nvim_create_namespace('keytally.legend')
local SAMPLE = 'an answer'
local ABOUT = {
  ' on tags, fills, mentions, links, items and edits;',
  ' a tag has the verdict of its worst part (bold),',
  ' a mention the verdict of its link',
}

---@return string[]
local function lines()
  local text = {}
  for _, code in ipairs(status_of.order) do
    local status = assert(status_of.of(code))
    table.insert(text, (' %s  [%s]  %s%s '):format(SAMPLE, code, status.name, status.about or ''))
  end
  vim.list_extend(text, ABOUT)
  return text
end

---@param buffer integer
local function highlight(buffer)
  for row, code in ipairs(status_of.order) do
    local group = assert(status_of.of(code)).group
    local label = 1 + #SAMPLE + 2
    vim.hl.range(buffer, NAMESPACE, group, { row - 1, 1 }, { row - 1, 1 + #SAMPLE })
    vim.hl.range(buffer, NAMESPACE, group .. 'Label', { row - 1, label }, { row - 1, label + 5 })
  end
end

--- Show the legend in a floating window that `q` or leaving it closes.
---@return integer window
function M.show()
  status_of.define_highlights()
  local text = lines()
  local width = math.max(unpack(vim.tbl_map(vim.fn.strdisplaywidth, text)))
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, text)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].bufhidden = 'wipe'
  highlight(buffer)
  local window = vim.api.nvim_open_win(buffer, true, {
    relative = 'editor',
    row = 2,
    col = math.max(0, vim.o.columns - width - 4),
    width = width,
    height = #text,
    style = 'minimal',
    border = 'rounded',
    title = ' keytally: marks ',
  })
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Close' })
  vim.keymap.set('n', '<Esc>', '<Cmd>close<CR>', { buffer = buffer, desc = 'Close' })
  vim.api.nvim_create_autocmd('WinLeave', {
    buffer = buffer,
    once = true,
    callback = function()
      pcall(vim.api.nvim_win_close, window, true)
    end,
  })
  return window
end

return M
