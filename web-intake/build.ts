import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, runnerImport } from 'vite';
import type { PageAddress } from './src/page-address.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const configFile = join(folder, 'vite.config.ts');

/** The built file of each page. The form is the index: it is what a server answers that knows no other rule. */
const files: Record<PageAddress['page'], string> = { form: 'index.html', status: 'status.html', start: 'start.html' };

/**
 * Builds the public site into `outDir` (emptied first): hashed assets, and each page with its markup already in it, so
 * that a family reads the form before any code has arrived.
 */
export const buildIntake = async (outDir: string): Promise<void> => {
  const target = resolve(outDir);
  await inProduction(() => build({ configFile, logLevel: 'warn', build: { outDir: target, emptyOutDir: true } }));
  const { module } = await runnerImport<typeof import('./src/prerender.tsx')>(join(folder, 'src/prerender.tsx'), {
    root: folder,
    logLevel: 'warn',
  });
  const scripts = (await readdir(join(target, 'assets'))).filter((name) => name.endsWith('.js'));
  const template = scriptsLast(await readFile(join(target, 'index.html'), 'utf8'), scripts);
  for (const [page, file] of Object.entries(files) as [PageAddress['page'], string][]) {
    const markup = module.render(page);
    const html = template.replace('data-page="form"', `data-page="${page}"`).replace('<!--page-->', () => markup);
    await writeFile(join(target, file), html);
  }
};

/** Vite takes over a NODE_ENV that is set, as a test runner's is, and would build React's development version. */
const inProduction = async (run: () => Promise<unknown>): Promise<void> => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await run();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
};

/**
 * The page can be read without its scripts: they must not take the line from the stylesheet. Those that the first one
 * imports later are asked for with it.
 */
const scriptsLast = (html: string, scripts: readonly string[]): string => {
  const [tag] = /<script type="module"[^>]*><\/script>/.exec(html) ?? [];
  if (!tag) throw new Error('The built page has no script');
  const later = scripts.filter((name) => !tag.includes(name));
  const preloads = later.map((name) => `<link rel="modulepreload" fetchpriority="low" href="/assets/${name}" />`);
  const tags = [tag.replace('<script', '<script fetchpriority="low"').replace(' crossorigin', ''), ...preloads];
  return html.replace(tag, '').replace('</body>', `${tags.join('\n    ')}\n  </body>`);
};
