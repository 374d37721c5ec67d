--- The code lenses (tallies of the file and of each document), kept up to date.

local client_of = require('keytally.client')

local M = {}

-- There are new lenses after each keystroke, so they wait for a pause.
local PAUSE = 100

---@type table<integer, uv.uv_timer_t>
local timers = {}

--- Draw the lenses at their lines alone: `vim.lsp.codelens.display()` visits every line of the file.
---@param buffer integer
---@param client vim.lsp.Client
---@param lenses lsp.CodeLens[]
local function draw(buffer, client, lenses)
  -- The namespace is that of `vim.lsp.codelens`, which clears it when the client leaves.
  local namespace = vim.api.nvim_create_namespace('nvim.lsp.codelens:' .. client.id)
  vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
  local last = vim.api.nvim_buf_line_count(buffer) - 1
  local chunks = {}
  for _, lens in ipairs(lenses) do
    local row = lens.range.start.line
    if lens.command and row <= last then
      chunks[row] = chunks[row] or {}
      if #chunks[row] > 0 then
        table.insert(chunks[row], { ' | ', 'LspCodeLensSeparator' })
      end
      local title = lens.command.title:gsub('%s+', ' ')
      table.insert(chunks[row], { title, 'LspCodeLens' })
    end
  end
  for row, texts in pairs(chunks) do
    vim.api.nvim_buf_set_extmark(buffer, namespace, row, 0, { virt_text = texts, hl_mode = 'combine' })
  end
end

--- Draw the lenses once all of them have their titles.
---@param buffer integer
---@param client vim.lsp.Client
---@param lenses lsp.CodeLens[]
local function resolve(buffer, client, lenses)
  local version, waiting = vim.lsp.util.buf_versions[buffer], 1
  local function finish()
    waiting = waiting - 1
    if
      waiting == 0
      and vim.api.nvim_buf_is_loaded(buffer)
      and vim.lsp.util.buf_versions[buffer] == version
    then
      draw(buffer, client, lenses)
    end
  end
  for _, lens in ipairs(lenses) do
    if not lens.command then
      waiting = waiting + 1
      client:request('codeLens/resolve', lens, function(_, resolved)
        lens.command = type(resolved) == 'table' and resolved.command or nil
        finish()
      end, buffer)
    end
  end
  finish()
end

---@param buffer integer
local function ask(buffer)
  timers[buffer] = nil
  local client = vim.api.nvim_buf_is_loaded(buffer) and client_of.of(buffer)
  if not client or not client:supports_method('textDocument/codeLens', buffer) then
    return
  end
  local params = { textDocument = vim.lsp.util.make_text_document_params(buffer) }
  client:request('textDocument/codeLens', params, function(failure, lenses)
    if not failure and type(lenses) == 'table' and vim.api.nvim_buf_is_loaded(buffer) then
      -- So that `vim.lsp.codelens.run()` finds them.
      vim.lsp.codelens.save(lenses, buffer, client.id)
      resolve(buffer, client, lenses)
    end
  end, buffer)
end

--- Ask for the lenses of a buffer once nothing has happened for a moment.
---@param buffer integer
function M.refresh(buffer)
  if client_of.setting(client_of.of(buffer), 'codeLens', 'enabled') == false then
    return
  end
  if timers[buffer] then
    timers[buffer]:stop()
  end
  timers[buffer] = vim.defer_fn(function()
    ask(buffer)
  end, PAUSE)
end

return M
