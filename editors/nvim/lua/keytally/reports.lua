--- The reports of the buffer's pair, as buffers that belong to no file.

local client_of = require('keytally.client')

local M = {}

---@type string[]
local known = { 'scores', 'report_summary', 'map_history' }

---@param report { name: string, text: string }
---@param file string
---@return integer buffer
local function fill(report, file)
  local name = ('keytally://%s/%s'):format(file, report.name)
  local lines = vim.split((report.text:gsub('\r\n', '\n')), '\n', { plain = true })
  local buffer = require('keytally.scratch').fill(name, lines)
  vim.bo[buffer].buflisted = true
  return buffer
end

--- Open the reports of the pair of the current file: the one of that name, or the first; the
--- others are in the buffer list.
---@param name? string
function M.open(name)
  local client = client_of.needed(0)
  if not client then
    return
  end
  local file = vim.fs.basename(vim.api.nvim_buf_get_name(0))
  client_of.tell('keytally: generating the reports on ' .. file)
  client_of.execute(client, 'keytally.renderReports', { vim.uri_from_bufnr(0) }, function(reports)
    local wanted
    known = {}
    for _, report in ipairs(reports or {}) do
      local buffer = fill(report, file)
      table.insert(known, report.name)
      if not wanted or report.name == name then
        wanted = buffer
      end
    end
    if not wanted then
      return client_of.say('no reports: this file does not belong to a pair', vim.log.levels.WARN)
    end
    require('keytally.scratch').show(wanted)
  end)
end

--- The names of the reports, for completion.
---@return string[]
function M.names()
  return known
end

return M
