import { describe, expect, it } from 'vitest';
import { firstCallFields } from '#domain/first-calls/first-call.sections.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Result } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { createCustomer, readCustomer } from '#tests/support/records/customers.ts';
import { exampleKin, readFirstCall, recordFirstCall } from '#tests/support/records/first-calls.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const rows = areas['first-calls'];

const { harness, tenant } = await startHarnessWithTenant();

const owner = () => tenant.profiles.super_admin;
const record = (changes?: object) => recordFirstCall(harness, tenant, changes);
const convert = (id: string, body: object = {}): Promise<Result> =>
  harness.call(rows.convertToCase, { as: owner(), params: { id }, body });
const preview = async (id: string) => {
  await harness.projected();
  return succeeded(await harness.call(rows.conversionData, { as: owner(), params: { id } })).body as {
    case_number: string;
    case_id: string | null;
    sections: { id: string; values: { field: string; value: unknown }[] }[];
    missing: { field: string }[];
    possible_cases: { id: string }[];
    next_of_kins: { id: string; customers: { customer: { id: string }; is_same: boolean }[] }[];
  };
};
const caseOf = async (id: unknown) =>
  succeeded(await harness.call(areas.cases.get, { as: owner(), params: { id: String(id) } })).body as Record<
    string,
    unknown
  > & { next_of_kins: Record<string, unknown>[]; sections: Record<string, { values: Record<string, unknown> }> };

/** Fills every field with a value that no other field has. */
const everything = () => ({
  ...{ deceased_first_name: 'Zita', deceased_middle_name: 'Y', deceased_last_name: 'Xavier', deceased_suffix: 'III' },
  ...{ date_of_birth: '1931-02-03', date_of_death: '2025-10-27', time_of_death: '23:41' },
  ...{ social_security_number: '987-65-4320', place_of_death: 'Wintergreen House', death_address: '1 Vine Street' },
  ...{ death_address_apt: 'Room 9', death_city: 'Ursa', death_county: 'Tift', death_state: 'DC', death_zip: '20001' },
  ...{ death_country: 'USA', death_location_phone: '2025550101', contact_person: 'Sister Rosa', is_hospice: true },
  place_of_death_kind: 'hospice',
  ...{ hospice_24hrs: 'Three weeks', primary_physician: 'Quentin Pell', physician_phone: '2025550102' },
  ...{ physician_address: '2 Oak Avenue', me_notified: true, me_released: false, has_pacemaker: true },
  ...{ is_veteran: true, dd214_collected: false, hold_for: 'graveside', personal_effects_description: 'A ring' },
  ...{ additional_information: 'Side door', call_received_at: '2025-10-28T00:12', call_taken_by: 'Dee Kowalski' },
  ...{ removal_expected_at: '2025-10-28T01:30', state_id_number: 'FD-0142', signed_by: 'Nurse Abel' },
  ...{ signed_date: '2025-10-28', family_language: 'es' },
  next_of_kins: [
    exampleKin({ first_name: 'Loretta', address_apt: '4B', address_country: 'USA' }),
    exampleKin({ first_name: 'Ada', relationship: 'niece_nephew', phone: '2295550190', email: 'ada@example.com' }),
  ],
});

