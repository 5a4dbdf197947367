import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.STILLWATER_URL ?? 'http://127.0.0.1:4000';

/** The staff site: hashed assets for long caching, no source maps, no inline script (quality S-28, S-38). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/web-staff',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // React, its router and the sign-in belong to the first page; the tests hold their compressed size to a budget.
    chunkSizeWarningLimit: 600,
  },
  server: { host: '127.0.0.1', proxy: { '/api': api, '/config.json': api } },
});
