import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import type { IntakeSubmissionInput } from '#domain/intake/intake.schema.ts';
import { keysOf } from '#functions/data/keys.ts';
import { type Harness, type Result, startHarness, type Tenant } from '#tests/support/harness.ts';
import { recount } from '#tests/support/recount.ts';
import { openCase, readSubmission, reportDeath, succeeded } from '#tests/support/reports.ts';

const { convertToCase, delete: remove, update } = areas.submissions;
const { get, list, previewNextNumber, checkNumber, auditLog } = areas.cases;

let harness: Harness;
let tenant: Tenant;
beforeAll(async () => {
  harness = await startHarness({ chaos: { seed: 'convert' } });
  tenant = await harness.addTenant('whitcomb-ames');
});
afterAll(() => harness.close());

const owner = () => tenant.profiles.super_admin;
const convert = (id: string, number?: unknown, headers: Record<string, string> = {}): Promise<Result> => {
  const body = number === undefined ? {} : { case_number_manual_override: number };
  return harness.call(convertToCase, { as: owner(), params: { id }, body, headers });
};
const many = (n: number, changes: Partial<IntakeSubmissionInput> = {}) =>
  Promise.all(Array.from({ length: n }, () => reportDeath(harness, tenant, changes)));
const caseOf = async (id: string) =>
  succeeded(await harness.call(get, { as: owner(), params: { id } })).body as Record<string, unknown>;
const nextNumber = async (query: Record<string, string> = {}) =>
  String((await harness.call(previewNextNumber, { as: owner(), query })).body.case_number);

describe('R-23 converting at the same time', () => {
  it('one submission 20 times gives one case, and everybody gets it', async () => {
    const { id } = await reportDeath(harness, tenant);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => convert(id, undefined, n % 2 ? { 'idempotency-key': `k${n}` } : {})),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await readSubmission(harness, tenant, id)).toMatchObject({
      status: 'converted',
      case_id: answers[0]?.body.case_id,
      version: 2,
    });
    expect((await convert(id, 'SOMETHING-ELSE')).text).toBe(answers[0]?.text);
  }, 20_000);

  it('20 submissions gives 20 numbers in a row', async () => {
    const year = (await nextNumber()).split('-')[1];
    const first = Number((await nextNumber()).split('-')[2]);
    const sent = await many(20);
    const answers = await Promise.all(sent.map(({ id }) => convert(id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const numbers = answers.map(({ body }) => String(body.case_number)).sort();
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => `WA-${year}-${String(first + n).padStart(4, '0')}`));
  }, 30_000);

  it('and being deleted or corrected ends in a case or in a deletion, never in half of both', async () => {
    for (const { id } of await many(4)) {
      const staff = { as: owner(), params: { id } };
      const [converted, deleted, corrected] = await Promise.all([
        convert(id),
        harness.call(remove, staff),
        harness.call(update, { ...staff, body: { alias: 'Hal' } }),
      ]);
      expect([200, 404]).toContain(converted.status);
      expect(deleted.status).toBe(converted.status === 200 ? 409 : 200);
      expect([200, 404, 409]).toContain(corrected.status);
    }
    expect(await recount(harness.client, harness.tableName)).toEqual([]);
  }, 20_000);
});