describe('a first call becomes a case', () => {
  it('D1 A.1 copies every field of the sheet into its field of the case', async () => {
    const sheet = await record(everything());
    // Asked only with a name of one letter.
    expect(firstCallFields.map(({ name }) => name).filter((name) => !(name in sheet))).toEqual(['deceased_whole_name']);
    const { body } = succeeded(await convert(sheet.id));
    const caseRecord = await caseOf(body.case_id);
    const renamed: Record<string, string> = {
      ...{ death_address_apt: 'death_address_apt', death_state: 'state_of_death', death_country: 'country_of_death' },
      ...{ call_received_at: 'first_call_received_at', next_of_kins: 'next_of_kins' },
    };
    for (const { name } of firstCallFields) {
      const there = caseRecord[renamed[name] ?? name];
      if (name !== 'next_of_kins') expect([name, there ?? caseRecord[name]]).toEqual([name, sheet[name]]);
    }
    for (const [at, { id: _, ...nextOfKin }] of sheet.next_of_kins.entries()) {
      const { address, ...rest } = nextOfKin;
      expect(caseRecord.next_of_kins[at]).toMatchObject({ ...rest, address_street: address });
    }
    expect(caseRecord).toMatchObject({
      ...{ status: 'draft', source_first_call_id: sheet.id, source_submission_id: null, version: 1 },
      ...{ informant_name: 'Loretta Tyndall', informant_relationship: 'sibling', funeral_home_id: tenant.home.id },
      informant_address: '14 Oneida Street 4B, St. Augustine, FL, 32084, USA',
    });
    expect(await readFirstCall(harness, tenant, sheet.id)).toMatchObject({
      ...{ status: 'converted', case_id: body.case_id, case_number: body.case_number, version: 2 },
    });
  });

  it('matches its preview, which reserves nothing', async () => {
    const sheet = await record(everything());
    const [before, again] = [await preview(sheet.id), await preview(sheet.id)];
    expect(again).toEqual(before);
    expect(before.case_id).toBeNull();
    const { body } = succeeded(await convert(sheet.id));
    expect(body.case_number).toBe(before.case_number);
    const caseRecord = await caseOf(body.case_id);
    for (const { id, values } of before.sections)
      for (const { field, value } of values)
        if (field !== 'next_of_kins') expect([field, caseRecord.sections[id]?.values[field]]).toEqual([field, value]);
    expect(before.missing.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['gender', 'service_date', 'service_location']),
    );
    expect(await preview(sheet.id)).toMatchObject({ case_id: body.case_id, case_number: body.case_number });
  });

  it('S-09 moves the SSN by reference without decrypting it', async () => {
    const sheet = await record({ social_security_number: '987-65-4322' });
    const item = await harness.calmTable.get(keysOf(tenant.id).firstCall(sheet.id));
    const { cipher } = harness.state;
    const asked = () => Promise.reject(new Error('asked'));
    harness.state.cipher = { seal: asked, open: asked };
    const { body } = succeeded(await convert(sheet.id));
    harness.state.cipher = cipher;
    const caseRecord = await harness.calmTable.get(keysOf(tenant.id).case(String(body.case_id)));
    expect([caseRecord?.ssn_id, caseRecord?.ssn_last4]).toEqual([item?.ssn_id, '4322']);
    const revealed = await harness.call(areas.ssn.retrieve, { as: owner(), params: { id: String(body.case_id) } });
    expect(revealed.body.social_security_number).toBe('987-65-4322');
  });

  it('R-23 creates one case for many concurrent conversions', async () => {
    const { id } = await record();
    const answers = await Promise.all(Array.from({ length: 5 }, () => convert(id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await convert(id, { case_number_manual_override: 'OTHER-1' })).text).toBe(answers[0]?.text);
  });

  it('uses a number chosen by hand, which must be free', async () => {
    const [one, two] = [await record(), await record()];
    const number = { case_number_manual_override: 'NIGHT-7' };
    expect((await convert(one.id, number)).body.case_number).toBe('NIGHT-7');
    const taken = await convert(two.id, number);
    expect([taken.status, taken.body]).toEqual([
      409,
      { case_number_manual_override: ['This case number is already in use'] },
    ]);
    expect(await readFirstCall(harness, tenant, two.id)).toMatchObject({ status: 'active', case_id: null });
  });

  it('converts a draft with what it has', async () => {
    const body = { deceased_last_name: 'Tyndall' };
    const draft = succeeded(await harness.call(rows.autoSave, { as: owner(), body })).body;
    // Without a body, as documented.
    const options = {
      as: owner(),
      params: { id: String(draft.id) },
      rawBody: '',
      headers: { 'content-type': undefined },
    };
    const caseRecord = await caseOf(succeeded(await harness.call(rows.convertToCase, options)).body.case_id);
    expect(caseRecord).toMatchObject({ status: 'draft', deceased_full_name: 'Tyndall' });
  });
});

