import { type AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#domain/shared/contract/errors.ts';
import { cachedPerOrganization, stsOrganizationSessions } from './organization-sessions.ts';

const role = 'arn:aws:iam::123456789012:role/stillwater-prod-ssn-organization';
const hour = 3_600_000;

/** Sessions of an STS that answers at once, with what it was asked. */
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

describe('S-02 the session of an organization', () => {
  it('is asked for with the organization as its only tag, and named after it in the trail of AWS', async () => {
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

  it('serves every client of its organization for its life, and no other organization', async () => {
    const { state, of } = sessionsOf();
    const together = await Promise.all([of('whitcomb')(), of('whitcomb')(), of('harbor')()]);
    expect(together.map(({ accessKeyId }) => accessKeyId)).toEqual(['ASIA1', 'ASIA1', 'ASIA2']);
    state.now += hour - 300_001;
    expect((await of('whitcomb')()).accessKeyId).toBe('ASIA1');
    // Five minutes before its end it is taken anew, so that no call outlives it.
    state.now += 1;
    expect((await of('whitcomb')()).accessKeyId).toBe('ASIA3');
  });

  it.each([
    ['is refused', async () => Promise.reject(Object.assign(new Error('no'), { name: 'AccessDenied' }))],
    ['answers nothing', async () => ({})],
  ])('is a 503 while STS %s, and is asked for anew by the next call', async (_, answer) => {
    const { state, of } = sessionsOf(answer);
    for (let tries = 1; tries <= 2; tries++) {
      const error = await of('whitcomb')().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ status: 503 });
      expect(state.asked).toHaveLength(tries);
    }
  });
});

describe('what is made per organization', () => {
  it('is made once each, and forgotten when there are very many', () => {
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
