import { mkdirSync, rmSync } from 'node:fs';
import { runLanes, type Step, say } from './step.ts';
import { browser, lint, results, sites, structure, types, vitest } from './steps.ts';

/** Runs every check of the project; the last line says how many tests passed and failed. */
const stages: Step[][][] = [
  [[types], [lint(), structure, sites]],
  // About as long, one beside the other, each on a core of its own.
  [
    [vitest('pure'), vitest('component'), vitest('infra'), vitest('emulators')],
    [vitest('engine'), vitest('contract')],
  ],
  // Whole products, which need both.
  [[vitest('faults', { workers: 2 })]],
  [[browser]],
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
