--- Lists completions again after one was accepted that leads on to another, as a slot does to its fills.

local M = {}

--- Ask for the completions at the cursor, by Neovim's own completion where it is enabled.
function M.again()
  vim.schedule(function()
    if vim.api.nvim_get_mode().mode:sub(1, 1) ~= 'i' then
      return
    end
    local enabled = vim.fn.exists('#nvim.lsp.completion_' .. vim.api.nvim_get_current_buf()) == 1
    if enabled and vim.lsp.completion.get then
      vim.lsp.completion.get()
    elseif vim.bo.omnifunc ~= '' then
      vim.api.nvim_feedkeys(vim.keycode('<C-x><C-o>'), 'n', false)
    end
  end)
end

return M