describe('case numbers', () => {
  it('are previewed without being taken, and checked', async () => {
    const preview = [await nextNumber(), await nextNumber()];
    expect(preview[0]).toBe(preview[1]);
    const check = async (number: string) =>
      (await harness.call(checkNumber, { as: owner(), query: { case_number: number } })).body;
    expect(await check(String(preview[0]))).toEqual({ exists: false });
    const { caseNumber } = await openCase(harness, tenant);
    expect(caseNumber).toBe(preview[0]);
    expect(await check(caseNumber)).toEqual({ exists: true });
    expect(await check(caseNumber.toLowerCase())).toEqual({ exists: true });
    expect(await nextNumber({ year: '2031' })).toBe('WA-2031-0001');
  });

  it('can be chosen by hand, once, in any case of letters', async () => {
    const [first, second] = await many(2);
    expect((await convert(String(first?.id), ' Old Ledger/77 ')).body).toMatchObject({ case_number: 'Old Ledger/77' });
    const taken = await convert(String(second?.id), 'OLD LEDGER/77');
    expect([taken.status, taken.body]).toEqual([
      409,
      { case_number_manual_override: ['This case number is already in use'] },
    ]);
    expect(await readSubmission(harness, tenant, String(second?.id))).toMatchObject({ status: 'new', case_id: null });
    expect((await convert(String(second?.id), '')).status).toBe(200);
  });

  it('chosen by hand by 10 at once go to one', async () => {
    const sent = await many(10);
    const answers = await Promise.all(sent.map(({ id }) => convert(id, 'HAND-1')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    for (const { status, body } of answers)
      if (status === 409) expect(body).toHaveProperty('case_number_manual_override');
  }, 20_000);

  it('step over one that was taken by hand', async () => {
    const next = await nextNumber();
    const [byHand, automatic] = await many(2);
    await convert(String(byHand?.id), next);
    const { body } = await convert(String(automatic?.id));
    const step = (number: unknown) => Number(String(number).split('-')[2]);
    expect(step(body.case_number)).toBe(step(next) + 1);
  });

  it('begin anew with the year of the home, not of the clock in Greenwich', async () => {
    const home = await harness.addTenant('pacific-home', 'America/Los_Angeles');
    harness.state.now = () => new Date('2026-01-01T06:00:00Z');
    const before = await openCase(harness, home, { date_of_death: '2025-12-30' });
    harness.state.now = () => new Date('2026-01-01T09:00:00Z');
    const after = await openCase(harness, home, { date_of_death: '2025-12-30' });
    harness.state.now = () => new Date();
    expect([before.caseNumber, after.caseNumber]).toEqual(['WA-2025-0001', 'WA-2026-0001']);
  });

  it.each([
    ['31 characters', 'A'.repeat(31)],
    ['a sign it cannot have', 'WA#1'],
    ['a line break', 'WA\n1'],
    ['a number', 7],
    ['a list', ['WA-1']],
  ])('cannot be %s', async (_, number) => {
    const { id } = await reportDeath(harness, tenant);
    const answer = await convert(id, number);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['case_number_manual_override']]);
  });

  it('find their case exactly, whatever else begins alike', async () => {
    const [short, long] = await many(2);
    await convert(String(short?.id), 'LONE-7');
    await convert(String(long?.id), 'LONE-77');
    const found = async (query: Record<string, string>) => {
      const { body } = succeeded(await harness.call(list, { as: owner(), query }));
      return [body.count, (body.results as { case_number: string }[]).map(({ case_number: number }) => number)];
    };
    expect(await found({ case_number: 'LONE-7' })).toEqual([1, ['LONE-7']]);
    expect(await found({ case_number: 'lone-77', status: 'draft', location: tenant.home.id })).toEqual([
      1,
      ['LONE-77'],
    ]);
    expect(await found({ case_number: 'LONE-7', status: 'active' })).toEqual([0, []]);
    expect(await found({ case_number: 'LONE' })).toEqual([0, []]);
    expect((await found({ search: 'lone-7' }))[0]).toBe(2);
  });
});

describe('what a family entered is found in the case', () => {
  const leaves = (value: unknown): unknown[] =>
    value !== null && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [value];
  // What tells the submission itself apart, and not the answers.
  const ofTheSubmission = new Set([
    'id',
    'reference',
    'version',
    'status',
    'created_at',
    'updated_at',
    'contacted_at',
    'contacted_by_name',
    'case_id',
    'case_number',
    'bot_check',
    'possible_duplicates',
  ]);
  const elsewhere: Record<string, string> = { consent: 'intake_consent' };

  const variants: [string, Partial<IntakeSubmissionInput>][] = [
    ['a married veteran', { deceased_suffix: 'Jr.', time_of_death: '04:35', special_requests: 'No flowers, please.' }],
    [
      'somebody for whom everything is other',
      {
        gender: 'unknown',
        stillborn: false,
        is_veteran: false,
        notify_social_security: false,
        ssn_to_follow: true,
        social_security_number: '',
        inside_city_limits: 'unknown',
        marital_status: 'other',
        marital_status_other: 'Civil union of 1999',
        education_level: 'other',
        education_other: 'Taught at sea',
        ethnicity: 'other_hispanic_latino',
        ethnicity_other_specify: 'Ladino',
        race: ['american_indian_alaska_native', 'other_asian', 'other_pacific_islander', 'other', 'white', 'samoan'],
        race_american_indian_specify: 'Timucua',
        race_other_asian_specify: 'Hmong',
        race_other_pacific_specify: 'Palauan',
        race_other_specify: 'Roma',
        communicable_disease: 'yes',
        service_type: 'direct_cremation',
        deceased_address_apt: 'Apt 1',
        informant_address_apt: 'Apt 2',
        informant_country: 'CAN',
        informant_state: '',
        informant_zip: 'K1A 0B1',
        death_address_apt: 'Ward 3',
        death_country: 'DEU',
        death_state: '',
        death_city: 'Bremen',
        death_zip: '28195',
        current_body_apt: 'Room 4',
        current_body_state: 'GA',
        current_body_zip: '31401',
        cemetery_apt: 'Lot 5',
        cemetery_state: 'AL',
        cemetery_zip: '36101',
        preferred_contact_time: 'After the evening prayer',
        weight: 'about 150',
      },
    ],
    [
      'a stillborn child in a listed cemetery',
      {
        stillborn: true,
        date_of_birth: '2025-10-28',
        marital_status: 'never_married',
        social_security_number: '',
        cemetery_name: "St. Brendan's Catholic Cemetery",
      },
    ],
  ];

  it.each(variants)('%s', async (_, changes) => {
    const { id } = await reportDeath(harness, tenant, changes);
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
      section_versions: { deceased: 1, informant: 1 },
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
    expect(await recount(harness.client, harness.tableName)).toEqual([]);
    expect(harness.fault?.injected.conflict).toBeGreaterThan(0);
  });
});
