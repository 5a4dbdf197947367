import { mkdirSync, rmSync } from 'node:fs';
import { type Counts, givingWay, runLanes, type Step, say, sayResult, sumOf } from './step.ts';
import { browser, lint, results, sites, speed, structure, types, vitest } from './steps.ts';

/** Runs every check of the project; the last lines say what failed and how many tests passed. */
const stages: Step[][][] = [
  // The sites first: browsers, starts of the product and the stack need them.
  [[sites], [types]],
  // Whole products wait half of their time, for a page to settle, a start, an answer that is held back. What only computes
  // has the processor meanwhile, and gives way as soon as they go on.
  [
    [browser],
    [vitest('faults')],
    givingWay(vitest('engine'), vitest('contract')),
    givingWay(lint(), structure, vitest('pure'), vitest('component'), vitest('infra'), vitest('emulators')),
  ],
  [[speed]],
];

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const began = performance.now();
const counts: Counts[] = [];
for (const lanes of stages) counts.push(await runLanes(lanes));
say(`\nin ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
sayResult(sumOf(counts));
