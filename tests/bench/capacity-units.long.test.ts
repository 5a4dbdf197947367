import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { splitMeter } from '#tests/support/engines/split-meter.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { createCustomer } from '#tests/support/records/customers.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { reportDeath, succeeded } from '#tests/support/records/reports.ts';

/** Capacity units of a call and what follows, as in docs/scale.md: measured ones plus a half. */
const acts = [
  { name: 'A list is opened, searched or paged', reads: 12, writes: 1 },
  { name: 'A record is opened', reads: 6, writes: 1 },
  { name: 'A section of a case is saved', reads: 15, writes: 45 },
  { name: 'A case is opened', reads: 30, writes: 205 },
  { name: 'A payment is recorded', reads: 21, writes: 100 },
  { name: 'A customer is entered', reads: 5, writes: 77 },
  { name: 'A family sends a report', reads: 8, writes: 115 },
];

const { harness, tenant } = await startHarnessWithTenant('whitcomb-ames', { rateLimits: true });

describe('capacity units', { timeout: 120_000 }, () => {
  it('R-16 takes at most the documented units per action, and a quarter at least', async () => {
    const cases = casesOf(harness, tenant, 'super_admin');
    const as = tenant.profiles.super_admin;
    // Warms up, so that no measured action is the first of its kind.
    for (let n = 0; n < 3; n++) {
      const { id } = await cases.opened();
      await recordPayment(harness, tenant, id);
      await createCustomer(harness, tenant, { phone: null, email: null });
      await reportDeath(harness, tenant);
    }
    const { id } = await cases.opened();
    await harness.projected();
    const meter = splitMeter(harness.client);
    const measured = async (act: () => Promise<unknown>) => {
      meter.reset();
      await act();
      await harness.projected();
      return { ...meter.units };
    };
    const found = [
      await measured(() => harness.call(areas.cases.list, { as, query: { search: 'pruitt' } })),
      await measured(() => cases.get(id)),
      await measured(() => cases.patch(id, { occupation: 'Baker', service_location: 'Large chapel' })),
      await measured(() => cases.opened(wholeCase)),
      await measured(() => recordPayment(harness, tenant, id)),
      await measured(() => createCustomer(harness, tenant, { phone: '9045550133', email: 'new@example.com' })),
      await measured(() => reportDeath(harness, tenant)),
    ];
    expect(found).toHaveLength(acts.length);
    for (const [at, { name, reads, writes }] of acts.entries()) {
      const { reads: read, writes: written } = found[at] ?? { reads: 0, writes: 0 };
      expect([name, read <= reads, written <= writes]).toEqual([name, true, true]);
      // Rounding a unit up is no error.
      expect([name, reads <= 4 * read + 4, writes <= 4 * written + 4]).toEqual([name, true, true]);
    }
    succeeded(await harness.call(areas.cases.list, { as }));
  });
});
