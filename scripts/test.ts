import { mkdirSync, rmSync } from 'node:fs';
import { type Counts, runLanes, type Step, say, sayResult, sumOf } from './step.ts';
import { browser, lint, results, sites, speed, structure, types, vitest } from './steps.ts';

/** Runs every check of the project; the last lines say what failed and how many tests passed. */
const stages: Step[][][] = [
  // About as long, one beside the other, each on a core of its own; nothing waits for the other lane.
  [
    [types, lint(), structure, sites, vitest('pure'), vitest('component'), vitest('infra'), vitest('emulators')],
    [vitest('engine'), vitest('contract')],
  ],
  // Whole products: half of their time they wait, for a page to settle, a start, an answer that is held back. Two in
  // browsers and one that is killed and starved keep both cores busy.
  [[vitest('faults')], [browser]],
  [[speed]],
];

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const began = performance.now();
const counts: Counts[] = [];
for (const lanes of stages) counts.push(await runLanes(lanes));
say(`\nin ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
sayResult(sumOf(counts));
