-- What is missing at the end of a line lies behind the last place that the cursor can stand on.
local t = ...

local gold = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'lexsub/gold')
vim.fn.writefile({ 'bright.a 1 :: clever 3;smart 2;', 'side.n 5 :: edge 3;flank 2;' }, gold)
local system = t.open_scored('lexsub/system')
vim.keymap.set('n', ']k', '<Plug>(KeytallyNext)')
vim.api.nvim_buf_set_lines(system, 0, -1, true, { 'bright.a 1 :: shiny', 'side.n 5 :: margin' })
t.wait('two missing words', function()
  return vim
    .iter(t.marks(system))
    :filter(function(mark)
      return mark.group == 'KeytallyMissingLabel'
    end)
    :totable()[2]
end)
local function lands_on(keys, row, message)
  t.keys(keys)
  t.wait(keys .. ' on line ' .. row .. ': ' .. message, function()
    local said = vim.fn.execute('messages'):match('[^\n]*$')
    return vim.api.nvim_win_get_cursor(0)[1] == row and said:find(message)
  end)
end

-- The ways lead on from there, forwards and back.
vim.api.nvim_win_set_cursor(0, { 1, 0 })
lands_on(']x', 1, 'incorrect')
lands_on(']x', 1, 'spurious')
lands_on(']x', 1, 'missing.*clever')
t.equal({ 1, #'bright.a 1 :: shin' }, vim.api.nvim_win_get_cursor(0), 'the cursor at the end of the line')
lands_on(']x', 2, 'incorrect')
lands_on(']x', 2, 'spurious')
lands_on(']x', 2, 'missing.*edge')
lands_on('[x', 2, 'spurious')
lands_on('[x', 2, 'incorrect')
lands_on('[x', 1, 'missing.*clever')
vim.api.nvim_win_set_cursor(0, { 1, 0 })
lands_on(']k', 1, 'incorrect')
lands_on(']k', 1, 'spurious')
lands_on(']k', 1, 'missing.*clever')
lands_on(']k', 2, 'incorrect')

-- One key does there what the key has, wherever the cursor comes from.
t.keys('G$')
t.keys([[\a]])
t.wait('the word behind the guess, and the cursor on the first line', function()
  return vim.endswith(t.text(system), 'margin;edge') and vim.api.nvim_win_get_cursor(0)[1] == 1
end)

-- Behind the only guess that is dropped comes the word that is missing.
lands_on(']x', 1, 'spurious')
lands_on('<Del>', 1, 'missing.*clever')
t.keys('<Tab>')
t.wait('the word in the place of the guess', function()
  return t.text(system):find('bright.a 1 :: clever\n', 1, true)
end)
