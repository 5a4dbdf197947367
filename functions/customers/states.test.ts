import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { createCustomer, exampleCustomer } from '#tests/support/records/customers.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const { create, update } = customerEndpoints;
const refusal = { state: ['Please select a valid US state'] };

describe('the states of customers', () => {
  let harness: Harness;
  let tenant: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    tenant = await harness.addTenant('whitcomb-ames');
  });
  afterAll(() => harness.close());
  const staff = () => tenant.profiles.office_staff;
  const enter = (state: string) => harness.call(create, { as: staff(), body: exampleCustomer({ state }) });
  const change = (id: string, body: object) => harness.call(update, { as: staff(), params: { id }, body });
  const offerTerritories = (include_territories: boolean) =>
    harness.call(funeralHomeEndpoints.update, {
      as: tenant.profiles.super_admin,
      params: { id: tenant.home.id },
      body: { include_territories },
    });

  it('are the documented 50 while the home leaves DC and the territories out', async () => {
    const id = await createCustomer(harness, tenant);
    for (const state of ['DC', 'pr', 'GU']) {
      const refused = await enter(state);
      expect([refused.status, refused.body]).toEqual([400, refusal]);
      expect((await change(id, { state })).body).toEqual(refusal);
    }
    expect((await change(id, { state: 'GA' })).body.state).toBe('GA');
  });

  it('are all jurisdictions once the home offers them; what was entered then can be kept', async () => {
    await offerTerritories(true);
    const entered = await enter('DC');
    expect(entered.status).toBe(201);
    await offerTerritories(false);
    const id = String(entered.body.id);
    expect((await change(id, { state: 'DC', city: 'Washington' })).body).toMatchObject({
      state: 'DC',
      city: 'Washington',
    });
    expect((await change(id, { state: 'PR' })).body).toEqual(refusal);
  });
});
