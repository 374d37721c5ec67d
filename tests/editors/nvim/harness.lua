-- Runs a case as a coroutine beside Neovim's main loop, so that keys, redraws and events happen as
-- they do for a person; a case waits for conditions and never for a time.

local M = {}

local TIMEOUT = 20000

--- Wait until `condition` holds and hand on its value; fail with `what` if it never does.
function M.wait(what, condition)
  local deadline = vim.uv.now() + TIMEOUT
  while true do
    local value = condition()
    if value then
      return value
    end
    if vim.uv.now() > deadline then
      error('waited in vain: ' .. what .. '\n' .. M.picture(), 2)
    end
    coroutine.yield()
  end
end

--- What a person would want to see when a case fails.
function M.picture()
  local buffer = vim.api.nvim_get_current_buf()
  return vim.inspect({
    name = vim.api.nvim_buf_get_name(buffer),
    filetype = vim.bo[buffer].filetype,
    clients = vim.tbl_map(function(client)
      return client.name
    end, vim.lsp.get_clients({ bufnr = buffer })),
    lines = vim.api.nvim_buf_get_lines(buffer, 0, 12, false),
    score = require('keytally').statusline(buffer),
    marks = M.mark_texts(buffer),
    findings = vim.tbl_map(function(finding)
      return finding.message
    end, vim.diagnostic.get(buffer)),
    messages = vim.fn.execute('messages'),
    mode = vim.api.nvim_get_mode(),
  })
end

function M.equal(expected, actual, what)
  if not vim.deep_equal(expected, actual) then
    error(('%s: expected %s, got %s'):format(what, vim.inspect(expected), vim.inspect(actual)), 2)
  end
end

function M.holds(condition, what)
  if not condition then
    error('does not hold: ' .. what .. '\n' .. M.picture(), 2)
  end
end

--- Open a file of the workspace.
function M.open(name)
  vim.cmd.edit(vim.fn.fnameescape(vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, name)))
  return vim.api.nvim_get_current_buf()
end

--- Open a file and wait until its score is there.
function M.open_scored(name)
  local buffer = M.open(name)
  M.wait('a score of ' .. name, function()
    return require('keytally').statusline(buffer) ~= '' and require('keytally.golds').is_known(buffer)
  end)
  return buffer
end

--- Press keys as a person does.
function M.keys(keys)
  vim.api.nvim_input(keys)
end

--- The row and byte column, from 0, of a text in a buffer.
function M.find(buffer, text)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then
      return row - 1, column - 1
    end
  end
  error('no such text: ' .. text, 2)
end

--- Put the cursor on a text.
function M.go(text)
  local row, column = M.find(0, text)
  vim.api.nvim_win_set_cursor(0, { row + 1, column })
end

--- The drawn marks: `{ group, text }` of those with a range, `{ group, label = text }` of labels.
function M.marks(buffer)
  local namespace = vim.api.nvim_get_namespaces()['keytally.marks']
  if not namespace then
    return {}
  end
  local found = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, { details = true })) do
    local _, row, column, details = unpack(mark)
    if details.virt_lines then
      local said, group = unpack(details.virt_lines[1][1])
      table.insert(found, { row = row, column = column, label = said, group = group, position = 'line' })
    elseif details.virt_text then
      local groups = details.virt_text[1][2]
      table.insert(found, {
        row = row,
        column = column,
        label = details.virt_text[1][1],
        group = type(groups) == 'table' and groups[1] or groups,
        position = details.virt_text_pos,
      })
    else
      local whole, lines =
        pcall(vim.api.nvim_buf_get_text, buffer, row, column, details.end_row, details.end_col, {})
      local text = whole and not details.invalid and table.concat(lines, '\n') or '(deleted)'
      table.insert(found, { row = row, column = column, text = text, group = details.hl_group })
    end
  end
  return found
end

--- The marks as short strings: `Group|text`, `GroupLabel|[label]`.
function M.mark_texts(buffer)
  return vim.tbl_map(function(mark)
    return mark.group:gsub('^Keytally', '') .. '|' .. (mark.label or mark.text)
  end, M.marks(buffer))
end

--- The drawn mark that is written so by `mark_texts`.
function M.mark(buffer, text)
  for _, mark in ipairs(M.marks(buffer)) do
    if mark.group:gsub('^Keytally', '') .. '|' .. (mark.label or mark.text) == text then
      return mark
    end
  end
end

--- Wait for a drawn mark.
function M.wait_mark(buffer, text)
  return M.wait('mark ' .. text, function()
    return M.mark(buffer, text)
  end)
end

--- The headline score of a buffer as a number.
function M.score(buffer)
  return tonumber(require('keytally').statusline(buffer):match('^%S+ ([%d.]+)'))
