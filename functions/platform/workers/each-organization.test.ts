import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#domain/shared/contract/errors.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { eachOrganization } from './each-organization.ts';

const all = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

describe('eachOrganization', () => {
  it('continues after a failure and logs its cause without its message', async () => {
    const { logger, lines, parsed } = recordingLogger();
    const done: string[] = [];
    const round = await eachOrganization(all, { logger, problem: 'not done' }, async ({ id }) => {
      if (id === 'b') throw new SyntaxError('Vandermeulen');
      if (id === 'c') throw new AppError('unavailable', { reason: 'table: no time left' });
      done.push(id);
    });
    expect([round, done]).toEqual([{ failed: 2, left: [] }, ['a', 'd']]);
    expect(parsed()).toMatchObject([
      { level: 'ERROR', message: 'not done', organization_id: 'b', reason: 'SyntaxError' },
      { level: 'ERROR', message: 'not done', organization_id: 'c', reason: 'table: no time left' },
    ]);
    expect(lines.join()).not.toContain('Vandermeulen');
  });

  it('starts no organization after its time, signals it, and returns those left', async () => {
    const how = { ...recordingLogger(), problem: 'not done', budgetMs: 30 };
    const late: boolean[] = [];
    let passed = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => passed);
    const { left } = await eachOrganization(all, how, async (_, isLate) => {
      late.push(isLate());
      passed += 40;
      late.push(isLate());
    });
    expect([left.map(({ id }) => id), late]).toEqual([
      ['b', 'c', 'd'],
      [false, true],
    ]);
    const none = await eachOrganization(all, { ...how, budgetMs: -1 }, () => expect.unreachable());
    expect(none).toEqual({ failed: 0, left: all });
    clock.mockRestore();
  });

  it('processes each once, up to the allowed number in parallel', async () => {
    let running = 0;
    const [most, done] = [new Set<number>(), [] as string[]];
    await eachOrganization(all, { ...recordingLogger(), problem: 'not done', atOnce: 3 }, async ({ id }) => {
      most.add(++running);
      await turn();
      running -= 1;
      done.push(id);
    });
    expect([Math.max(...most), done.sort()]).toEqual([3, ['a', 'b', 'c', 'd']]);
  });
});
