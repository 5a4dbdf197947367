import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { healthSchema, keepHealth } from '#functions/platform/store/health.ts';
import { sharedKeys } from '#functions/platform/store/keys.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';

const minute = 60_000;
const began = Date.parse('2026-03-10T12:00:00.000Z');

const harness = await openHarness();

describe('GET system status', () => {
  let now = began;
  harness.state.now = () => new Date(now);
  const ask = () => harness.call(areas.health.get);
  const measure = (waiting_seconds: number) =>
    keepHealth(harness.table, { measured_at: new Date(began).toISOString(), waiting_seconds });

  it('returns unknown before the first measurement', async () => {
    const { status, body } = await ask();
    expect([status, body]).toEqual([
      200,
      {
        status: 'unknown',
        checked_at: null,
        behind_seconds: null,
        parts: [
          { name: 'records', status: 'working' },
          { name: 'background', status: 'unknown' },
        ],
      },
    ]);
  });

  it('returns the last measurement to anyone without a session', async () => {
    await measure(0);
    expect((await ask()).body).toMatchObject({ status: 'working', checked_at: '2026-03-10T12:00:00.000Z' });
    await measure(720);
    expect((await ask()).body).toMatchObject({ status: 'behind', behind_seconds: 720 });
  });

  it('returns unknown after a quarter of an hour without a measurement', async () => {
    await measure(0);
    now = began + 15 * minute;
    expect((await ask()).body).toMatchObject({ status: 'working' });
    now += 1000;
    expect((await ask()).body).toMatchObject({ status: 'unknown', behind_seconds: null });
  });

  it('contains no other data', async () => {
    now = began;
    const tenant = await harness.addTenant('health-canary');
    const item = healthSchema.item(sharedKeys.health, {
      measured_at: new Date(began).toISOString(),
      waiting_seconds: 0,
    });
    await harness.table.transact([{ put: { ...item, organization_id: tenant.id, name: 'Canary', waiting: 4711 } }]);
    const { body } = await ask();
    expect(Object.keys(body).sort()).toEqual(['behind_seconds', 'checked_at', 'parts', 'status']);
    for (const secret of [tenant.id, 'Canary', '4711']) expect(JSON.stringify(body)).not.toContain(secret);
  });
});
