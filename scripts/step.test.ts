import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runStep, runSteps, type Step, sayResults } from './step.ts';

const node = (script: string, more: Partial<Step> = {}): Step => ({
  ...{ name: 'a step', command: process.execPath, args: ['-e', script], alone: 'npm run a-step', cores: 1 },
  ...more,
});

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
