import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { manyWords } from '#tests/support/calls/hostile.ts';
import { type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { createCustomer, readCustomer } from '#tests/support/records/customers.ts';
import { openCase, readSubmission, reportDeath, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const { convertToCase } = areas.submissions;
const { get, auditLog } = areas.cases;

let harness: Harness;
let tenant: Tenant;
beforeAll(async () => {
  harness = await startHarness();
  tenant = await harness.addTenant('whitcomb-ames');
});
afterAll(() => harness.close());

const owner = () => tenant.profiles.super_admin;
const convert = (id: string): Promise<Result> => harness.call(convertToCase, { as: owner(), params: { id }, body: {} });
const caseOf = async (id: string) =>
  succeeded(await harness.call(get, { as: owner(), params: { id } })).body as Record<string, unknown>;

describe('the case of a submission', () => {
  const leaves = (value: unknown): unknown[] =>
    value !== null && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [value];
  // Properties of the submission, which are no answers.
  const ofTheSubmission = new Set(
    `id reference kind version status created_at updated_at contacted_at contacted_by_name case_id case_number bot_check
     language possible_duplicates`.split(/\s+/),
  );
  const elsewhere: Record<string, string> = { consent: 'intake_consent' };

  // domain/intake/submission-to-case.test.ts tests every option of every field.
  it('contains every answer, and its source', async () => {
    const changes = { deceased_suffix: 'Jr.', time_of_death: '04:35', special_requests: 'No flowers, please.' };
    const { id } = await reportDeath(harness, tenant, {
      ...changes,
      race: ['white', 'samoan'],
      informant_country: 'CAN',
    });
    const entered = Object.entries(await readSubmission(harness, tenant, id)).filter(
      ([name]) => !ofTheSubmission.has(name),
    );
    const { body } = succeeded(await convert(id));
    const caseRecord = await caseOf(String(body.case_id));
    const held = new Set(leaves(caseRecord));
    expect(entered.length).toBeGreaterThan(60);
    for (const [name, value] of entered) {
      if (typeof value === 'boolean') expect(caseRecord[elsewhere[name] ?? name], name).toBe(value);
      else for (const one of [value].flat()) if (one !== '') expect(held, name).toContain(one);
    }
    expect(caseRecord).toMatchObject({
      status: 'draft',
      source_submission_id: id,
      created_by_name: 'Test super_admin',
      funeral_home_id: tenant.home.id,
      sections: { deceased: { version: 1 }, informant: { version: 1 } },
    });
  });

  it('contains nothing that the table stores next to the answers', async () => {
    const { caseId } = await openCase(harness, tenant);
    const caseRecord = await caseOf(caseId);
    const kept = ['pk', 'sk', 'row', 'gsi1pk', 'gsi4sk', 'organization_id', 'ssn_id', 'ssn_last4', 'values', 'words'];
    for (const name of kept) expect(caseRecord).not.toHaveProperty(name);
  });

  it('S-09 keeps the SSN encrypted in its item', async () => {
    const { cipher } = harness.state;
    const { id } = await reportDeath(harness, tenant);
    const record = await harness.calmTable.get(keysOf(tenant.id).submission(id));
    const sealed = () => harness.calmTable.get(keysOf(tenant.id).ssn(String(record?.ssn_id)));
    const before = await sealed();
    harness.state.cipher = {
      seal: () => Promise.reject(new Error('asked')),
      open: () => Promise.reject(new Error('asked')),
    };
    const { body } = succeeded(await convert(id));
    harness.state.cipher = cipher;
    expect(await sealed()).toEqual(before);
    const caseRecord = await harness.calmTable.get(keysOf(tenant.id).case(String(body.case_id)));
    expect([caseRecord?.ssn_id, caseRecord?.ssn_last4]).toEqual([record?.ssn_id, '4320']);
    expect(await caseOf(String(body.case_id))).toMatchObject({ social_security_number: 'XXX-XX-4320' });
  });

  it('appears in both audit trails', async () => {
    const { caseId, submissionId, caseNumber } = await openCase(harness, tenant);
    const log = (await harness.call(auditLog, { as: owner(), params: { id: caseId } })).body as unknown as object[];
    expect(log).toEqual([
      expect.objectContaining({
        action: 'case.created',
        changes: [{ field: 'source_submission_id', from: null, to: submissionId }],
        actor_name: 'Test super_admin',
      }),
    ]);
    const trail = await harness.databaseOf(tenant.id).audit.of('SUBMISSION', submissionId);
    expect(trail[0]).toMatchObject({
      action: 'submission.converted',
      changes: [{ field: 'case_number', from: null, to: caseNumber }],
    });
  });

  it('R-05 leaves the table in agreement with itself', async () => {
    expect(await harness.recount()).toEqual([]);
  });
});

describe('the next of kin of a converted case', () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await harness.addTenant('next-of-kin');
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

  it('becomes a customer with what the family entered', async () => {
    const { caseId } = await openCase(harness, tenant, { informant_first_name: 'Astrid', informant_address_apt: '2B' });
    const customer = await readCustomer(harness, tenant, await informantOf(caseId));
    expect(customer).toMatchObject({
      ...{ first_name: 'Astrid', middle_name: 'Elise', last_name: 'Lindqvist', phone: '9045550142' },
      ...{ email: 'karin.lindqvist@example.com', address: '118 Marine Street', apt_house_number: '2B', state: 'FL' },
      active_cases: [{ id: caseId, status: 'draft', relations: ['informant', 'next_of_kin'] }],
    });
  });

  it('matches a customer of that name and phone', async () => {
    const known = await createCustomer(harness, tenant, {
      first_name: 'Ødegård',
      phone: '(904) 555-0151',
      email: null,
    });
    const nextOfKin = { informant_first_name: 'ODEGARD', informant_phone: '904-555-0151' };
    const { caseId } = await openCase(harness, tenant, nextOfKin);
    expect(await informantOf(caseId)).toBe(known);
    // The customer's fields stay; blank ones are filled.
    expect(await readCustomer(harness, tenant, known)).toMatchObject({
      first_name: 'Ødegård',
      address: '118 Marine Street',
      email: 'karin.lindqvist@example.com',
      version: 2,
    });
    const [entry] = await harness.databaseOf(tenant.id).audit.of('CUSTOMER', known);
    expect(entry?.changes).toContainEqual({ field: 'email', from: null, to: 'karin.lindqvist@example.com' });
    const other = await openCase(harness, tenant, { ...nextOfKin, informant_phone: '9045550154' });
    expect(await informantOf(other.caseId)).not.toBe(known);
  });

  it("enters a son with his father's name and phone and another email as new", async () => {
    const reach = { phone: '9045550157', email: 'sr@example.com' };
    const father = await createCustomer(harness, tenant, { first_name: 'Walter', ...reach });
    await harness.projected();
    const report = { informant_first_name: 'Walter', informant_phone: '9045550157', informant_relationship: 'son' };
    const son = await openCase(harness, tenant, { ...report, informant_email: 'jr@example.com' });
    const [sonId, fatherAgain] = [
      await informantOf(son.caseId),
      await openCase(harness, tenant, { ...report, informant_email: 'sr@example.com' }),
    ];
    expect(sonId).not.toBe(father);
    expect(await informantOf(fatherAgain.caseId)).toBe(father);
    const sonAgain = await openCase(harness, tenant, { ...report, informant_email: 'jr@example.com' });
    expect(await informantOf(sonAgain.caseId)).toBe(sonId);
  });

  it('R-23 becomes one customer for many conversions of many reports', async () => {
    const nextOfKin = { informant_first_name: 'Sigrid', informant_phone: '9045550152' };
    const reports = await Promise.all(Array.from({ length: 3 }, () => reportDeath(harness, tenant, nextOfKin)));
    const answers = await Promise.all(reports.flatMap(({ id }) => Array.from({ length: 3 }, () => convert(id))));
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    const cases = [...new Set(answers.map(({ body }) => String(body.case_id)))];
    expect(cases).toHaveLength(3);
    expect(new Set(await Promise.all(cases.map(informantOf))).size).toBe(1);
    expect(await search('sigrid')).toBe(1);
  });

  it('fits into the transaction of the conversion, even with every field full', async () => {
    const words = manyWords(33);
    const nextOfKin = { informant_first_name: words, informant_last_name: words, informant_phone: '9045550153' };
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
    const ofNew = await actionsOf(nextOfKin);
    expect(ofNew).toBeGreaterThan(19);
    expect(ofNew).toBeLessThanOrEqual(21);
    // A known customer needs no claim.
    const ofKnown = await actionsOf(nextOfKin);
    expect(ofKnown).toBe(ofNew - 1);
    expect(ofKnown).toBeLessThanOrEqual(20);
  });
});
