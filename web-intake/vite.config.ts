import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const jsonSchemaParts = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;

/**
 * Zod's export of JSON schemas, 4 kB that hang on every schema and that no page calls: the API document is written on
 * the server. In their place stand functions that refuse.
 */
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

/** The public site: prerendered pages with one stylesheet; nothing inline, so that the strict content policy holds. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [withoutJsonSchemas, react()],
  build: {
    sourcemap: false,
    assetsInlineLimit: 0,
    // The pages name every file themselves (build.ts).
    modulePreload: false,
    reportCompressedSize: false,
  },
});
