import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a test needs tells how it is run:
 * - pure: nothing but this process,
 * - component: a page in it (happy-dom),
 * - engine: a database engine or another program besides,
 * - contract: the same, over all calls at once,
 * - emulators: the local engines and sandboxes themselves, which change rarely,
 * - faults: whole products that are killed, starved and contended,
 * - infra: the synthesized templates and bundles,
 * - long: what is valuable but slow, by its name (`*.long.test.ts`).
 */
export const kinds = ['pure', 'component', 'engine', 'contract', 'emulators', 'faults', 'infra', 'long'] as const;
export type Kind = (typeof kinds)[number];

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders: [RegExp, Kind][] = [
  [/\.long\.test\.tsx?$/, 'long'],
  [/^(?:tests\/)?infra\//, 'infra'],
  [/^tests\/faults\//, 'faults'],
  [/^functions\/.*-faults\.test\.ts$/, 'faults'],
  [/^tests\//, 'contract'],
  [/^local\//, 'emulators'],
];
const page = /^\/\/ @vitest-environment happy-dom/m;
const program =
  /^(?:import|\}) .*'(?:#tests\/support\/(?:harness(?:-with-tenant)?|partners\/[a-z]+-world)\.ts|#local\/aws\/dynamodb\/dynamodb\.ts|node:child_process|#local\/stack\.ts)'/m;

/** The kind of one test file, by where it is and what it imports. */
export const kindOf = (path: string, text: string): Kind => {
  const byFolder = folders.find(([folder]) => folder.test(path));
  if (byFolder) return byFolder[1];
  if (page.test(text)) return 'component';
  return program.test(text) ? 'engine' : 'pure';
};

const everywhere = '{domain,functions,web-staff,web-intake,scripts,infra,local,tests}/**/*.test.{ts,tsx}';

export interface TestFile {
  path: string;
  kind: Kind;
  /** Whether it puts other modules in the place of some, for whoever imports them in its process. */
  replaces: boolean;
  /** Whether it tries more in `npm run test:long` (tests/support/test-length.ts). */
  grows: boolean;
}

/** All test files of Vitest. */
export const testFiles = (): TestFile[] =>
  globSync(everywhere, { cwd: root, exclude: (name) => name === 'node_modules' }).map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const replaces = /\bvi\.(?:mock|doMock)\(/.test(text);
    const grows = /\/(?:support\/test-length|support\/calls\/fuzz|synthesis)\.ts'/.test(text);
    return { path, kind: kindOf(path, text), replaces, grows };
  });
