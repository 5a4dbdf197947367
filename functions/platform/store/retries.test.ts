import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { callMs, remainingMs, withDeadline, withRetries } from './retries.ts';

describe('withDeadline', () => {
  it('applies to everything inside, and the earlier of two deadlines counts', async () => {
    expect(remainingMs()).toBe(Number.POSITIVE_INFINITY);
    await withDeadline(Date.now() + 1_000, async () => {
      await wait(5);
      expect(remainingMs()).toBeLessThan(1_000);
      withDeadline(Date.now() + 60_000, () => expect(remainingMs()).toBeLessThan(1_000));
      withDeadline(Date.now() + 100, () => expect(remainingMs()).toBeLessThanOrEqual(100));
    });
    expect(remainingMs()).toBe(Number.POSITIVE_INFINITY);
  });

  it('starts no table call that could end after it', async () => {
    let calls = 0;
    const call = async () => ++calls;
    const late = withDeadline(Date.now() + callMs - 1, () => withRetries(call));
    await expect(late).rejects.toMatchObject({ kind: 'unavailable' });
    expect(calls).toBe(0);
  });
});
