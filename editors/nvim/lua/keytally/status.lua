--- The verdicts, as the scorer abbreviates them, and how each looks.

local M = {}

---@class keytally.Status
---@field name string the verdict in a word or two
---@field about? string what follows in the legend
---@field group string the highlight group of the mark; its label's is this and `Label`
---@field like string the group that the label is linked to and the mark takes its colour from
---@field style string the attribute that distinguishes the mark without colour
---@field wrong? boolean whether "next error" stops at it
---@field quiet? boolean whether its mark needs no label

---@type table<string, keytally.Status>
local STATUSES = {
  cor = {
    name = 'correct',
    group = 'KeytallyCorrect',
    like = 'DiagnosticOk',
    style = 'underline',
    quiet = true,
  },
  par = {
    name = 'partially correct',
    group = 'KeytallyPartial',
    like = 'DiagnosticHint',
    style = 'underdotted',
    wrong = true,
  },
  inc = {
    name = 'incorrect',
    group = 'KeytallyIncorrect',
    like = 'DiagnosticError',
    style = 'undercurl',
    wrong = true,
  },
  mis = {
    name = 'missing',
    about = ' from the response',
    group = 'KeytallyMissing',
    like = 'DiagnosticInfo',
    style = 'underdashed',
    wrong = true,
  },
  spu = {
    name = 'spurious',
    about = ' in the response',
    group = 'KeytallySpurious',
    like = 'DiagnosticWarn',
    style = 'underdouble',
    wrong = true,
  },
  non = {
    name = 'noncommittal',
    about = ', does not count',
    group = 'KeytallyNoncommittal',
    like = 'Comment',
    style = 'underdotted',
  },
  opt = { name = 'optional', group = 'KeytallyOptional', like = 'Comment', style = 'underdashed' },
  uns = { name = 'not scored', group = 'KeytallyUnscored', like = 'Comment', style = 'underdotted' },
  rem = {
    name = 'removed',
    about = ' by the scorer',
    group = 'KeytallyRemoved',
    like = 'Comment',
    style = 'strikethrough',
  },
}

--- The colours of coreference chains on each background; neighbours in a text differ.
local CHAIN_COLOURS = {
  light = {
    '#0057A8',
    '#4B6B00',
    '#A34400',
    '#6F42C1',
    '#7A5C00',
    '#006B5E',
    '#A8324A',
    '#455A64',
  },
  dark = {
    '#4FC1FF',
    '#C5E478',
    '#F78C6C',
    '#D7A6FF',
    '#FFD580',
    '#7FDBCA',
    '#FF9DA4',
    '#B0BEC5',
  },
}

--- The order of the legend.
M.order = { 'cor', 'par', 'inc', 'mis', 'spu', 'non', 'opt', 'uns', 'rem' }

--- The properties of a status; nil for an unknown one, such as of a newer server.
---@param code string
---@return keytally.Status?
function M.of(code)
  return STATUSES[code]
end

--- A mark's label without the status at its beginning.
---@param mark { status: string, label?: string }
---@return string
function M.detail(mark)
  local code, rest = (mark.label or ''):match('^(%a+)%s+(.*)$')
  return code and code:lower() == mark.status and rest or mark.label or ''
end

--- Define the groups that neither the user nor the colour scheme has defined.
function M.define_highlights()
  for _, status in pairs(STATUSES) do
    local colour = vim.api.nvim_get_hl(0, { name = status.like, link = false }).fg
    vim.api.nvim_set_hl(0, status.group, { default = true, sp = colour, [status.style] = true })
    vim.api.nvim_set_hl(0, status.group .. 'Label', { default = true, link = status.like })
  end
  vim.api.nvim_set_hl(0, 'KeytallyDetail', { default = true, bold = true })
  for number, colour in ipairs(CHAIN_COLOURS[vim.o.background] or CHAIN_COLOURS.dark) do
    vim.api.nvim_set_hl(0, ('@lsp.typemod.mention.chain%d'):format(number), { default = true, fg = colour })
  end
end

return M
