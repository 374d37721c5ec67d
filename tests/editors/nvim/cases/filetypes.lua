-- Files are told by their names and their first lines; others keep the type that they have.
local t = ...

local function filetype(name, lines)
  local path = vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, name)
  vim.fn.writefile(lines, path)
  vim.cmd.edit(vim.fn.fnameescape(path))
  return vim.bo.filetype
end

t.open('response.sgml')
t.equal('muc-sgml', vim.bo.filetype, 'a response')
t.equal('muc-sgml', vim.b.current_syntax, 'its syntax')
t.equal(false, vim.bo.fixendofline, 'a missing newline at the end stays missing')
local row, column = t.find(0, '<ENAMEX')
local group = vim.fn.synIDattr(vim.fn.synID(row + 1, column + 2, true), 'name')
t.equal('mucSgmlTaskTag', group, 'a task tag has its colour')

t.open('ne.config')
t.equal('muc-config', vim.bo.filetype, 'a configuration after a comment line')
t.equal('muc-config', vim.b.current_syntax, 'its syntax')

t.equal(
  'muc-sgml',
  filetype('upper.SGM', { '', '<doc id="1">', '</doc>' }),
  'any case, attributes, blank lines'
)
t.equal('muc-sgml', filetype('system.rsp', { '<DOC>' }), 'a response by its extension')
t.equal('muc-sgml', filetype('noextension', { '<DOC>', '</DOC>' }), 'by the first line alone')
t.equal(
  'muc-config',
  filetype('scorer.cfg', { '; comment', '', ':key_file key.sgml' }),
  'a .cfg with options'
)
t.equal('muc-config', filetype('plainname', { ':scoring_task named_entity' }), 'an option in a nameless file')
t.equal('sgml', filetype('book.sgml', { '<!DOCTYPE article>', '<DOCUMENT>' }), 'other SGML')
t.equal('cfg', filetype('other.cfg', { '[section]', 'a = 1' }), 'other .cfg files')
t.equal('rst', filetype('page.rst', { ':orphan:', '', 'Title' }), 'reStructuredText')
t.equal('', filetype('notes', { ':wq' }), 'a line that begins with a colon')
t.equal('toml', filetype('other.toml', { 'a = 1' }), 'TOML')

local header = { '# comment', '<PERSON-9301-1> :=', '    PER_NAME: "Orrin"' }
t.equal('muc-template', filetype('te.key', header), 'templates in a key')
t.equal('muc-template', vim.b.current_syntax, 'their syntax')
t.equal('muc-template', filetype('te.response.tmpl', header), 'templates by their extension')
t.equal('muc-template', filetype('answers', header), 'templates by the first line alone')
t.equal('muc-template', filetype('new.tmpl', {}), 'an empty file of templates')
t.equal('muc-template', filetype('begun.key.template', { '# by Ann', '' }), 'one that has only comments yet')
t.holds(filetype('page.tmpl', { '{{ title }}' }) ~= 'muc-template', 'other templates')
vim.cmd.edit(vim.fs.joinpath(vim.env.KEYTALLY_WORKSPACE, 'unwritten.tmpl'))
t.equal('muc-template', vim.bo.filetype, 'a file of templates that is not written yet')
t.equal('muc-bnf', filetype('task.bnf', { '/* task */', '<PERSON> :=', 'NAME: "NAME"^' }), 'a task BNF')
t.equal('muc-bnf', vim.b.current_syntax, 'its syntax')
t.equal('bnf', filetype('grammar.bnf', { '<expr> ::= <term>' }), 'another BNF')
t.equal('lexsub', filetype('system', { 'bright.a 1 :: clever' }), 'substitutes')
t.equal('lexsub', vim.b.current_syntax, 'their syntax')
t.equal('lexsub', filetype('response.mw', { 'bright.a 1 ::: clever boy' }), 'multiwords')
t.equal('mediawiki', filetype('page.mw', { '== Clever boys ==' }), 'a page of MediaWiki')
t.equal('m2', filetype('gold.m2', { 'S A cat', '' }), 'edits')
t.equal('cpa', filetype('allow.parse', { '1\tdogs\tsubj\tAnimal' }), 'a parse')
t.equal('cpa', filetype('allow.pat', { ('a\t'):rep(8) .. 'b' }), 'patterns')
t.equal('conll', filetype('key.conll', { '#begin document (d); part 000' }), 'chains in lines')
t.equal(
  'text',
  filetype('train.conll', { 'Ann\tB-PER' }),
  'what a pair may name, by an extension that formats share'
)
t.equal('text', filetype('gold', {}), 'what a keytally.toml may name, while nothing is in it')
t.equal('', filetype('../train.conll', { 'Ann\tB-PER' }), 'the same where there is no keytally.toml')
t.equal('', filetype('../gold', {}), 'and without any text')
