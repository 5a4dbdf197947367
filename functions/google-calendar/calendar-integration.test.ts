import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { googleMessages, googleScopes } from '#domain/google-calendar/google-event.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { EventName } from '#domain/registry/event-catalog.ts';
import { createConnectionRepository } from '#functions/platform/partners/partner-connections.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { Table } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import type { Harness } from '#tests/support/harness.ts';
import { type GoogleStandIn, startGoogleStandIn } from '#tests/support/partners/google-stand-in.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas['calendar-integration'];

describe('the connection to Google Calendar', { timeout: 60_000 }, () => {
  let standIn: GoogleStandIn;
  let harness: Harness;
  let tenant: Tenant;
  beforeAll(async () => {
    standIn = await startGoogleStandIn();
    harness = standIn.harness;
  });
  let organizations = 0;
  beforeEach(async () => {
    tenant = await harness.addTenant(`google-${++organizations}`, 'America/New_York');
  });
  afterAll(() => standIn.close());

  const owner = () => tenant.profiles.super_admin;
  const callback = (body: object, as = owner(), session?: string) =>
    harness.call(rows.callback, { as, body, ...(session && { session }) });
  const announced = async (name: EventName) =>
    (await unsentEvents(harness.table, new Date(standIn.clock.now + 3_600_000))).filter(
      (one) => one.name === name && one.envelope.organization_id === tenant.id,
    );

  it("S-20 connects once, in the caller's own session, and encrypts the tokens", async () => {
    const body = await standIn.signIn(owner());
    const refused = { status: 400, body: { state: [googleMessages.stateOver] } };
    expect(await callback(body, owner(), '4102444801')).toMatchObject(refused);
    expect((await callback(body, tenant.profiles.funeral_director)).status).toBe(403);
    const less = await callback(await standIn.signIn(owner(), googleScopes.slice(1)));
    expect(less).toMatchObject({ status: 400, body: { code: [googleMessages.scopesLacking] } });
    succeeded(await callback(body));
    expect(await callback(body)).toMatchObject(refused);
    const late = await standIn.signIn(owner());
    standIn.clock.now += 601_000;
    expect(await callback(late)).toMatchObject(refused);
    const items = JSON.stringify(await harness.items());
    for (const { refreshToken } of standIn.google.store.grants.all()) expect(items).not.toContain(refreshToken);
    expect(harness.state.logs.join('\n')).not.toMatch(/ya29\.|1\/\/0g/);
  });

  it('creates one calendar, also if settings change concurrently', async () => {
    const body = await standIn.signIn(owner());
    const transact = Table.prototype.transact;
    let isFirst = true;
    const overtaken = vi.spyOn(Table.prototype, 'transact').mockImplementation(async function (this: Table, ...given) {
      const settles = given[0].some((write) => 'put' in write && write.put.pk.endsWith('#GOOGLECALENDAR'));
      if (!settles || !isFirst) return transact.apply(this, given);
      isFirst = false;
      throw new WriteConflictError();
    });
    const before = standIn.google.store.calendars.all().length;
    succeeded(await callback(body));
    overtaken.mockRestore();
    expect([isFirst, standIn.google.store.calendars.all().length]).toEqual([false, before + 1]);
    expect(succeeded(await harness.call(rows.status, { as: owner() })).body).toMatchObject({ connected: true });
  });

  it('compares everything after settings change, and disconnects once', async () => {
    await standIn.connect(owner());
    const choose = () => harness.call(rows.settings, { as: owner(), body: { naming: 'names' } });
    for (const _ of [1, 2]) expect(succeeded(await choose()).body).toMatchObject({ naming: 'names' });
    expect(await announced('google-calendar.sync-wanted')).toHaveLength(1);
    for (const _ of [1, 2]) succeeded(await harness.call(rows.disconnect, { as: owner() }));
    expect(await announced('google-calendar.disconnected')).toHaveLength(1);
    expect(succeeded(await harness.call(rows.status, { as: owner() })).body).toMatchObject({ connected: false });
    for (const refused of [await choose(), await harness.call(rows.sync, { as: owner() })])
      expect(refused).toMatchObject({ status: 409, body: { detail: googleMessages.notConnected } });
  });

  it('accepts notifications only at its own secret address', async () => {
    await standIn.connect(owner());
    const connection = await createConnectionRepository(harness.table, keysOf(tenant.id)).find('google-calendar');
    const token = connection?.webhook_token ?? '';
    const notify = (token: string) =>
      harness.call(areas['google-webhooks'].received, { as: 'nobody', params: { token } });
    succeeded(await notify(token));
    const guessed = token.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    expect((await notify(guessed)).status).toBe(404);
    const watch = (webhook_url: string) => harness.call(rows.setupWatch, { as: owner(), body: { webhook_url } });
    const foreign = { webhook_url: [googleMessages.foreignAddress] };
    expect(await watch('https://evil.example/hook')).toMatchObject({ status: 400, body: foreign });
    expect((await watch(`${standIn.siteUrl}/api/webhooks/google-calendar/`)).body).toMatchObject({ status: 'queued' });
  });
});
