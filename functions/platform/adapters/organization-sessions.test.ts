import { type AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#domain/shared/contract/errors.ts';
import { cachedPerOrganization, stsOrganizationSessions } from './organization-sessions.ts';

const role = 'arn:aws:iam::123456789012:role/stillwater-prod-ssn-organization';
const hour = 3_600_000;

const sessionsOf = (answer?: () => Promise<object>) => {
  const state = { now: Date.UTC(2026, 2, 10), asked: [] as AssumeRoleCommand['input'][] };
  const client = new STSClient({ region: 'us-east-1' });
  vi.spyOn(client, 'send').mockImplementation(async (command: unknown) => {
    state.asked.push((command as AssumeRoleCommand).input);
    if (answer) return answer();
    const Expiration = new Date(state.now + hour);
    return {
      Credentials: { AccessKeyId: `ASIA${state.asked.length}`, SecretAccessKey: 's', SessionToken: 't', Expiration },
    };
  });
  return { state, of: stsOrganizationSessions(client, role, () => new Date(state.now)) };
};

describe('S-02 stsOrganizationSessions', () => {
  it('tags a session with its organization only, and names it after the organization', async () => {
    const { state, of } = sessionsOf();
    await of('whitcomb')();
    expect(state.asked).toEqual([
      {
        RoleArn: role,
        RoleSessionName: 'whitcomb',
        Tags: [{ Key: 'organization', Value: 'whitcomb' }],
        DurationSeconds: 3600,
      },
    ]);
  });

  it("shares one session among an organization's clients, never across organizations", async () => {
    const { state, of } = sessionsOf();
    const together = await Promise.all([of('whitcomb')(), of('whitcomb')(), of('harbor')()]);
    expect(together.map(({ accessKeyId }) => accessKeyId)).toEqual(['ASIA1', 'ASIA1', 'ASIA2']);
    state.now += hour - 300_001;
    expect((await of('whitcomb')()).accessKeyId).toBe('ASIA1');
    // A session is renewed five minutes before it expires, so that no call outlives it.
    state.now += 1;
    expect((await of('whitcomb')()).accessKeyId).toBe('ASIA3');
  });

  it.each([
    ['is refused', async () => Promise.reject(Object.assign(new Error('no'), { name: 'AccessDenied' }))],
    ['answers nothing', async () => ({})],
  ])('throws 503 while STS %s, and retries on the next call', async (_, answer) => {
    const { state, of } = sessionsOf(answer);
    for (let tries = 1; tries <= 2; tries++) {
      const error = await of('whitcomb')().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ status: 503 });
      expect(state.asked).toHaveLength(tries);
    }
  });
});

describe('cachedPerOrganization', () => {
  it('creates one value per organization and evicts the oldest of very many', () => {
    const made: string[] = [];
    const of = cachedPerOrganization((id) => {
      made.push(id);
      return { id };
    });
    expect(of('a')).toBe(of('a'));
    for (let n = 0; n < 200; n++) of(String(n));
    expect(made).toHaveLength(201);
    of('a');
    expect(made.at(-1)).toBe('a');
    expect(made).toHaveLength(202);
  });
});
