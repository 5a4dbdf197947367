import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firewallSeconds, signInLimits } from '#domain/shared/operations/sign-in-limits.ts';
import { type PoolUnderTest, startPoolUnderTest } from './amplify-test-client.ts';

let pool: PoolUnderTest;
beforeEach(async () => {
  pool = await startPoolUnderTest();
});
afterEach(() => pool.close());

/** A call as a browser makes it; what it asks for does not matter to a firewall. */
const call = (operation: keyof typeof signInLimits | 'GetTokensFromRefreshToken') =>
  fetch(pool.url, {
    method: 'POST',
    headers: { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`, origin: 'https://staff.example.com' },
    body: '{}',
  });
const calls = async (operation: Parameters<typeof call>[0], times: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await call(operation)).status);
  return statuses;
};

describe('S-23 the firewall before the local pool', () => {
  it('lets an office in: ten people behind one address, each with three tabs, and one who reloads them all', async () => {
    const [people, tabs] = [10, 3];
    expect(await calls('InitiateAuth', people * tabs + tabs)).not.toContain(403);
  });

  it.each(Object.entries(signInLimits) as [keyof typeof signInLimits, number][])(
    'blocks %s of one address after %i in five minutes, and forgets with the time',
    async (operation, limit) => {
      expect(await calls(operation, limit)).not.toContain(403);
      expect(await calls(operation, 1)).toEqual([403]);
      pool.advance(firewallSeconds * 1000);
      expect(await calls(operation, 1)).not.toContain(403);
    },
  );

  it('does not count who only renews a session', async () => {
    expect(await calls('GetTokensFromRefreshToken', signInLimits.InitiateAuth + 1)).not.toContain(403);
  });

  it('tells a program why, and a page nothing: a firewall knows no CORS', async () => {
    await calls('InitiateAuth', signInLimits.InitiateAuth);
    await expect(pool.signIn('anna@example.com')).rejects.toMatchObject({ name: 'ForbiddenException' });
    const blocked = await call('InitiateAuth');
    expect(blocked.headers.get('access-control-allow-origin')).toBeNull();
  });
});
