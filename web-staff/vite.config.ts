import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { zipCodes } from '../scripts/zip-codes.ts';

const api = process.env.STILLWATER_URL ?? 'http://127.0.0.1:4000';

/** Scripts, styles and preloads of the application's page. */
const startTags = /<script\b[^>]*><\/script>|<link\b[^>]*\brel="(?:stylesheet|preload|modulepreload)"[^>]*>/g;

/** Writes the tags of the application's page into the template of the landing page. */
const applicationInLanding = (): Plugin => ({
  name: 'application-in-landing',
  enforce: 'post',
  generateBundle(_, bundle) {
    const [application, landing] = [bundle['index.html'], bundle['landing.html']];
    if (application?.type !== 'asset' || landing?.type !== 'asset') throw new Error('A page of the site is missing');
    const tags = String(application.source).match(startTags) ?? [];
    landing.source = String(landing.source).replace(/(?<=<template id="application">)(?=<\/template>)/, tags.join(''));
  },
});

/** Writes the sign-in page into the application's page, so that it is painted before the script runs. */
const signInInPage = (): Plugin => ({
  name: 'sign-in-in-page',
  apply: 'build',
  async transformIndexHtml(html) {
    const place = '<div id="first-paint"></div>';
    if (!html.includes(place)) return html;
    const outDir = join(import.meta.dirname, '../node_modules/.cache', `first-paint-${randomUUID()}`);
    const ssr = join(import.meta.dirname, 'src/app/first-paint.tsx');
    try {
      await build({
        root: import.meta.dirname,
        configFile: false,
        plugins: [zipCodes()],
        publicDir: false,
        logLevel: 'warn',
        build: { ssr, outDir, emptyOutDir: true },
      });
      const { firstPaint } = await import(pathToFileURL(join(outDir, 'first-paint.js')).href);
      return html.replace(place, `<div id="first-paint">${firstPaint()}</div>`);
    } finally {
      rmSync(outDir, { recursive: true, force: true });
    }
  },
});

/** The frame, the pages of a first call, a move and a run sheet, and the pages that lead to them. */
const offlineModules = [
  'app/shell',
  'app/offline-call-page',
  'first-calls/offline-home',
  'first-calls/take-call-page',
  'app/send-offline-work',
  'care/scan-page',
  'calendar/run-sheet-page',
  'care/code-in-picture',
  'team/sign-in/call-instead',
  'session/user-pool',
  'session/shared-session',
  'session/device/device',
  'session/device/device-person',
].map((name) => new RegExp(`/src/${name}\\.tsx?$`));

/**
 * Writes the service worker (src/app/offline/service-worker.js) with the names of those modules and of their static
 * imports.
 */
const worker = (): Plugin => ({
  name: 'service-worker',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') throw new Error('The page of the application is missing');
    const files = new Set([...String(page.source).matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([file]) => file));
    const add = (name: string): void => {
      const chunk = bundle[name];
      if (chunk?.type !== 'chunk' || (files.has(`/${name}`) && added.has(name))) return;
      added.add(name);
      files.add(`/${name}`);
      for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
      for (const imported of chunk.imports) add(imported);
    };
    const added = new Set<string>();
    for (const file of [...files]) add(file.slice(1));
    for (const wanted of offlineModules) {
      const found = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.moduleIds.some((id) => wanted.test(id)),
      );
      if (!found) throw new Error(`The build has no part for ${wanted}`);
      add(found.fileName);
    }
    const listed = ['/index.html', '/color-scheme.js', ...[...files].toSorted()];
    const text = readFileSync(join(import.meta.dirname, 'src/app/offline/service-worker.js'), 'utf8');
    const version = createHash('sha256').update(String(page.source)).update(listed.join()).update(text);
    const source = text
      .replace("'VERSION'", JSON.stringify(version.digest('hex').slice(0, 16)))
      .replace("'FILES'", () => JSON.stringify(JSON.stringify(listed)));
    this.emitFile({ type: 'asset', fileName: 'sw.js', source });
  },
});

/** The staff site: hashed assets for long caching, no source maps, no inline script (quality S-28, S-38). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), zipCodes(), signInInPage(), applicationInLanding(), worker()],
  build: {
    outDir: '../dist/web-staff',
    emptyOutDir: true,
    rolldownOptions: {
      // The start of the product shows its own times.
      checks: { pluginTimings: false, bundlerTimings: false },
      input: ['index.html', 'landing.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        codeSplitting: {
          // These modules are one file each; otherwise each icon and each small shared module is a file. A share count
          // of 4 instead of 17 opens a case with some 40 files instead of 107, at the same size.
          groups: [
            { name: 'start', tags: ['$initial'], test: /^(?!.*landing)/, priority: 3 },
            { name: 'icons', test: /@tabler\/icons-react/, priority: 2 },
            { name: 'pool', test: /aws-amplify|@aws-crypto|@smithy|js-cookie|tslib/, priority: 1 },
            // Few visits need care, the events of a day or a choice of cases, whose shared modules are files of their own.
            {
              name: 'common',
              test: /^(?!.*(?:\/care\/(?!keys)|\/domain\/calendar\/(?:day|run-sheet)|\/src\/calendar\/(?!keys|queries|event-text|parts\/(?:google\.|clash))|\/first-calls\/parts\/|\/session\/device\/|\/sealed-entries|\/src\/reports\/(?!keys)|\/domain\/reports\/periods|\/case-combobox))/,
              minShareCount: 4,
              priority: 0,
            },
          ],
        },
      },
    },
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Most pages share one file; tests limit its compressed size.
    chunkSizeWarningLimit: 900,
  },
  server: { host: '127.0.0.1', proxy: { '/api': api, '/config.json': api } },
});
