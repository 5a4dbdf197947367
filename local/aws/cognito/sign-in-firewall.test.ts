import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firewallSeconds, signInLimits } from '#domain/shared/operations/deployment.ts';
import { type PoolUnderTest, startPoolUnderTest } from '#tests/support/engines/amplify-test-client.ts';

let pool: PoolUnderTest;
beforeEach(async () => {
  pool = await startPoolUnderTest();
});
afterEach(() => pool.close());

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

describe('S-23 sign-in firewall', () => {
  it.each(Object.entries(signInLimits) as [keyof typeof signInLimits, number][])(
    'blocks %s of one address after %i in five minutes, and then allows it again',
    async (operation, limit) => {
      expect(await calls(operation, limit)).not.toContain(403);
      expect(await calls(operation, 1)).toEqual([403]);
      pool.advance(firewallSeconds * 1000);
      expect(await calls(operation, 1)).not.toContain(403);
    },
  );

  it('does not count session refreshes', async () => {
    expect(await calls('GetTokensFromRefreshToken', signInLimits.InitiateAuth + 1)).not.toContain(403);
  });

  it('sends its reason without CORS headers, so that pages cannot read it', async () => {
    await calls('InitiateAuth', signInLimits.InitiateAuth);
    await expect(pool.signIn('anna@example.com')).rejects.toMatchObject({ name: 'ForbiddenException' });
    const blocked = await call('InitiateAuth');
    expect(blocked.headers.get('access-control-allow-origin')).toBeNull();
  });
});
