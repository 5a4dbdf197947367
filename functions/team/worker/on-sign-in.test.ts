import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { Table } from '#functions/platform/store/table.ts';
import { inBackground } from '#functions/platform/workers/worker.ts';
import { secondOf } from '#functions/team/repository/second-factor.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { onSignIn } from './on-sign-in.ts';

type Source =
  | 'PreAuthentication_Authentication'
  | 'PostAuthentication_Authentication'
  | 'PostConfirmation_ConfirmForgotPassword';

class Down extends Table {
  override transact(): never {
    throw new Error('down');
  }
}
const harness = await openHarness();

describe('sign-in triggers of the user pool', () => {
  let tenant: Tenant;
  let ended: string[];
  let slug = 0;
  beforeEach(async () => {
    tenant = await harness.addTenant(`home-${slug++}`);
    ended = [];
  });

  const { logger, parsed } = recordingLogger();
  const tell = (
    triggerSource: Source,
    { sub = tenant.profiles.coordinator.sub, table = harness.table, poolFails = false } = {},
  ) => {
    const event = {
      ...{ version: '1', triggerSource, userPoolId: 'pool', userName: sub, request: { userAttributes: { sub } } },
      response: {},
    };
    const endSessions = async (pool: string, user: string) => {
      if (poolFails) throw new Error('the pool is away');
      ended.push(`${pool} ${user}`);
    };
    const handle = onSignIn({ table, logger, now: () => new Date(), endSessions });
    return handle(event, { awsRequestId: 'request' }).then((answer) => expect(answer).toEqual(event));
  };
  const begin = () => tell('PreAuthentication_Authentication');
  const succeed = () => tell('PostAuthentication_Authentication');
  const history = async (as = tenant.profiles.super_admin) => {
    const params = { id: tenant.profiles.coordinator.id };
    const { status, body } = await harness.call(areas.team.memberAuditLog, { as, params });
    expect(status).toBe(200);
    return (body as unknown as { action: string; actor_name: string; changes: unknown[] }[]).map(
      ({ action, actor_name, changes }) => [action, actor_name, ...changes] as const,
    );
  };

  it('S-41 records started, failed and successful sign-ins for owners', async () => {
    await begin();
    await begin();
    await begin();
    await succeed();
    const { first_name, last_name } = tenant.profiles.coordinator;
    expect(await history()).toEqual([
      ['sign_in.succeeded', `${first_name} ${last_name}`, { field: 'failed_before', from: null, to: 2 }],
      ['sign_in.begun', 'System'],
      ['sign_in.begun', 'System'],
      ['sign_in.begun', 'System'],
    ]);
    await begin();
    await succeed();
    expect((await history())[0]?.slice(2)).toEqual([]);
  });

  it('S-03 shows sign-ins only to owners of this organization', async () => {
    const params = { id: tenant.profiles.coordinator.id };
    const seenBy = async (as: Profile) => (await harness.call(areas.team.memberAuditLog, { as, params })).status;
    const { super_admin: _, ...others } = tenant.profiles;
    for (const as of Object.values(others)) expect(await seenBy(as)).toBe(403);
    expect(await seenBy((await harness.addTenant(`other-${slug++}`)).profiles.super_admin)).toBe(404);
  });

  it('limits entries: twenty attempts singly, then every tenth with their number', async () => {
    for (let n = 0; n < 45; n++) await begin();
    const entries = await history();
    expect(entries).toHaveLength(22);
    expect(entries.slice(0, 2).map(([, , change]) => change)).toEqual([
      { field: 'in_a_row', from: null, to: 40 },
      { field: 'in_a_row', from: null, to: 30 },
    ]);
  });

  it('allows the sign-in when nothing can be written, and logs that', async () => {
    await tell('PreAuthentication_Authentication', { table: new Down(harness.client, harness.tableName) });
    expect(parsed().at(-1)).toMatchObject({ message: 'sign-in not recorded' });
  });

  it.each(['PreAuthentication_Authentication', 'PostAuthentication_Authentication'])(
    "allows the sign-in before the pool's timeout if the table is slow: %s",
    async (triggerSource) => {
      const began = Date.now();
      let passed = 0;
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => began + passed);
      const { region, credentials } = harness.client.config;
      const client = new DynamoDBClient({ endpoint: harness.engine.url, region, credentials, maxAttempts: 1 });
      const slow = (next: (call: never) => unknown) => (call: never) => {
        passed += 1_300;
        return next(call);
      };
      client.middlewareStack.add(slow as never, { step: 'initialize' });
      const table = new Table(client, harness.tableName);
      const handle = inBackground(
        { logger, message: 'handled' },
        onSignIn({ table, logger, now: () => new Date(), endSessions: async () => undefined }),
      );
      const { sub } = tenant.profiles.coordinator;
      const event = { triggerSource, userPoolId: 'pool', userName: sub, request: { userAttributes: { sub } } };
      const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 5_000 - passed } as Context;
      expect(await handle(event, context)).toEqual(event);
      clock.mockRestore();
      // The rest of the pool's five seconds is for the function's start.
      expect(passed).toBeLessThan(4_000);
      expect(parsed()).toContainEqual(
        expect.objectContaining({ message: 'sign-in not recorded', reason: 'table: no time left' }),
      );
    },
  );

  it('ignores users of the pool without a profile', async () => {
    await tell('PostAuthentication_Authentication', { sub: 'unknown' });
    await tell('PostConfirmation_ConfirmForgotPassword', { sub: 'unknown' });
    expect(ended).toEqual([]);
  });

  describe('S-05 F3 a new password after a forgotten one', () => {
    const call = (session: number) =>
      harness.call(areas.customers.list, { as: tenant.profiles.coordinator, session: String(session) });

    it('ends earlier sessions, here and at the pool; the next sign-in counts', async () => {
      const before = secondOf(new Date()) - 60;
      expect((await call(before)).status).toBe(200);
      await tell('PostConfirmation_ConfirmForgotPassword');
      harness.restart();
      expect((await call(before)).status).toBe(401);
      expect((await call(secondOf(new Date()))).status).toBe(200);
      expect(ended).toEqual([`pool ${tenant.profiles.coordinator.sub}`]);
      expect((await history())[0]?.[0]).toBe('password.reset');
    });

    it('ends sessions even if the pool is unavailable', async () => {
      const before = secondOf(new Date()) - 60;
      await tell('PostConfirmation_ConfirmForgotPassword', { poolFails: true });
      harness.restart();
      expect((await call(before)).status).toBe(401);
    });

    it('reports a failure when the table cannot end sessions', async () => {
      const table = new Down(harness.client, harness.tableName);
      await expect(tell('PostConfirmation_ConfirmForgotPassword', { table })).rejects.toThrow('down');
    });
  });
});
