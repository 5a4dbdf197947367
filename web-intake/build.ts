import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, runnerImport } from 'vite';
import { type Language, languages } from '#domain/shared/values/language.ts';
import { zipCodes } from '../scripts/zip-codes.ts';
import type { PageAddress } from './src/page-address.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const configFile = join(folder, 'vite.config.ts');

/** The form is the index, because a server without other rules answers with it. */
const files: Record<PageAddress['page'], string> = { form: 'index.html', status: 'status.html', start: 'start.html' };

/** English is at the root, every other language in its own folder; the edge chooses (infra/edge). */
const folderOf = (language: Language): string => (language === 'en' ? '' : language);

/**
 * Builds the public site into `outDir` (emptied first): hashed assets and prerendered pages, so that a family can read
 * the form before any code arrives.
 */
export const buildIntake = async (outDir: string): Promise<void> => {
  const target = resolve(outDir);
  await inProduction(() => build({ configFile, logLevel: 'warn', build: { outDir: target, emptyOutDir: true } }));
  const { module } = await runnerImport<typeof import('./src/prerender.tsx')>(join(folder, 'src/prerender.tsx'), {
    root: folder,
    plugins: [zipCodes()],
    logLevel: 'warn',
  });
  const assets = await readdir(join(target, 'assets'));
  const built = await readFile(join(target, 'index.html'), 'utf8');
  for (const language of languages) {
    await mkdir(join(target, folderOf(language)), { recursive: true });
    for (const [page, file] of Object.entries(files) as [PageAddress['page'], string][]) {
      const html = pageIn(built, assets, { page, language, ...module.render(page, language) });
      await writeFile(join(target, folderOf(language), file), html);
    }
  }
};

interface Rendered {
  page: PageAddress['page'];
  language: Language;
  markup: string;
  title: string;
  description: string;
  withoutScript: string;
}

const pageIn = (built: string, assets: readonly string[], { page, language, ...texts }: Rendered): string => {
  const [description] = /(?<=name="description" content=")[^"]*/.exec(built) ?? [];
  const [withoutScript] = /(?<=class="without-script">)[^<]*/.exec(built) ?? [];
  if (!description || !withoutScript) throw new Error('The built page does not say what it is');
  const scripts = assets.filter((name) => name.endsWith('.js'));
  const words = assets.find((name) => name.startsWith(`${language}-`) && name.endsWith('.json'));
  const preload = words ? `<link rel="preload" as="fetch" crossorigin href="/assets/${words}" />\n  ` : '';
  const alternates = languages
    .map((other) => `<link rel="alternate" hreflang="${other}" href="?lang=${other}" />\n  `)
    .join('  ');
  return scriptsLast(built, scriptsOf(page, scripts))
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('</head>', `${alternates}${preload}</head>`)
    .replace(/<title>.*<\/title>/, `<title>${texts.title}</title>`)
    .replace(description, texts.description)
    .replace(withoutScript, texts.withoutScript)
    .replace('data-page="form"', `data-page="${page}"`)
    .replace('<!--page-->', () => texts.markup);
};

/** Returns whether a script is only loaded on a click, or by a link from an email. */
export const isFetchedWhenWanted = (script: string): boolean =>
  /^(?:mail-link|resume-report-page|papers|review-page|lazy-calls|.*zip-codes.*)-/.test(script);

const scriptsOf = (page: PageAddress['page'], scripts: readonly string[]): string[] =>
  scripts.filter((name) => !name.startsWith(page === 'status' ? 'app-' : 'status-app-') && !isFetchedWhenWanted(name));

/** Vite keeps a NODE_ENV that is set, such as a test runner's, and would build React's development version. */
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
 * The page is readable without its scripts, so the stylesheet loads first. Scripts that the first one imports are
 * preloaded with it.
 */
const scriptsLast = (html: string, scripts: readonly string[]): string => {
  const [tag] = /<script type="module"[^>]*><\/script>/.exec(html) ?? [];
  if (!tag) throw new Error('The built page has no script');
  const later = scripts.filter((name) => !tag.includes(name));
  const preloads = later.map((name) => `<link rel="modulepreload" fetchpriority="low" href="/assets/${name}" />`);
  const tags = [tag.replace('<script', '<script fetchpriority="low"').replace(' crossorigin', ''), ...preloads];
  return html.replace(tag, '').replace('</body>', `${tags.join('\n    ')}\n  </body>`);
};
