import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import { keysOf } from '#functions/store/keys.ts';
import { type Harness, type Result, startHarness } from '#tests/support/harness.ts';

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

describe('what a family entered is found in the case', () => {
  const leaves = (value: unknown): unknown[] =>
    value !== null && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [value];
  // What tells the submission itself apart, and not the answers.
  const ofTheSubmission = new Set(
    `id reference kind version status created_at updated_at contacted_at contacted_by_name case_id case_number bot_check
     language possible_duplicates`.split(/\s+/),
  );
  const elsewhere: Record<string, string> = { consent: 'intake_consent' };

  // Every option of every field is carried over in domain/submissions/submission-to-case.test.ts.
  it('whatever it was, with where it came from', async () => {
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
    const kase = await caseOf(String(body.case_id));
    const held = new Set(leaves(kase));
    expect(entered.length).toBeGreaterThan(60);
    for (const [name, value] of entered) {
      if (typeof value === 'boolean') expect(kase[elsewhere[name] ?? name], name).toBe(value);
      else for (const one of [value].flat()) if (one !== '') expect(held, name).toContain(one);
    }
    expect(kase).toMatchObject({
      status: 'draft',
      source_submission_id: id,
      created_by_name: 'Test super_admin',
      funeral_home_id: tenant.home.id,
      sections: { deceased: { version: 1 }, informant: { version: 1 } },
    });
  });

  it('and what the table keeps beside it is not', async () => {
    const { caseId } = await openCase(harness, tenant);
    const kase = await caseOf(caseId);
    const kept = ['pk', 'sk', 'row', 'gsi1pk', 'gsi4sk', 'organization_id', 'ssn_id', 'ssn_last4', 'values', 'words'];
    for (const name of kept) expect(kase).not.toHaveProperty(name);
  });

  it('S-09 while its SSN stays sealed where it is, and is opened for nobody', async () => {
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
    const kase = await harness.calmTable.get(keysOf(tenant.id).case(String(body.case_id)));
    expect([kase?.ssn_id, kase?.ssn_last4]).toEqual([record?.ssn_id, '4320']);
    expect(await caseOf(String(body.case_id))).toMatchObject({ social_security_number: 'XXX-XX-4320' });
  });

  it('and is on record in both audit trails', async () => {
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

  it('R-05 in a table that agrees with itself', async () => {
    expect(await harness.recount()).toEqual([]);
  });
});
