--- The verdicts of the visible lines, as extmarks that the server's `keytally/marks` describes.

local client_of = require('keytally.client')
local escape = require('keytally.escape')
local looks = require('keytally.looks')
local position = require('keytally.position')
local status_of = require('keytally.status')

local M = {}

local NAMESPACE = vim.api.nvim_create_namespace('keytally.marks')
local GROUP = vim.api.nvim_create_augroup('keytally.marks', {})
local MARGIN = 30
local LONGEST_LABEL = 40
local RETRIES = 5

local shown = true

---@class keytally.MarksState
---@field round integer
---@field scheduled boolean
---@field retries integer
---@field drawn? { marks: keytally.Mark[], encoding: string, version: integer }

---@type table<integer, keytally.MarksState>
local states = {}

--- The first and last lines, from 0 and both inclusive, that windows show of a buffer, with a
--- margin; overlapping stretches are one.
---@param buffer integer
---@return integer[][]
local function visible_stretches(buffer)
  local last = vim.api.nvim_buf_line_count(buffer) - 1
  local stretches = {}
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local first, final = vim.fn.line('w0', window) - 1, vim.fn.line('w$', window) - 1
    table.insert(stretches, { math.max(0, first - MARGIN), math.min(last, final + MARGIN) })
  end
  table.sort(stretches, function(a, b)
    return a[1] < b[1]
  end)
  local merged = {}
  for _, stretch in ipairs(stretches) do
    local before = merged[#merged]
    if before and stretch[1] <= before[2] + 1 then
      before[2] = math.max(before[2], stretch[2])
    else
      table.insert(merged, stretch)
    end
  end
  return merged
end

---@param buffer integer
---@param row integer
---@param column integer
---@param text string
---@param groups string|string[] the highlight groups, each over the one before
local function draw_label(buffer, row, column, text, groups)
  vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, row, column, {
    virt_text = { { text, groups } },
    virt_text_pos = 'inline',
    right_gravity = false,
    undo_restore = false,
  })
end

--- Whether an inlay hint in the line of a row names the missing item there.
---@param buffer integer
---@param row integer
---@return boolean
local function has_hint(buffer, row)
  local line = { start = { line = row, character = 0 }, ['end'] = { line = row, character = math.huge } }
  return vim.lsp.inlay_hint.is_enabled({ bufnr = buffer })
    and vim.iter(vim.lsp.inlay_hint.get({ bufnr = buffer, range = line })):any(function(hint)
      local client = vim.lsp.get_client_by_id(hint.client_id)
      return client ~= nil and client.name == 'keytally'
    end)
end

--- `[mis PERSON]`, with the text that is missing where the buffer lacks it too, cut where it grows
--- long; `[mis]` where an inlay hint names it.
---@param buffer integer
---@param row integer
---@param mark keytally.Mark
---@return string
local function absent_label(buffer, row, mark)
  local detail = not has_hint(buffer, row) and status_of.detail(mark) or ''
  if mark.extent then
    detail = detail:match('^[^"]*')
  end
  local text = vim.trim(mark.status .. ' ' .. detail):gsub('%s+', ' ')
  if vim.fn.strchars(text) > LONGEST_LABEL then
    text = vim.fn.strcharpart(text, 0, LONGEST_LABEL - 1) .. '…'
  end
  return '[' .. text .. ']'
end

--- Highlight a range; one of several lines without what the lines are indented by.
---@param buffer integer
---@param range lsp.Range
---@param encoding string
---@param group string
---@return integer row, integer column of the end
local function draw_span(buffer, range, encoding, group)
  local first, start = position.to_buffer(buffer, range.start, encoding)
  local last, stop = position.to_buffer(buffer, range['end'], encoding)
  for offset, line in ipairs(vim.api.nvim_buf_get_lines(buffer, first, last + 1, false)) do
    local row = first + offset - 1
    local indent = first < last and #line:match('^%s*') or 0
    local from = math.max(indent, row == first and start or 0)
    local to = row == last and stop or #line
    if from < to then
      vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, row, from, {
        end_row = row,
        end_col = to,
        hl_group = group,
        hl_mode = 'combine',
        invalidate = true,
        undo_restore = false,
      })
    end
  end
  return last, stop
end

--- Missing wholes, on separate lines below their positions.
---@param buffer integer
---@param row integer
---@param mark keytally.Mark
---@param group string
local function draw_line(buffer, row, mark, group)
  local said = escape.line(status_of.detail({ status = mark.status, label = mark.line }))
  vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, row, 0, {
    virt_lines = { { { ('[%s %s]'):format(mark.status, said), group .. 'Label' } } },
    undo_restore = false,
  })
end

---@param buffer integer
---@param look keytally.Look
---@param encoding string
local function draw(buffer, look, encoding)
  local mark, status = look.mark, assert(status_of.of(look.status))
  if position.same(mark.range.start, mark.range['end']) then
    local row, column = position.to_buffer(buffer, mark.range.start, encoding)
    if mark.line then
      return draw_line(buffer, row, mark, status.group)
    end
    local label = absent_label(buffer, row, mark)
    draw_label(buffer, row, column, label, { status.group .. 'Label', status.group })
    if mark.extent then
      draw_span(buffer, mark.extent, encoding, status.group)
    end
    return
  end
  local group = look.detail and 'KeytallyDetail' or status.group
  local row, column = draw_span(buffer, mark.range, encoding, group)
  if look.labelled and not status.quiet then
    draw_label(buffer, row, column, '[' .. look.status .. ']', status.group .. 'Label')
  end
end

