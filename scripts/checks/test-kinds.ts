import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Kinds of tests by what they need:
 * - pure: only this process,
 * - component: a page in it (happy-dom),
 * - engine: a database engine or another program,
 * - contract: the same, over all calls,
 * - emulators: the local emulators themselves, which change rarely,
 * - faults: whole products that are killed, starved and contended,
 * - infra: synthesized templates and bundles,
 * - long: valuable but slow (`*.long.test.ts`).
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
  // The demo's records are drafted in this process.
  [/^local\/seed\/demonstration\./, 'engine'],
  [/^local\//, 'emulators'],
];
const page = /^\/\/ @vitest-environment happy-dom/m;
const program =
  /^(?:import|\}) .*'(?:#tests\/support\/(?:harness(?:-with-tenant)?|partners\/[a-z]+-world)\.ts|#local\/aws\/dynamodb\/dynamodb\.ts|node:child_process|#local\/stack\.ts)'/m;

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
  replaces: boolean;
  /** True for a test that tries more in `npm run test:long` (tests/support/test-length.ts). */
  grows: boolean;
}

export const testFiles = (): TestFile[] =>
  globSync(everywhere, { cwd: root, exclude: (name) => name === 'node_modules' }).map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const replaces = /\bvi\.(?:mock|doMock)\(/.test(text);
    const grows = /\/(?:support\/test-length|support\/calls\/fuzz|synthesis)\.ts'/.test(text);
    return { path, kind: kindOf(path, text), replaces, grows };
  });
