-- File types by name where the name is telling, by content otherwise.

local detect = function(name)
  return function(path, buffer)
    return require('keytally.filetype')[name](path, buffer)
  end
end

vim.filetype.add({
  pattern = {
    -- `NAME.key`, `NAME.response2.sgml`, `keys.sgm`, `system.rsp`, …: SGML if it looks so.
    ['.*%.sgml?'] = detect('sgml'),
    ['.*%.[sS][gG][mM][lL]?'] = detect('sgml'),
    ['.*%.key'] = detect('sgml'),
    ['.*%.rsp'] = detect('sgml'),
    ['.*%.response'] = detect('sgml'),
    ['.*%.texts'] = detect('sgml'),
    ['.*%.config'] = detect('config'),
    ['.*%.cfg'] = detect('config'),
    ['.*'] = { detect('content'), { priority = -math.huge } },
  },
})