---@param buffer integer
---@param marks keytally.Mark[]
---@param encoding string
local function draw_all(buffer, marks, encoding)
  local version = vim.lsp.util.buf_versions[buffer]
  states[buffer].drawn = { marks = marks, encoding = encoding, version = version }
  vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
  for _, look in ipairs(looks.of(marks)) do
    draw(buffer, look, encoding)
  end
  require('keytally.reading').painted(buffer, marks, encoding)
end

--- Whether the answer is for the current text.
---@param buffer integer
---@param answer table
local function is_current(buffer, answer)
  return type(answer.version) ~= 'number' or answer.version == vim.lsp.util.buf_versions[buffer]
end

--- Draw the marks of the answers, or request again if the text has changed.
---@param client vim.lsp.Client
---@param buffer integer
---@param answers table[]
local function finish(client, buffer, answers)
  local state = states[buffer]
  if not state then
    return -- the buffer was closed while the server answered
  end
  local marks = {}
  for _, answer in ipairs(answers) do
    if not is_current(buffer, answer) then
      state.retries = state.retries + 1
      if state.retries <= RETRIES then
        M.refresh(buffer)
      end
      return
    end
    vim.list_extend(marks, answer.marks or {})
  end
  state.retries = 0
  draw_all(buffer, marks, client.offset_encoding)
end

---@param client vim.lsp.Client
---@param buffer integer
local function ask(client, buffer)
  local state = states[buffer]
  state.round = state.round + 1
  local round, answers, stretches = state.round, {}, visible_stretches(buffer)
  for _, stretch in ipairs(stretches) do
    local params = M.request(buffer, stretch[1], stretch[2])
    client:request('keytally/marks', params, function(failure, answer)
      if failure or state.round ~= round or not vim.api.nvim_buf_is_loaded(buffer) then
        return
      end
      table.insert(answers, type(answer) == 'table' and answer or {})
      if #answers == #stretches then
        finish(client, buffer, answers)
      end
    end, buffer)
  end
end

--- Take in inlay hints, and draw the marks of the same text again: a hint may name what is missing.
---@param failure lsp.ResponseError?
---@param hints lsp.InlayHint[]?
---@param context lsp.HandlerContext
function M.hinted(failure, hints, context)
  vim.lsp.handlers['textDocument/inlayHint'](failure, hints, context)
  local buffer = context.bufnr
  local drawn = buffer and states[buffer] and states[buffer].drawn
  if drawn and drawn.version == vim.lsp.util.buf_versions[buffer] and M.enabled(buffer) then
    draw_all(buffer, drawn.marks, drawn.encoding)
  end
end

--- Ask for the inlay hints again: Neovim asks for those of visible buffers only when they have changed.
---@param buffer integer
local function refresh_hints(buffer)
  local client = client_of.of(buffer)
  if client and vim.lsp.inlay_hint.is_enabled({ bufnr = buffer }) then
    vim.lsp.handlers['workspace/inlayHint/refresh'](nil, nil, { client_id = client.id })
  end
end

--- The parameters of a request for the marks of some lines, from 0 and both inclusive.
---@param buffer integer
---@param first integer
---@param last integer
---@return table
function M.request(buffer, first, last)
  return {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = { start = { line = first, character = 0 }, ['end'] = { line = last + 1, character = 0 } },
  }
end

--- Whether marks are drawn in a buffer.
---@param buffer integer
---@return boolean
function M.enabled(buffer)
  return shown and client_of.setting(client_of.of(buffer), 'marks', 'enabled') ~= false
end

--- Redraw the marks of the visible lines; several calls in one event loop iteration make one request.
---@param buffer integer
function M.refresh(buffer)
  local state = states[buffer]
  if not state or state.scheduled then
    return
  end
  state.scheduled = true
  vim.schedule(function()
    state.scheduled = false
    local client = vim.api.nvim_buf_is_loaded(buffer) and client_of.of(buffer)
    if client and M.enabled(buffer) then
      ask(client, buffer)
    end
  end)
end

--- Draw or remove the marks of all buffers.
---@param on? boolean the opposite of now by default
function M.toggle(on)
  if on == nil then
    on = not shown
  end
  shown = on
  for buffer, state in pairs(states) do
    state.round = state.round + 1
    if shown then
      M.refresh(buffer)
    elseif vim.api.nvim_buf_is_loaded(buffer) then
      vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
    end
  end
end

--- Forget a buffer and remove its marks.
---@param buffer integer
local function detach(buffer)
  states[buffer] = nil
  require('keytally.score').forget(buffer)
  require('keytally.progress').forget(buffer)
  require('keytally.golds').forget(buffer)
  if vim.api.nvim_buf_is_loaded(buffer) then
    vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
  end
end

--- Draw the marks of a buffer from now on.
---@param buffer integer
function M.attach(buffer)
  status_of.define_highlights()
  states[buffer] = { round = 0, scheduled = false, retries = 0 }
  vim.api.nvim_clear_autocmds({ group = GROUP, buffer = buffer })
  vim.api.nvim_create_autocmd({ 'BufWinEnter', 'BufEnter' }, {
    group = GROUP,
    buffer = buffer,
    callback = function()
      M.refresh(buffer)
      refresh_hints(buffer)
    end,
  })
  vim.api.nvim_create_autocmd('LspDetach', {
    group = GROUP,
    buffer = buffer,
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == 'keytally' then
        detach(buffer)
      end
    end,
  })
  M.refresh(buffer)
end

vim.api.nvim_create_autocmd({ 'WinScrolled', 'WinResized' }, {
  group = GROUP,
  callback = function()
    for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
      local buffer = vim.api.nvim_win_get_buf(window)
      M.refresh(buffer)
      -- Those of a large file are of the part that is seen.
      if states[buffer] then
        require('keytally.lenses').refresh(buffer)
      end
    end
  end,
})

vim.api.nvim_create_autocmd('ColorScheme', { group = GROUP, callback = status_of.define_highlights })

return M
