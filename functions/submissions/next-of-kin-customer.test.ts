import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { submissionEndpoints } from '#domain/submissions/submission.endpoints.ts';
import { manyWords } from '#tests/support/calls/hostile.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { createCustomer, readCustomer } from '#tests/support/records/customers.ts';

import { openCase, reportDeath, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

describe('the next of kin of a case made of a submission', () => {
  let harness: Harness;
  let tenant: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    tenant = await harness.addTenant('whitcomb-ames');
  });
  afterAll(async () => {
    expect(await harness.recount()).toEqual([]);
    await harness.close();
  });
  const as = () => tenant.profiles.coordinator;
  const convert = (id: string) =>
    harness.call(submissionEndpoints.convertToCase, { as: as(), params: { id }, body: {} });
  const informantOf = async (id: string) =>
    String(succeeded(await harness.call(caseEndpoints.get, { as: as(), params: { id } })).body.informant);
  const search = async (text: string) => {
    await harness.projected();
    return (await harness.call(customerEndpoints.list, { as: as(), query: { search: text } })).body.count;
  };

  it('is a customer of the case, with what the family told', async () => {
    const { caseId } = await openCase(harness, tenant, { informant_first_name: 'Astrid', informant_address_apt: '2B' });
    const customer = await readCustomer(harness, tenant, await informantOf(caseId));
    expect(customer).toMatchObject({
      ...{ first_name: 'Astrid', middle_name: 'Elise', last_name: 'Lindqvist', phone: '9045550142' },
      ...{ email: 'karin.lindqvist@example.com', address: '118 Marine Street', apt_house_number: '2B', state: 'FL' },
      active_cases: [{ id: caseId, status: 'draft', relations: ['informant', 'next_of_kin'] }],
    });
  });

  it('is the customer whom we know by that name and phone', async () => {
    const known = await createCustomer(harness, tenant, {
      first_name: 'Ødegård',
      phone: '(904) 555-0151',
      email: null,
    });
    const kin = { informant_first_name: 'ODEGARD', informant_phone: '904-555-0151' };
    const { caseId } = await openCase(harness, tenant, kin);
    expect(await informantOf(caseId)).toBe(known);
    // What the customer's record says stays as it was entered; what it lacked the family has told.
    expect(await readCustomer(harness, tenant, known)).toMatchObject({
      first_name: 'Ødegård',
      address: '118 Marine Street',
      email: 'karin.lindqvist@example.com',
      version: 2,
    });
    const [entry] = await harness.databaseOf(tenant.id).audit.of('CUSTOMER', known);
    expect(entry?.changes).toContainEqual({ field: 'email', from: null, to: 'karin.lindqvist@example.com' });
    const other = await openCase(harness, tenant, { ...kin, informant_phone: '9045550154' });
    expect(await informantOf(other.caseId)).not.toBe(known);
    await openCase(harness, tenant, { ...kin, informant_email: 'other@example.com' });
    expect(await readCustomer(harness, tenant, known)).toMatchObject({
      email: 'karin.lindqvist@example.com',
      version: 2,
    });
  });

  it('R-23 is one customer, however often and from how many reports the conversion is asked for', async () => {
    const kin = { informant_first_name: 'Sigrid', informant_phone: '9045550152' };
    const reports = await Promise.all(Array.from({ length: 3 }, () => reportDeath(harness, tenant, kin)));
    const answers = await Promise.all(reports.flatMap(({ id }) => Array.from({ length: 3 }, () => convert(id))));
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    const cases = [...new Set(answers.map(({ body }) => String(body.case_id)))];
    expect(cases).toHaveLength(3);
    expect(new Set(await Promise.all(cases.map(informantOf))).size).toBe(1);
    expect(await search('sigrid')).toBe(1);
  });

  it('fits into the one transaction of the conversion, also with every field full of words', async () => {
    const words = manyWords(33);
    const kin = { informant_first_name: words, informant_last_name: words, informant_phone: '9045550153' };
    const actionsOf = async (report: object): Promise<number> => {
      const { id } = await reportDeath(harness, tenant, {
        deceased_first_name: words,
        deceased_middle_name: manyWords(33, 'g'),
        deceased_last_name: manyWords(33, 'm'),
        ...{ alias: words, informant_middle_name: manyWords(33, 'g'), ...report },
      });
      const transact = vi.spyOn(harness.table, 'transact');
      expect((await convert(id)).status).toBe(200);
      const largest = Math.max(...transact.mock.calls.map(([writes]) => writes.length));
      transact.mockRestore();
      return largest;
    };
    const ofNew = await actionsOf(kin);
    expect(ofNew).toBeGreaterThan(19);
    expect(ofNew).toBeLessThanOrEqual(21);
    // One who is known claims no name and phone number any more.
    const ofKnown = await actionsOf(kin);
    expect(ofKnown).toBe(ofNew - 1);
    expect(ofKnown).toBeLessThanOrEqual(20);
  });
});
