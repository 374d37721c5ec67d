-- Each finding of a list is mended by the quick fix that the list names, and the file is as the list says then.
local t = ...

local list = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'mended', 'list.json')
local examples = vim.json.decode(vim.fn.readblob(list))
t.holds(#examples > 0, 'there are examples')
for _, example in ipairs(examples) do
  local buffer = t.open(example.file)
  local finding = t.wait(example.rule, function()
    return vim.iter(vim.diagnostic.get(buffer)):find(function(each)
      return each.code == example.rule
    end)
  end)
  vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
  vim.lsp.buf.code_action({
    context = { only = { 'quickfix' }, diagnostics = {} },
    filter = function(action)
      return action.title == example.title
    end,
    apply = true,
  })
  t.wait(('%s: %s'):format(example.rule, example.title), function()
    return t.text(buffer) .. '\n' == example.after or t.text(buffer) == example.after
  end)
  t.wait(example.rule .. ' is mended', function()
    return not vim.iter(vim.diagnostic.get(buffer)):any(function(each)
      return each.code == example.rule
    end)
  end)
  vim.cmd('edit!')
end
