import { defineConfig } from 'vitest/config';
import { preact } from './web-intake/vite.config.ts';

const outside = ['**/node_modules/**', 'dist/**', 'cdk.out/**'];

/** Four projects: pure and component tests; those of the public site; what needs the running product or an engine; the synthesized templates. */
export default defineConfig({
  test: {
    // A stack sets the process's environment, so every file has a process of its own.
    pool: 'forks',
    maxWorkers: 2,
    teardownTimeout: 10_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{domain,functions,web-staff,scripts,infra,bench}/**/*.test.{ts,tsx}'],
          exclude: outside,
        },
      },
      {
        // The public site under the library that it is built with.
        extends: true,
        resolve: { alias: preact },
        test: {
          name: 'intake',
          include: ['web-intake/**/*.test.{ts,tsx}'],
          exclude: outside,
          server: { deps: { inline: ['react-hook-form'] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{local,tests/integration,tests/contract,tests/faults}/**/*.test.ts'],
          exclude: outside,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'infra',
          include: ['tests/infra/**/*.test.ts'],
          globalSetup: ['tests/infra/prepare.ts'],
          exclude: outside,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
