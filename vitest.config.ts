import { defineConfig } from 'vitest/config';
import { type Kind, type TestFile, testFiles } from './scripts/checks/test-kinds.ts';
import { zipCodes } from './scripts/zip-codes.ts';

const files = testFiles();
const of = (kind: Kind, fits: (file: TestFile) => boolean = () => true): string[] =>
  files.filter((file) => file.kind === kind && fits(file)).map(({ path }) => path);
const isOf =
  (site: string) =>
  ({ path, replaces }: TestFile): boolean =>
    !replaces && path.startsWith(`${site}/`);
const pages = { setupFiles: ['tests/support/after-each-page.ts'] };
const minutes = (count: number) => ({ testTimeout: count * 60_000, hookTimeout: count * 60_000 });
/** Files that try more in the long run. */
const grown = process.env.TEST_LENGTH === 'long' ? files.filter(({ grows }) => grows).map(({ path }) => path) : [];

/** One project per kind of test (scripts/checks/test-kinds.ts). Time limits only end what hangs. */
export default defineConfig({
  plugins: [zipCodes()],
  test: {
    pool: 'forks',
    maxWorkers: 2,
    teardownTimeout: 10_000,
    expect: { poll: { timeout: 60_000 } },
    ...minutes(2),
    projects: [
      // Files that leave their process clean share it, so that imports load once.
      { extends: true, test: { name: 'pure', include: of('pure'), isolate: false } },
      {
        extends: true,
        test: { name: 'component', include: of('component', isOf('web-staff')), isolate: false, ...pages },
      },
      // Files of a process share one document, so the two sites are separate.
      {
        extends: true,
        test: { name: 'component-intake', include: of('component', isOf('web-intake')), isolate: false, ...pages },
      },
      {
        extends: true,
        test: { name: 'component-apart', include: of('component', ({ replaces }) => replaces), ...pages },
      },
      { extends: true, test: { name: 'engine', include: of('engine'), isolate: false } },
      { extends: true, test: { name: 'contract', include: of('contract'), isolate: false } },
      // Each file sets the environment of its process.
      { extends: true, test: { name: 'emulators', include: of('emulators') } },
      { extends: true, test: { name: 'faults', include: of('faults'), ...minutes(5) } },
      {
        extends: true,
        test: { name: 'infra', include: of('infra'), globalSetup: ['tests/infra/prepare.ts'], ...minutes(5) },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [...new Set([...of('long'), ...grown])],
          globalSetup: ['tests/infra/prepare.ts'],
          ...minutes(60),
        },
      },
    ],
  },
});
