import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, completion, wholeCase } from '#tests/support/records/cases.ts';
import { exampleKin, readFirstCall, recordFirstCall } from '#tests/support/records/first-calls.ts';
import { readSubmission, reportDeath, succeeded } from '#tests/support/records/reports.ts';

const { harness, tenant } = await startHarnessWithTenant();

const cases = casesOf(harness, tenant);
const ingrid = { informant_first_name: 'Ingrid', informant_last_name: 'Lind', informant_phone: '6125550119' };
const kinOf = async (id: string) => (await cases.get(id)).next_of_kins as { first_name: string; phone: string }[];

const report = {
  sent: async () => (await reportDeath(harness, tenant, ingrid)).id,
  read: (id: string) => readSubmission(harness, tenant, id),
  before: 'new',
  row: areas.submissions.attachToCase,
  other: 'This submission already belongs to another case.',
};
const firstCall = {
  sent: async () => {
    const nextOfKin = exampleKin({ first_name: 'Ingrid', last_name: 'Lind', phone: '6125550119' });
    return (await recordFirstCall(harness, tenant, { next_of_kins: [nextOfKin] })).id;
  },
  read: (id: string) => readFirstCall(harness, tenant, id),
  before: 'active',
  row: areas['first-calls'].attachToCase,
  other: 'This first call already belongs to another case.',
};

describe.each([
  ['a report', report],
  ['a first call', firstCall],
])('attaching %s', (_, { sent, read, before, row, other }) => {
  const attach = (id: string, caseId: string) =>
    harness.call(row, { as: tenant.profiles.coordinator, params: { id }, body: { case: caseId } });

  it('converts it, adds its next of kin once and keeps what the case knows', async () => {
    const [opened, first, second] = [await cases.opened(), await sent(), await sent()];
    const named = { case_id: opened.id, case_number: opened.case_number };
    expect(succeeded(await attach(first, opened.id)).body).toEqual(named);
    expect(await read(first)).toMatchObject({ status: 'converted', ...named, version: 2 });
    expect(await kinOf(opened.id)).toMatchObject([{ first_name: 'Carolyn' }, { first_name: 'Ingrid' }]);
    const { version } = await cases.get(opened.id);
    expect(succeeded(await attach(first, opened.id)).body).toEqual(named);
    expect((await cases.get(opened.id)).version).toBe(version);
    succeeded(await attach(second, opened.id));
    expect(await kinOf(opened.id)).toHaveLength(2);
    expect(await cases.get(opened.id)).toMatchObject(wholeCase);
    const fields = (await cases.log(opened.id)).flatMap(({ changes }) => changes.map(({ field }) => field));
    expect(fields.filter((field) => field === 'informant.next_of_kins')).toHaveLength(1);
    expect(fields.filter((field) => field.startsWith('attached_'))).toHaveLength(2);
  });

  it('rejects a second case, a read-only one and one of another organization', async () => {
    const [mine, another] = [await cases.opened(), await cases.opened()];
    const id = await sent();
    succeeded(await attach(id, mine.id));
    expect(await attach(id, another.id)).toMatchObject({ status: 409, body: { detail: other } });
    const free = await sent();
    const completed = await cases.opened({ ...wholeCase, ...completion, status: 'active' });
    succeeded(await cases.complete(completed.id));
    succeeded(await cases.cancel(another.id));
    for (const { id: closed } of [completed, another]) expect((await attach(free, closed)).status).toBe(409);
    const tenants = await harness.addTenant(`other-${before}`);
    const { id: theirs } = await casesOf(harness, tenants).opened();
    expect((await attach(free, theirs)).status).toBe(404);
    expect(await read(free)).toMatchObject({ status: before, case_id: null });
  });

  it('restores it if the case is deleted, also among many', async () => {
    const opened = await cases.opened();
    const ids: string[] = [];
    for (let at = 0; at < 11; at++) ids.push(await sent());
    for (const id of ids) succeeded(await attach(id, opened.id));
    succeeded(await cases.remove(opened.id));
    for (const id of ids) expect(await read(id)).toMatchObject({ status: before, case_id: null, case_number: null });
  });
});

describe('records of one death', () => {
  const person = { deceased_first_name: 'Sunniva', deceased_last_name: 'Aasgaard' };

  it('names a report, a first call and a case to each other', async () => {
    const { id: caseId } = await cases.opened({ ...wholeCase, ...person });
    const { id: reportId } = await reportDeath(harness, tenant, { ...person, date_of_death: '2026-02-02' });
    const { id: callId } = await recordFirstCall(harness, tenant, { ...person, deceased_middle_name: '' });
    await harness.projected();
    expect(await readSubmission(harness, tenant, reportId)).toMatchObject({
      possible_cases: [{ id: caseId }],
      possible_first_calls: [{ id: callId, status: 'active' }],
      possible_duplicates: [],
    });
    expect(await readFirstCall(harness, tenant, callId)).toMatchObject({
      possible_cases: [{ id: caseId }],
      possible_reports: [{ id: reportId, status: 'new' }],
      possible_duplicates: [],
    });
  });

  it('compares another first name by the number of the caller', async () => {
    const nextOfKin = exampleKin({ phone: '6125550177' });
    const death = { deceased_first_name: 'Petter', deceased_last_name: 'Brattli', next_of_kins: [nextOfKin] };
    const { id } = await recordFirstCall(harness, tenant, death);
    const sent = { deceased_first_name: 'Peter', deceased_last_name: 'Brattli', submitter_phone: '6125550177' };
    const { id: reportId } = await reportDeath(harness, tenant, sent);
    await harness.projected();
    expect(await readSubmission(harness, tenant, reportId)).toMatchObject({ possible_first_calls: [{ id }] });
  });
});

it('R-05 leaves the table in agreement with itself', async () => {
  expect(await harness.recount()).toEqual([]);
});
