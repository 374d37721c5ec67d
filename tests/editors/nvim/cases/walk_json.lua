-- The responses of examples become their keys by accepting and dropping.
local t = ...

-- The name of a JSON file shows no format, so a person states it.
vim.filetype.add({
  pattern = {
    ['.*/walk/spans/.*%.jsonl?'] = { 'spans', { priority = 100 } },
    ['.*/walk/records/.*%.jsonl?'] = { 'records', { priority = 100 } },
  },
})

local walk = t.walker()
walk('spans/response.json')
walk('records/response.jsonl')
walk('template_json/response.json')
