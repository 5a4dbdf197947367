import { defineConfig } from 'vitest/config';
import { type Kind, type TestFile, testFiles } from './scripts/checks/test-kinds.ts';

const files = testFiles();
const of = (kind: Kind, fits: (file: TestFile) => boolean = () => true): string[] =>
  files.filter((file) => file.kind === kind && fits(file)).map(({ path }) => path);
const isOf =
  (site: string) =>
  ({ path, replaces }: TestFile): boolean =>
    !replaces && path.startsWith(`${site}/`);
const seconds = (test: number, hook: number) => ({ testTimeout: test * 1000, hookTimeout: hook * 1000 });
const pages = { setupFiles: ['tests/support/after-each-page.ts'], ...seconds(30, 30) };

/** One project for each kind of test (scripts/checks/test-kinds.ts). */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    teardownTimeout: 10_000,
    projects: [
      // Files that leave the process as it was share it, and what they import is loaded once.
      { extends: true, test: { name: 'pure', include: of('pure'), isolate: false, ...seconds(20, 20) } },
      {
        extends: true,
        test: { name: 'component', include: of('component', isOf('web-staff')), isolate: false, ...pages },
      },
      // Files of a process share one document and one address, and the two sites are never in one.
      {
        extends: true,
        test: { name: 'component-intake', include: of('component', isOf('web-intake')), isolate: false, ...pages },
      },
      {
        extends: true,
        test: { name: 'component-apart', include: of('component', ({ replaces }) => replaces), ...pages },
      },
      { extends: true, test: { name: 'engine', include: of('engine'), isolate: false, ...seconds(20, 60) } },
      { extends: true, test: { name: 'contract', include: of('contract'), isolate: false, ...seconds(30, 60) } },
      // Each sets the environment of its process.
      { extends: true, test: { name: 'emulators', include: of('emulators'), ...seconds(30, 60) } },
      {
        extends: true,
        test: {
          name: 'faults',
          include: of('faults'),
          // Some have 64 environments, each of which has a heap of its own in AWS. In one of the usual size what they leave behind
          // is cleared up in one go now and then, and all of them stand still meanwhile.
          execArgv: ['--max-semi-space-size=64'],
          ...seconds(60, 120),
        },
      },
      {
        extends: true,
        test: { name: 'infra', include: of('infra'), globalSetup: ['tests/infra/prepare.ts'], ...seconds(60, 180) },
      },
    ],
  },
});
