import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runStep, runSteps, type Step, sayResults } from './step.ts';

const node = (script: string, more: Partial<Step> = {}): Step => ({
  ...{ name: 'a step', command: process.execPath, args: ['-e', script], alone: 'npm run a-step', cores: 1 },
  ...more,
});
const counting = (passed: number) => ({ counts: () => ({ passed, failed: 0, failures: [] }) });

describe('runStep', () => {
  let output: string;
  beforeEach(() => {
    output = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  it('prints its time, its processor time with the budget, and its tests', async () => {
    expect(await runStep(node('', { budget: 40, ...counting(3) }))).toMatchObject({
      passed: 3,
      failed: 0,
      failures: [],
    });
    expect(output).toMatch(/^a step +ok +\d+ s +processor \d+ s of 40 +3 passed, 0 failed\n$/);
  });

  it('counts the processor time of its child processes', async () => {
    const burn = 'const until = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < until);';
    const child = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(burn)}])`;
    expect((await runStep(node(child))).cpu).toBeGreaterThanOrEqual(0.3);
  });

  it('reports one failure with its output when it ends badly without a failed test', async () => {
    const step = node('console.error("the reason"); process.exit(3)');
    const failures = [{ name: 'ended with 3', alone: 'npm run a-step' }];
    expect(await runStep(step)).toMatchObject({ passed: 0, failed: 1, failures });
    expect(output).toMatch(/the reason[\s\S]*a step +FAILED/);
  });

  it('lists failures at the end, each with the command that reruns it', async () => {
    const failures = [{ name: 'one.test.ts › one', alone: 'npm run vitest -- one.test.ts' }];
    const step = node('process.exit(1)', { counts: () => ({ passed: 1, failed: 1, failures }) });
    const results = await runSteps([step]);
    output = '';
    sayResults(results, 1.5);
    expect(output).toMatch(/in 1\.5 minutes, processor \d+ s\n/);
    expect(output).toMatch(
      /failed: a step: one\.test\.ts › one\n +npm run vitest -- one\.test\.ts\n1 passed, 1 failed\n$/,
    );
    expect(process.exitCode).toBe(1);
    process.exitCode = 0;
  });
});

describe('runSteps', () => {
  it('runs steps in order, as many at once as there are cores', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const running = new Set<string>();
    const together: string[] = [];
    const step = (name: string, cores: 1 | 2): Step =>
      node('', {
        ...{ name, cores },
        environment: async () => {
          running.add(name);
          together.push([...running].join('+'));
          return {};
        },
        counts: () => {
          running.delete(name);
          return { passed: 1, failed: 0, failures: [] };
        },
      });
    const results = await runSteps([step('one', 1), step('both', 2), step('last', 1)]);
    expect(results.map(({ passed }) => passed)).toEqual([1, 1, 1]);
    expect(together).toEqual(['one', 'both', 'last']);
    vi.restoreAllMocks();
  });
});
