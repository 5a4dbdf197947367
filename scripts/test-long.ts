import { mkdirSync, rmSync } from 'node:fs';
import { emulatorsNow } from './content-hash.ts';
import { runSteps, sayResults } from './step.ts';
import { browserLong, results, vitest } from './steps.ts';

/**
 * Runs tests that are slow or need a quiet machine: the emulators, tests of growing length (storms with many seeds,
 * fuzz, every granted call, DynamoDB Local), soaks, and browser measurements.
 */
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const emulators = emulatorsNow();
const began = performance.now();
const done = await runSteps([browserLong, vitest('emulators'), vitest('long')]);
if (done.some(({ step, failed }) => step.name === 'emulators' && failed === 0)) emulators.note();
sayResults(done, (performance.now() - began) / 60_000);
