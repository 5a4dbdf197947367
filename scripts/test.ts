import { mkdirSync, rmSync } from 'node:fs';
import { slowness } from './machine-speed.ts';
import { type Counts, givingWay, runLanes, type Step, say, sayResult, sumOf } from './step.ts';
import { browser, lint, results, sites, speed, structure, types, vitest } from './steps.ts';

const faults = vitest('faults');
const computing: [Step[], Step[]] = [
  [lint(), structure, vitest('pure'), vitest('component'), vitest('infra'), vitest('emulators')],
  [vitest('engine'), vitest('contract')],
];

/**
 * Whole products wait half of their time, for a page to settle, a start, an answer that is held back. What only computes has
 * the processor meanwhile, and gives way as soon as they go on. On a slow machine nothing would be left for it, and its
 * tests have limits of time: there it has its own turn.
 */
const sideBySide: Step[][][] = [[[browser(3)], [faults], ...computing.map((lane) => givingWay(...lane))]];
const byTurns: Step[][][] = [computing, [[faults], [browser(2)]]];
const isQuick = slowness() < 1.2;

/** Runs every check of the project; the last lines say what failed and how many tests passed. */
const stages: Step[][][] = [
  // Browsers, starts of the product and the stack need the sites.
  [[sites], [types]],
  ...(isQuick ? sideBySide : byTurns),
  [[speed]],
];

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const began = performance.now();
const counts: Counts[] = [];
for (const lanes of stages) counts.push(await runLanes(lanes));
say(`\nin ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
sayResult(sumOf(counts));
