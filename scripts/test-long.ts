import { mkdirSync, rmSync } from 'node:fs';
import { emulatorsNow } from './checks/emulators.ts';
import { runSteps, sayResults } from './step.ts';
import { browserLong, results, vitest } from './steps.ts';

/**
 * Runs what is valuable but slow, or needs a quiet machine: the local engines, tests whose length grows (storms with many
 * seeds, fuzz, every granted call, DynamoDB Local), soaks, and what is measured in a browser.
 */
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const emulators = emulatorsNow();
const began = performance.now();
const done = await runSteps([browserLong, vitest('emulators'), vitest('long')]);
if (done.some(({ step, failed }) => step.name === 'emulators' && failed === 0)) emulators.note();
sayResults(done, (performance.now() - began) / 60_000);