end

--- Ask the server about the cursor's place, and wait for the answer.
function M.ask(buffer, method)
  local client = assert(vim.lsp.get_clients({ name = 'keytally', bufnr = buffer })[1])
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answer
  client:request(method, params, function(_, result)
    answer = { result = result }
  end, buffer)
  return M.wait('an answer to ' .. method, function()
    return answer
  end).result
end

--- The labels of what may be written at the cursor.
function M.completions(buffer)
  local result = M.ask(buffer, 'textDocument/completion')
  return vim.tbl_map(function(item)
    return item.label
  end, result.items or result)
end

--- What is said about the cursor's place, as Markdown.
function M.hover(buffer)
  local result = M.ask(buffer, 'textDocument/hover')
  return result and result.contents.value or ''
end

--- Wait until the score of a buffer is another one than `old`.
function M.wait_score(buffer, old)
  return M.wait('another score than ' .. old, function()
    local new = M.score(buffer)
    return new and new ~= old and new
  end)
end

--- What a line of the screen shows, from 1.
function M.screen_line(row)
  local cells = {}
  for column = 1, vim.o.columns do
    table.insert(cells, vim.fn.screenstring(row, column))
  end
  return vim.trim(table.concat(cells))
end

--- All text of a buffer.
function M.text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

--- The notification that matches a pattern, once it is there.
function M.wait_message(pattern)
  return M.wait('message ' .. pattern, function()
    return vim.fn.execute('messages'):match(pattern)
  end)
end

--- What was said last.
local function last_message()
  return vim.fn.execute('messages'):match('[^\n]*$')
end

--- Adjudicate an empty gold to its end by the keyboard: one key takes what everyone agrees on, then one
--- decides each item that is left. The gold is saved and compared with what is expected of it.
---@param folder string
---@param extension string
---@param empty integer how many items are open in the empty gold
---@param items string[][] the name of each item that is left, the key that decides it, and the text that
---the cursor stands on
---@return integer buffer the gold
function M.adjudicate(folder, extension, empty, items)
  local gold = M.open(folder .. '/gold.' .. extension)
  local keys = 0
  local function wait_open(count)
    M.wait(('%d open'):format(count), function()
      return vim.startswith(require('keytally').adjudication(gold), ('%d open, '):format(count))
    end)
  end
  local function press(key)
    keys = keys + 1
    M.keys([[\]] .. key)
  end
  wait_open(empty)
  press('A')
  wait_open(#items)
  for number, item in ipairs(items) do
    M.wait('the cursor on ' .. item[1], function()
      local row, column = unpack(vim.api.nvim_win_get_cursor(0))
      local line = vim.api.nvim_buf_get_lines(gold, row - 1, row, false)[1]
      -- The name comes last, and a narrow screen cuts it or leaves it out.
      local name = last_message():match('^1 .*%): (.+)$') or ''
      return vim.startswith(last_message(), '1 ')
        and vim.startswith(item[1], name)
        and vim.startswith(line:sub(column + 1), item[3])
    end)
    press(item[2])
    wait_open(#items - number)
  end
  M.wait_message('nothing left to decide')
  M.equal(#items + 1, keys, 'one key for what is agreed and one for each item')
  vim.cmd('silent write')
  local expected = M.on_disk(folder .. '/expected.' .. extension)
  M.equal(expected, M.on_disk(folder .. '/gold.' .. extension), 'the gold, byte for byte')
  return gold
end

--- The bytes of a file of the workspace.
function M.on_disk(name)
  return vim.fn.readblob(vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, name))
end

--- The walk from difference to difference.
function M.walker()
  local here = vim.fs.dirname(debug.getinfo(1, 'S').source:sub(2))
  return assert(loadfile(vim.fs.joinpath(here, 'walker.lua')))(M)
end

local function finish(trouble)
  if trouble then
    io.stdout:write(trouble, '\n')
    vim.cmd('cquit 1')
  end
  io.stdout:write('passed\n')
  vim.cmd('qall!')
end

--- Run the case that a file is.
function M.run(path)
  local case = coroutine.create(assert(loadfile(path)))
  local timer = assert(vim.uv.new_timer())
  local busy = false
  timer:start(
    0,
    5,
    vim.schedule_wrap(function()
      if busy or coroutine.status(case) == 'dead' then
        return
      end
      busy = true
      local fine, trouble = coroutine.resume(case, M)
      busy = false
      if not fine then
        timer:stop()
        finish(debug.traceback(case, trouble))
      elseif coroutine.status(case) == 'dead' then
        timer:stop()
        finish()
      end
    end)
  )
end

return M
