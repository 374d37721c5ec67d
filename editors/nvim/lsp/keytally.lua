-- The language server, as `vim.lsp.enable('keytally')` finds it. Extend it with
-- `vim.lsp.config('keytally', { ... })`; see `:help keytally-configuration`.

---@type vim.lsp.Config
return {
  cmd = require('keytally.program').command(),
  -- TOML for keytally.toml; plain text, SGML without documents and JSON for files that a pair names.
  filetypes = vim.list_extend(
    require('keytally.filetype').names(),
    { 'toml', 'text', 'sgml', 'json', 'jsonl' }
  ),
  root_markers = { 'keytally.toml', '.git' },
  root_dir = function(buffer, on_dir)
    require('keytally.workspace').root(buffer, on_dir)
  end,
  on_exit = function(code, signal, client_id)
    require('keytally.server').ended(code, signal, client_id)
  end,
  -- The score follows every keystroke, so changes are sent at once.
  flags = { debounce_text_changes = 0 },
  capabilities = {
    experimental = {
      keytally = {
        marks = true,
        ownLines = true,
        scoredDocuments = false,
        suggestCommand = 'keytally.suggest',
      },
    },
    -- Neovim makes files and versioned edits, and does not say so of the latter.
    workspace = {
      workspaceEdit = { documentChanges = true, changeAnnotationSupport = { groupsOnLabel = false } },
    },
  },
  settings = {
    keytally = {
      marks = { enabled = true },
      codeLens = { enabled = true },
      inlayHints = { enabled = true },
      chainPreview = { enabled = false },
      allowedFolders = {},
      maximumFileSize = 256,
      rules = { select = {}, ignore = {}, severity = vim.empty_dict() },
    },
  },
  handlers = {
    ['textDocument/inlayHint'] = function(...)
      require('keytally.marks').hinted(...)
    end,
    ['keytally/scored'] = function(_, params, context)
      require('keytally.score').received(params, context.client_id)
    end,
    ['keytally/adjudicated'] = function(_, params, context)
      require('keytally.golds').received(params, context.client_id)
    end,
    ['keytally/progressed'] = function(_, params, context)
      require('keytally.progress').received(params, context.client_id)
    end,
  },
  commands = {
    ['keytally.showPairs'] = function()
      require('keytally.pairs').show()
    end,
    ['keytally.chooseResponse'] = function()
      require('keytally.pairs').choose_response()
    end,
    ['keytally.openReports'] = function()
      require('keytally.reports').open()
    end,
    ['keytally.showLegend'] = function()
      require('keytally.legend').show()
    end,
    ['keytally.nextError'] = function()
      require('keytally.navigation').next()
    end,
    ['keytally.previousError'] = function()
      require('keytally.navigation').previous()
    end,
    ['keytally.nextUndecided'] = function()
      require('keytally.adjudicating').run({ 'next' })
    end,
    ['keytally.toggleMarks'] = function()
      require('keytally.marks').toggle()
    end,
    ['keytally.suggest'] = function()
      require('keytally.suggest').again()
    end,
    ['keytally.restart'] = function()
      require('keytally.client').restart()
    end,
  },
}
