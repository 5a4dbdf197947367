import { defineConfig } from 'vitest/config';

const outside = ['**/node_modules/**', 'dist/**', 'cdk.out/**'];

/** Three projects: pure and component tests; what needs the running product or an engine; the synthesized templates. */
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
          include: ['{domain,functions,web-staff,web-intake,scripts,infra,bench}/**/*.test.{ts,tsx}'],
          exclude: outside,
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
