import { mkdirSync, rmSync } from 'node:fs';
import { emulatorsNow } from './checks/emulators.ts';
import { print, runSteps, sayResults } from './step.ts';
import { browser, lint, results, sites, structure, types, vitest } from './steps.ts';

/**
 * Runs every check of the project; the last lines say how long each level took, what failed, and how many tests passed.
 * What needs longer, or a quiet machine, is in `npm run test:long`.
 */
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const emulators = emulatorsNow();
if (emulators.areTested) print('emulators  left out: local/ and the adapters are as they were when their tests passed');
const began = performance.now();
const done = await runSteps([
  // Quick to fail first; the sites are what the browser opens.
  ...[types, lint(), sites, structure],
  browser,
  // The longest first, so that both cores end at about the same time.
  ...[
    vitest('engine'),
    vitest('faults'),
    vitest('contract'),
    vitest('infra'),
    ...(emulators.areTested ? [] : [vitest('emulators')]),
  ],
  ...[vitest('component'), vitest('pure')],
]);
if (done.some(({ step, failed }) => step.name === 'emulators' && failed === 0)) emulators.note();
sayResults(done, (performance.now() - began) / 60_000);
