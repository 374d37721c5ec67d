-- In an annotator's file the status line counts the documents that are marked as done.
local t = ...

local function wait_progress(buffer, pattern)
  t.wait('progress ' .. pattern, function()
    return require('keytally').progress(buffer):find(pattern)
  end)
end
local function mark(title)
  local actions = { 'refactor.rewrite.done' }
  vim.lsp.buf.code_action({
    context = { only = actions, diagnostics = {} },
    apply = true,
    filter = function(action)
      return action.title == title
    end,
  })
end

-- By keytally.toml, which counts once it is saved.
local cleo = t.open('adjudication_named_entity/cleo.sgml')
wait_progress(cleo, 'document 1 of 2.* 1 of 2 done$')
t.go('<DOCNO> 260205')
mark('Mark this document as done')
t.wait('the entry in keytally.toml', function()
  local project = vim.fn.bufnr('keytally.toml')
  return project > 0 and t.text(project):find('"260204-0001", "260205-0002"', 1, true)
end)
vim.cmd('silent wall')
wait_progress(cleo, ' 2 of 2 done$')

-- By a comment in a template file.
local anna = t.open('adjudication_template_element/anna.tmpl')
wait_progress(anna, 'document 1 of %d+')
t.holds(not require('keytally').progress(anna):find('done'), 'nothing is marked yet')
mark('Mark this document as done')
wait_progress(anna, ' 1 of %d+ done$')
t.keys('u')
t.wait('the status line without it', function()
  return not require('keytally').progress(anna):find('done')
end)
