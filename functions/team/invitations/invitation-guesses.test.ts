import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { invitationEndpoints, teamEndpoints } from '#domain/team/team.endpoints.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { createTeamRepository } from '#functions/team/repository/team.ts';
import { scanTable } from '#tests/support/checker/recount.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { mailInvitation } from '#tests/support/records/invitations.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { long } from '#tests/support/test-length.ts';

/** The 10,000 guesses of the quality list, with TEST_LENGTH=long. */
const addresses = long ? 500 : 3;
const start = Date.parse('2026-03-10T12:00:00Z');

const { harness, tenant } = await startHarnessWithTenant('guessed-home', { rateLimits: true });

describe('the links of invitations', () => {
  const tokens: string[] = [];
  beforeAll(async () => {
    harness.state.now = () => new Date(start);
    const as = tenant.profiles.super_admin;
    for (let n = 0; n < 5; n++) {
      const body = { email: `open-${n}@example.com`, role: 'coordinator' };
      const { id } = succeeded(await harness.call(teamEndpoints.invite, { as, body })).body;
      tokens.push((await mailInvitation(harness, tenant.id, String(id))).token);
    }
  });

  const from = (n: number) => ({ 'x-viewer-ip': `198.51.${Math.floor(n / 250)}.${n % 250}` });
  const look = (token: string, n: number) =>
    harness.call(invitationEndpoints.get, { params: { token }, headers: from(n) });

  it('S-21 uses 32 random bytes per link, and stores only the hash', async () => {
    expect(tokens.map((token) => Buffer.from(token, 'base64url').length)).toEqual(Array(5).fill(32));
    expect(new Set(tokens.map((token) => token.slice(0, 6))).size).toBe(5);
    const kept = JSON.stringify(await scanTable(harness.client, harness.tableName));
    expect(tokens.filter((token) => kept.includes(token))).toEqual([]);
  });

  it(`S-21 blocks guesses from ${addresses} addresses at 20 a minute each`, async () => {
    const statuses = new Map<number, number>();
    const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    for (let address = 0; address < addresses; address++) {
      const guesses = Array.from({ length: 20 }, () => look(randomBytes(32).toString('base64url'), address));
      for (const { status } of await Promise.all(guesses)) count(status);
    }
    expect([...statuses]).toEqual([[404, addresses * 20]]);
    for (const address of [0, 1, addresses - 1]) {
      const stopped = await look(tokens[0] ?? '', address);
      expect([stopped.status, stopped.headers['retry-after']]).toEqual([429, '60']);
    }
    // The invited person is let in from another address, and a nearly right guess is wrong.
    expect((await look(tokens[0] ?? '', 600)).status).toBe(200);
    expect((await look(`${tokens[0]?.slice(0, -2)}xx`, 600)).status).toBe(404);
    harness.state.now = () => new Date(start + 60_000);
    expect((await look(tokens[0] ?? '', 0)).status).toBe(200);
  }, 120_000);

  it('S-21 limits guesses of the accepting call to 10 a minute', async () => {
    const accept = (token: string, body: object) =>
      harness.call(invitationEndpoints.accept, { params: { token }, body, headers: from(700) });
    const whole = { first_name: 'Eve', last_name: 'Guess', password: 'Long-enough-1' };
    const answers = [];
    for (let n = 0; n < 11; n++)
      answers.push((await accept(randomBytes(32).toString('base64url'), n % 2 ? whole : {})).status);
    expect(answers).toEqual([400, 404, 400, 404, 400, 404, 400, 404, 400, 404, 429]);
    const members = await createTeamRepository(harness.table, keysOf(tenant.id)).members();
    expect(members.filter(({ first_name }) => first_name === 'Eve')).toEqual([]);
  });
});
