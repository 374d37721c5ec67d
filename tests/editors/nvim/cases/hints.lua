-- Inlay hints follow the other file while their buffer is hidden, and what is missing always has its name, in the hint
-- or in the mark. Lenses are drawn at their lines alone.
local t = ...

vim.lsp.inlay_hint.enable()
local response = t.open_scored('response.sgml')
local function hints()
  return vim.tbl_map(function(hint)
    return hint.inlay_hint.label
  end, vim.lsp.inlay_hint.get({ bufnr = response }))
end
local function wait_hint(pattern, present)
  t.wait('a hint like ' .. pattern, function()
    return present == vim.iter(hints()):any(function(label)
      return label:find(pattern) ~= nil
    end)
  end)
end
wait_hint('LOCATION', true)
t.wait_mark(response, 'MissingLabel|[mis]')
t.wait('no other label of what is missing', function()
  return not t.mark(response, 'MissingLabel|[mis LOCATION]')
end)

-- While the response is hidden, its key changes.
local key = t.open_scored('key.sgml')
t.go('LOCATION">Lyon')
t.keys('ciwORGANIZATION<Esc>')
t.wait('the changed key', function()
  return t.text(key):find('ORGANIZATION">Lyon', 1, true)
end)
vim.cmd('set hidden')
t.open('response.sgml')
wait_hint('ORGANIZATION', true)
wait_hint('LOCATION', false)

-- Without hints the marks have the names, though Neovim's hints are on.
local client = vim.lsp.get_clients({ name = 'keytally', bufnr = response })[1]
client.settings.keytally.inlayHints.enabled = false
client:notify('workspace/didChangeConfiguration', { settings = client.settings })
t.wait('no hints', function()
  return #hints() == 0
end)
t.wait_mark(response, 'MissingLabel|[mis ORGANIZATION]')

-- The lenses of a long file touch their own lines.
local namespace
t.wait('lenses', function()
  namespace = vim.api.nvim_get_namespaces()['nvim.lsp.codelens:' .. client.id]
  return namespace and #vim.api.nvim_buf_get_extmarks(response, namespace, 0, -1, {}) > 0
end)
local clear, cleared = vim.api.nvim_buf_clear_namespace, 0
vim.api.nvim_buf_clear_namespace = function(buffer, space, ...)
  cleared = cleared + (space == namespace and 1 or 0)
  return clear(buffer, space, ...)
end
vim.api.nvim_buf_set_lines(response, -1, -1, false, vim.fn['repeat']({ '' }, 5000))
local drawn = cleared
require('keytally.lenses').refresh(response)
t.wait('the lenses again', function()
  return cleared > drawn
end)
t.holds(cleared <= 5, 'the namespace is cleared as a whole: ' .. cleared)
t.holds(#vim.lsp.codelens.get(response) > 0, 'Neovim itself knows the lenses')
