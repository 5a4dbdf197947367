import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Budget, runLanes, runStep, type Step, sayResult } from './step.ts';

const node = (script: string, budget: Partial<Budget> = {}, more: Partial<Step> = {}): Step => ({
  ...{ name: 'a step', command: process.execPath, args: ['-e', script] },
  budget: { seconds: 60, cpuSeconds: 60, ...budget },
  ...more,
});
const burn = 'const until = process.cpuUsage().user + 150_000; while (process.cpuUsage().user < until);';

describe('a step', { timeout: 30_000 }, () => {
  let output: string;
  beforeEach(() => {
    output = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it('says its tests, its time and its processor time beside their budgets', async () => {
    const counts = () => ({ passed: 3, failed: 0 });
    expect(await runStep(node('', { seconds: 50, cpuSeconds: 40 }, { counts }))).toEqual({
      passed: 3,
      failed: 0,
      failures: [],
    });
    expect(output).toMatch(/^a step +ok +\d+\.\d s of 50 +cpu \d+\.\d s of 40 +3 passed, 0 failed\n$/);
  });

  it('has failed once when it ends badly without a failed test, and shows why', async () => {
    const step = node('console.error("the reason"); process.exit(3)');
    expect(await runStep(step)).toEqual({ passed: 0, failed: 1, failures: ['a step: ended with 3'] });
    expect(output).toMatch(/the reason[\s\S]*a step +FAILED/);
    const counts = () => ({ passed: 1, failed: 2, failures: ['one.test.ts › one', 'two.test.ts'] });
    const failures = ['a step: one.test.ts › one', 'a step: two.test.ts'];
    expect(await runStep({ ...step, counts })).toEqual({ passed: 1, failed: 2, failures });
  });

  it('has failed above its budget of processor time, its children’s included, unless budgets are off', async () => {
    const child = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(burn)}])`;
    const step = node(child, { cpuSeconds: 0.01 });
    expect((await runStep(step)).failed).toBe(1);
    expect(output).toContain('over its budget of processor time');
    vi.stubEnv('STAGE_BUDGETS', 'off');
    expect((await runStep(step)).failed).toBe(0);
    vi.unstubAllEnvs();
  });

  it('that failed is named again at the end, where a long run is read first', () => {
    sayResult({ passed: 1, failed: 1, failures: ['a step: one.test.ts › one'] });
    expect(output).toBe('failed: a step: one.test.ts › one\n1 passed, 1 failed\n');
    expect(process.exitCode).toBe(1);
    process.exitCode = 0;
  });

  it('of a lane begins when the one before has ended; lanes are added up', async () => {
    const counts = () => ({ passed: 1, failed: 0 });
    const lanes = [[node('', {}, { counts }), node('process.exit(1)')], [node('', {}, { counts })]];
    expect(await runLanes(lanes)).toEqual({ passed: 2, failed: 1, failures: ['a step: ended with 1'] });
  });
});
