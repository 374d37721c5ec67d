--- The code lenses (tallies of the file and of each document), kept up to date.

local client_of = require('keytally.client')

local M = {}

-- Neovim redraws the lenses of the whole file at once, so they wait for a pause.
local PAUSE = 100

---@type table<integer, uv.uv_timer_t>
local timers = {}

---@param buffer integer
local function ask(buffer)
  timers[buffer] = nil
  local client = vim.api.nvim_buf_is_loaded(buffer) and client_of.of(buffer)
  if client and client:supports_method('textDocument/codeLens', buffer) then
    vim.lsp.codelens.refresh({ bufnr = buffer })
  end
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
