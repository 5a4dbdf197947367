import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The public site: prerendered pages with one stylesheet; nothing inline, so that the strict content policy holds. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    sourcemap: false,
    assetsInlineLimit: 0,
    // The pages name every file themselves (build.ts).
    modulePreload: false,
    reportCompressedSize: false,
  },
});
