-- File types by name where the name is telling, by content otherwise.

local detect = function(name)
  return function(path, buffer)
    return require('keytally.filetype')[name](path, buffer)
  end
end

vim.filetype.add({
  extension = {
    bnf = detect('bnf'),
    clust = 'cpa',
    m2 = 'm2',
    parse = 'cpa',
  },
  pattern = {
    -- `NAME.key`, `NAME.response2.sgml`, `keys.sgm`, `system.rsp`, …: SGML if it looks so.
    ['.*%.sgml?'] = detect('sgml'),
    ['.*%.[sS][gG][mM][lL]?'] = detect('sgml'),
    ['.*%.key'] = detect('answers'),
    ['.*%.rsp'] = detect('answers'),
    ['.*%.response'] = detect('answers'),
    ['.*%.texts'] = detect('sgml'),
    ['.*%.tmpl'] = detect('template'),
    ['.*%.template'] = detect('template'),
    ['.*%.config'] = detect('config'),
    ['.*%.cfg'] = detect('config'),
    ['.*%.pat'] = detect('patterns'),
    ['.*'] = { detect('content'), { priority = -math.huge } },
  },
})
