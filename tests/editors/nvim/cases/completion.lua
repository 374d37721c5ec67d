-- Neovim's own completion writes the whole of what is chosen, by 'omnifunc' and by vim.lsp.completion.
local t = ...

vim.o.completeopt = 'menuone,noselect'

--- Give a line this text, choose a label of the list behind it, and wait for what the line says then.
local function completes(buffer, row, typed, label, expected)
  vim.api.nvim_buf_set_lines(buffer, row, row + 1, false, { '' })
  vim.api.nvim_win_set_cursor(0, { row + 1, 0 })
  t.keys('A' .. typed:gsub('<', '<lt>'):gsub('\t', '<C-v><Tab>'))
  t.wait('what is typed: ' .. typed, function()
    return vim.api.nvim_get_current_line() == typed
  end)
  t.keys('<C-x><C-o>')
  local number = t.wait('the label ' .. label, function()
    for place, item in ipairs(vim.fn.complete_info({ 'items' }).items) do
      if item.abbr == label then
        return place
      end
    end
  end)
  t.keys(('<C-n>'):rep(number) .. '<C-y>')
  t.wait(('%s for %s'):format(expected, typed), function()
    return vim.api.nvim_get_current_line() == expected
  end)
  t.keys('<Esc>')
  t.wait('normal mode', function()
    return vim.api.nvim_get_mode().mode == 'n'
  end)
end

local function completes_templates(buffer)
  local name, _ = t.find(buffer, 'PER_NAME')
  local last = vim.api.nvim_buf_line_count(buffer)
  completes(buffer, name, '\tPER_NAME: "Ada', 'Ada Brook', '\tPER_NAME: "Ada Brook"')
  completes(buffer, name, '\tPER_NAME: "Ada B', 'Ada Brook', '\tPER_NAME: "Ada Brook"')
  completes(buffer, name, '\tPER_NAME: Ada', 'Ada Brook', '\tPER_NAME: "Ada Brook"')
  completes(buffer, last, '', 'PER_ALIAS', '\tPER_ALIAS: ')
  completes(buffer, last, '\tPER_A', 'PER_ALIAS', '\tPER_ALIAS: ')
  completes(buffer, last, '<PERSON-96', '<PERSON-9601-4> :=', '<PERSON-9601-4> :=')
end

local function completes_tags(buffer)
  local row, _ = t.find(buffer, '</p>')
  vim.api.nvim_buf_set_lines(buffer, row, row, false, { '' })
  local tag = '<ENAMEX TYPE="PERSON">'
  completes(buffer, row, 'Mr. <', tag, 'Mr. ' .. tag)
  completes(buffer, row, 'Mr. <ENA', tag, 'Mr. ' .. tag)
  completes(buffer, row, 'Mr. <ENAMEX TYPE="PER', 'PERSON', 'Mr. <ENAMEX TYPE="PERSON')
  vim.api.nvim_buf_set_lines(buffer, row, row + 1, false, {})
end

local files = { ['templates/response.tmpl'] = completes_templates, ['response2.sgml'] = completes_tags }
for file, all in vim.spairs(files) do
  local buffer = t.open_scored(file)
  t.equal('v:lua.vim.lsp.omnifunc', vim.bo[buffer].omnifunc, 'omnifunc')
  all(buffer)
  vim.cmd('edit!')
  t.open_scored(file)
  local client = assert(vim.lsp.get_clients({ name = 'keytally', bufnr = buffer })[1])
  vim.lsp.completion.enable(true, client.id, buffer)
  all(buffer)
  vim.cmd('edit!')
end
