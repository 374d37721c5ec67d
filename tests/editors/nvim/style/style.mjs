// `node style.mjs check` lists the Lua files whose layout is not StyLua's and fails if there are any;
// `node style.mjs format` lays them out. The options are those of editors/nvim/.stylua.toml.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as stylua from '@johnnymorganz/stylua';

const checkout = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');
const folders = ['editors/nvim', 'tests/editors/nvim'];

function options() {
  const given = readFileSync(join(checkout, 'editors/nvim/.stylua.toml'), 'utf8');
  const value = (name) => given.match(new RegExp(`^${name} = "?([^"\\n]*)`, 'm'))[1];
  const config = stylua.Config.new();
  config.syntax = stylua.LuaVersion[value('syntax')];
  config.column_width = Number(value('column_width'));
  config.indent_type = stylua.IndentType[value('indent_type')];
  config.indent_width = Number(value('indent_width'));
  config.quote_style = stylua.QuoteStyle[value('quote_style')];
  return config;
}

function luaFiles() {
  return folders
    .flatMap((folder) => readdirSync(join(checkout, folder), { recursive: true }).map((name) => join(checkout, folder, name)))
    .filter((path) => path.endsWith('.lua') && !path.includes('node_modules'))
    .sort();
}

const mode = process.argv[2] ?? 'check';
let different = 0;
for (const path of luaFiles()) {
  const code = readFileSync(path, 'utf8');
  const formatted = stylua.formatCode(code, options(), undefined, stylua.OutputVerification.Full);
  if (formatted === code) continue;
  different += 1;
  console.log(`${mode === 'format' ? 'laid out' : 'not laid out'}: ${relative(checkout, path)}`);
  if (mode === 'format') writeFileSync(path, formatted);
}
process.exitCode = mode === 'check' && different > 0 ? 1 : 0;
