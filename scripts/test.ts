import { mkdirSync, rmSync } from 'node:fs';
import { emulatorsNow } from './content-hash.ts';
import { print, runSteps, sayResults } from './step.ts';
import { browser, lint, results, sites, structure, types, vitest } from './steps.ts';

/**
 * Runs every check of the project, and prints times, failures and the number of passed tests. `npm run test:long` has
 * slower tests.
 */
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const emulators = emulatorsNow();
if (emulators.areTested) print('emulators  left out: local/ and the adapters are as they were when their tests passed');
const began = performance.now();
const done = await runSteps([
  // Fast failures come first; the browser needs the sites.
  types,
  lint(),
  sites,
  structure,
  browser,
  // The longest first, so that both cores end at about the same time.
  vitest('engine'),
  vitest('faults'),
  vitest('contract'),
  vitest('infra'),
  ...(emulators.areTested ? [] : [vitest('emulators')]),
  vitest('component'),
  vitest('pure'),
]);
if (done.some(({ step, failed }) => step.name === 'emulators' && failed === 0)) emulators.note();
sayResults(done, (performance.now() - began) / 60_000);