describe('a case that names its first call (D2 §3)', () => {
  const open = (body: object): Promise<Result> => harness.call(areas.cases.create, { as: owner(), body });

  it('converts the sheet once, with its home and its encrypted number', async () => {
    const sheet = await record({ social_security_number: '987-65-4320' });
    const body = { deceased_last_name: 'Tyndall', source_first_call_id: sheet.id };
    const masked = 'XXX-XX-4320';
    const both = await Promise.all([open({ ...body, social_security_number: masked }), open(body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const nowhere = { ...body, source_first_call_id: '0193a000-0000-7000-8000-000000000999' };
    expect((await open(nowhere)).body).toEqual({ source_first_call_id: ['Invalid first call selection'] });
    const [made, refused] = both.toSorted((a, b) => a.status - b.status).map((result) => result.body);
    expect(made).toMatchObject({ source_first_call_id: sheet.id, social_security_number: masked });
    expect(refused?.detail).toBe('This first call has become a case. Edit the case instead.');
    expect(await readFirstCall(harness, tenant, sheet.id)).toMatchObject({
      ...{ status: 'converted', case_id: made?.id, case_number: made?.case_number },
    });
  });
});

describe('the next of kin of the case', () => {
  const customersOf = async (caseId: unknown) =>
    (await harness.calmTable.get(keysOf(tenant.id).case(String(caseId))))?.customers as Record<string, string[]>;

  it('become customers as chosen, by default only the primary contact', async () => {
    const nextOfKin = (phone: string) => [
      exampleKin({ first_name: 'Prima', phone }),
      exampleKin({ first_name: 'Secunda', phone: `${phone.slice(0, -1)}9` }),
    ];
    const [one, two, none] = [
      await record({ next_of_kins: nextOfKin('9045550120') }),
      await record({ next_of_kins: nextOfKin('9045550130') }),
      await record({ next_of_kins: nextOfKin('9045550140') }),
    ];
    const first = Object.values(await customersOf(succeeded(await convert(one.id)).body.case_id));
    expect(first).toEqual([['informant', 'next_of_kin']]);
    const ids = two.next_of_kins.map(({ id }) => id);
    const { body } = succeeded(await convert(two.id, { next_of_kin_customers: ids }));
    const both = await customersOf(body.case_id);
    const caseRecord = await caseOf(body.case_id);
    const [prima, second] = caseRecord.next_of_kins.map(({ existingCustomerId }) => String(existingCustomerId));
    expect(both).toEqual({ [String(prima)]: ['informant', 'next_of_kin'], [String(second)]: ['next_of_kin'] });
    expect(caseRecord.informant).toBe(prima);
    const secunda = await readCustomer(harness, tenant, String(second));
    expect(secunda).toMatchObject({ ...{ first_name: 'Secunda', phone: '9045550139', address: '14 Oneida Street' } });
    expect(secunda.active_cases).toMatchObject([{ id: body.case_id, relations: ['next_of_kin'] }]);
    const nobody = succeeded(await convert(none.id, { next_of_kin_customers: [] }));
    expect(await customersOf(nobody.body.case_id)).toEqual({});
  });

  it('keep the language of the call, and bring it to the next case that names them', async () => {
    const nextOfKin = [exampleKin({ first_name: 'Lupita', phone: '9045550177' })];
    const spoken = await record({ next_of_kins: nextOfKin, family_language: 'es' });
    const first = await caseOf(succeeded(await convert(spoken.id)).body.case_id);
    expect(first.family_language).toBe('es');
    expect(await readCustomer(harness, tenant, String(first.informant))).toMatchObject({ language: 'es' });
    const again = await record({ next_of_kins: nextOfKin });
    expect(await caseOf(succeeded(await convert(again.id)).body.case_id)).toMatchObject({
      ...{ informant: first.informant, family_language: 'es' },
    });
    const other = await record({ next_of_kins: nextOfKin, family_language: 'en' });
    expect(await caseOf(succeeded(await convert(other.id)).body.case_id)).toMatchObject({ family_language: 'en' });
  });

  it('cannot be chosen from another sheet', async () => {
    const [sheet, other] = [await record(), await record()];
    const { status, body } = await convert(sheet.id, { next_of_kin_customers: [other.next_of_kins[0]?.id] });
    expect([status, Object.keys(body)]).toEqual([400, ['next_of_kin_customers']]);
  });

  it('appear in the preview with the customers of their number', async () => {
    const atLine = (first_name: string, email: string) =>
      createCustomer(harness, tenant, { first_name, last_name: 'Line', phone: '9045550123', email });
    const [same, namesake, other] = [
      await atLine('Same', 'jr@example.com'),
      await atLine('Same', 'sr@example.com'),
      await atLine('Other', 'other@example.com'),
    ];
    const email = 'jr@example.com';
    const nextOfKin = exampleKin({ first_name: 'Same', last_name: 'Line', phone: '+1 904 555 0123', email });
    const { id } = await record({ next_of_kins: [nextOfKin] });
    const [shown] = (await preview(id)).next_of_kins;
    const found = shown?.customers.map(({ customer, is_same }) => [customer.id, is_same]) ?? [];
    expect(new Map(found as [string, boolean][])).toEqual(
      new Map([
        [same, true],
        [namesake, false],
        [other, false],
      ]),
    );
  });
});

describe('deleting the case', () => {
  it('restores its sheet, which can be converted again', async () => {
    for (const status of ['draft', 'active'] as const) {
      const { id } = await record({ status });
      const { body } = succeeded(await convert(id));
      expect(await readFirstCall(harness, tenant, id)).toMatchObject({ status: 'converted' });
      succeeded(
        await harness.call(areas.cases.delete, { as: owner(), params: { id: String(body.case_id) }, query: {} }),
      );
      expect(await readFirstCall(harness, tenant, id)).toMatchObject({ status, case_id: null, case_number: null });
    }
  });
});

describe('a case of the same person', () => {
  it('appears before the conversion: by name, or last name with death or caller', async () => {
    const person = { deceased_first_name: 'Iñigo', deceased_last_name: 'Montañés', date_of_birth: '1940-05-06' };
    const first = await record(person);
    const { body } = succeeded(await convert(first.id));
    const possible = async (changes: object) => (await preview((await record(changes)).id)).possible_cases;
    expect(await possible({ ...person, deceased_first_name: 'INIGO', date_of_death: '2025-10-01' })).toMatchObject([
      { id: body.case_id },
    ]);
    expect(await possible({ ...person, date_of_birth: '1950-01-01' })).toMatchObject([{ id: body.case_id }]);
    expect(await possible({ ...person, date_of_birth: '1950-01-01', date_of_death: '2025-10-01' })).toMatchObject([
      { id: body.case_id },
    ]);
    const ines = { ...person, deceased_first_name: 'Inés', date_of_death: '2025-10-01' };
    expect(await possible(ines)).toMatchObject([{ id: body.case_id }]);
    expect(await possible({ ...ines, next_of_kins: [exampleKin({ phone: '9045550199' })] })).toEqual([]);
    expect((await preview(first.id)).possible_cases).toEqual([]);
  });
});

it('R-05 leaves the table in agreement with itself', async () => {
  expect(await harness.recount()).toEqual([]);
});
