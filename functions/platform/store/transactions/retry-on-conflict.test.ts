import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { remainingMs, withDeadline } from '#functions/platform/store/retries.ts';
import { retryOnConflict, WriteConflictError } from './retry-on-conflict.ts';

describe('retryOnConflict', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const after = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1000);
  const atSecondTry = (meanwhile: number) => {
    let reads = 0;
    return retryOnConflict(
      async () => ++reads,
      async (current) => {
        if (current > 1) return current;
        after(meanwhile);
        throw new WriteConflictError();
      },
    );
  };

  it('reads and works again after a conflict', async () => {
    expect(await atSecondTry(16)).toBe(2);
  });

  it('gives up with a 503 after too many conflicts', async () => {
    await expect(atSecondTry(26)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('passes every other error on at once', async () => {
    let reads = 0;
    const fail = () => Promise.reject(new Error('no'));
    await expect(retryOnConflict(async () => ++reads, fail)).rejects.toThrow('no');
    expect(reads).toBe(1);
  });
});

describe('retryOnConflict under a deadline', () => {
  it('stops retrying a conflict in time to report it', async () => {
    const conflict = () => Promise.reject(new WriteConflictError());
    const left = await withDeadline(Date.now() + 5_200, async () => {
      await expect(retryOnConflict(async () => 1, conflict)).rejects.toMatchObject({ kind: 'unavailable' });
      return remainingMs();
    });
    expect(left).toBeGreaterThan(3_000);
  });
});
