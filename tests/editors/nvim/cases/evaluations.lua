-- Substitutes, edits and patterns are checked, marked and scored as they are typed.
local t = ...

local function marked(buffer, wanted)
  t.wait('the mark ' .. wanted, function()
    return vim.iter(t.mark_texts(buffer)):any(function(mark)
      return mark:find(wanted, 1, true)
    end)
  end)
end

local function hovered(buffer, wanted)
  local told = t.hover(buffer)
  t.holds(told:find(wanted, 1, true), wanted .. ' in ' .. told)
end

-- Lexical substitution: a blank costs points, and has a fix.
local system = t.open_scored('lexsub/system')
t.equal('lexsub', vim.bo.filetype, 'the file type of substitutes')
t.wait('the finding', function()
  return vim.iter(vim.diagnostic.get(system)):any(function(finding)
    return finding.code == 'lexsub-blank-in-list'
  end)
end)
marked(system, 'Spurious|shiny')
local before = assert(t.score(system))
t.go('shiny')
t.keys('cwclever<Esc>')
local after = t.wait_score(system, before)
t.holds(after > before, 'the score follows')
t.go('clever')
hovered(system, 'clever')

-- M2: an edit that the gold has.
local sentences = t.open_scored('m2/system.txt')
t.wait('the file type that the pair tells', function()
  return vim.bo.filetype == 'm2'
end)
before = assert(t.score(sentences))
marked(sentences, 'Correct|opens')
t.go('buy')
t.keys('cwbuys<Esc>')
after = t.wait_score(sentences, before)
t.holds(after > before, 'the score follows')
t.open_scored('m2/gold.m2')

-- Corpus pattern analysis: a file of a directory.
local clusters = t.open_scored('cpa/response/allow.clust')
t.equal('cpa', vim.bo.filetype, 'the file type of clusters')
before = assert(t.score(clusters))
vim.api.nvim_buf_set_lines(clusters, 1, 2, false, { '2\t1' })
t.wait('the full score', function()
  return t.score(clusters) == 100
end)
t.holds(before < 100, 'the score followed')
