import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const api = process.env.STILLWATER_URL ?? 'http://127.0.0.1:4000';

/** Scripts, styles and what is read ahead: all that makes the application's page the application. */
const startTags = /<script\b[^>]*><\/script>|<link\b[^>]*\brel="(?:stylesheet|preload|modulepreload)"[^>]*>/g;

/** Writes the tags of the application's page into the template of the page for visitors, which starts it from there. */
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

/** The staff site: hashed assets for long caching, no source maps, no inline script (quality S-28, S-38). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), applicationInLanding()],
  build: {
    outDir: '../dist/web-staff',
    emptyOutDir: true,
    rolldownOptions: { input: ['index.html', 'landing.html'].map((page) => join(import.meta.dirname, page)) },
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // React, its router and the sign-in belong to the first page; the tests hold their compressed size to a budget.
    chunkSizeWarningLimit: 600,
  },
  server: { host: '127.0.0.1', proxy: { '/api': api, '/config.json': api } },
});
