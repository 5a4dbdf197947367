// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { commonPassword } from '#domain/shared/values/password.ts';
import { userPool } from './user-pool.ts';

afterEach(() => vi.unstubAllGlobals());

it('resetPassword rejects a well-known password without calling the pool', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: RequestInfo | URL) => {
    asked.push(String(address));
    return Response.json({ userPoolId: 'us-east-1_pool', userPoolClientId: 'client' });
  });
  await expect(userPool.resetPassword('somebody@example.com', '123456', 'Thunder1')).rejects.toThrow(commonPassword);
  expect(asked).toEqual(['/config.json']);
});
