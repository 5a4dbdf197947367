import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryOnConflict, WriteConflict } from './retry-on-conflict.ts';

describe('coming second', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const after = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1000);
  const atSecondTry = (meanwhile: number) =>
    retryOnConflict(
      async () => 'read',
      async (_, tries) => {
        if (tries > 1) return tries;
        after(meanwhile);
        throw new WriteConflict();
      },
    );

  it('is tried again also by who has waited for a turn as long as one is waited for', async () => {
    expect(await atSecondTry(16)).toBe(2);
  });

  it('ends where others came first for too long, and says to come again', async () => {
    await expect(atSecondTry(26)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
