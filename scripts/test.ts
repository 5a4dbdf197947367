import { mkdirSync, rmSync } from 'node:fs';
import { runLanes, type Step, say } from './step.ts';
import { browser, lint, results, sites, speed, structure, types, vitest } from './steps.ts';

/** Runs every check of the project; the last line says how many tests passed and failed. */
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
let [passed, failed] = [0, 0];
for (const lanes of stages) {
  const counts = await runLanes(lanes);
  passed += counts.passed;
  failed += counts.failed;
}
say(`\nin ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
