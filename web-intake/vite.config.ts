import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { zipCodes } from '../scripts/zip-codes.ts';

const jsonSchemaParts = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;

/** Replaces zod's export of JSON schemas (4 kB), which no page calls, by functions that throw. */
const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  enforce: 'pre',
  async load(id) {
    if (!jsonSchemaParts.test(id)) return undefined;
    const source = await readFile(id, 'utf8');
    const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
    if (names.length === 0) throw new Error(`${id} exports nothing to leave out`);
    const refusal = "const refuse = () => { throw new Error('The public site makes no JSON schemas') };";
    return `${refusal}\nexport { refuse as process, ${names.map((name) => `refuse as ${name}`).join(', ')} };`;
  },
};

const zodsSentences = /zod\/v4\/locales\/en\.js$/;

/** Removes zod's own messages: every rule has the specification's. A rule without one would show this text. */
const withoutZodsSentences: Plugin = {
  name: 'without-zods-sentences',
  enforce: 'pre',
  load: (id) =>
    zodsSentences.test(id) ? "export default () => ({ localeError: () => 'Please check this answer' });" : undefined,
};

const classicSchemas = /zod\/v4\/classic\/schemas\.js$/;

/**
 * Removes text formats that no rule uses, each with its regular expression, and zod's parsers for later and reverse
 * parsing.
 */
const left: readonly [part: RegExp, stays: string][] = [
  [/(_ZodString\.init\(inst, def\);\n\}), \{\n {4}email\([\s\S]*?\n\}\);/, '$1);'],
  [/ {4}parseAsync: [\s\S]*?(?= {4}safeParse\()/, ''],
  [/ {4}async safeParseAsync\([\s\S]*?safeDecodeAsync\([^}]*\},\n/, ''],
];

const withoutZodsExtras: Plugin = {
  name: 'without-zods-extras',
  enforce: 'pre',
  async load(id) {
    if (!classicSchemas.test(id)) return undefined;
    const source = await readFile(id, 'utf8');
    return left.reduce((kept, [part, stays]) => {
      const without = kept.replace(part, stays);
      if (without === kept) throw new Error(`${id} has nothing like ${part} to leave out`);
      return without;
    }, source);
  },
};

/** Prerendered pages with one stylesheet and nothing inline, for the strict content policy. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [withoutJsonSchemas, withoutZodsSentences, withoutZodsExtras, zipCodes(), react()],
  build: {
    sourcemap: false,
    assetsInlineLimit: 0,
    // build.ts writes every file into the pages.
    modulePreload: false,
    // The start of the product shows its own times.
    rolldownOptions: { checks: { pluginTimings: false, bundlerTimings: false } },
    reportCompressedSize: false,
  },
});
