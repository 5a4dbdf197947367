import { describe, expect, it } from 'vitest';
import { firstCallMessages } from '#domain/first-calls/first-call.sections.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Result } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { createCustomer } from '#tests/support/records/customers.ts';
import { exampleFirstCall, exampleKin, readFirstCall, recordFirstCall } from '#tests/support/records/first-calls.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const rows = areas['first-calls'];
type Row = keyof typeof rows;

const { harness, tenant } = await startHarnessWithTenant();

const ask = (row: Row, id: string | undefined, body?: object, headers: Record<string, string> = {}): Promise<Result> =>
  harness.call(rows[row], { as: tenant.profiles.super_admin, ...(id ? { params: { id } } : {}), body, headers });
const record = (changes?: object) => recordFirstCall(harness, tenant, changes);
const read = (id: string) => readFirstCall(harness, tenant, id);
const stored = (id: string) => harness.calmTable.get(keysOf(tenant.id).firstCall(id));
const trail = (id: string) => harness.databaseOf(tenant.id).audit.of('FIRSTCALL', id);

describe('recording a first call', () => {
  it('stores canonical values and returns them flat, under the specified names', async () => {
    const sheet = await record({
      deceased_first_name: '  Josephine ',
      is_hospice: 'yes',
      hold_for: 'Direct cremation',
      physician_phone: '1 (904) 555-0144',
      signed_date: '2025-10-29',
    });
    expect(await read(sheet.id)).toMatchObject({
      ...exampleFirstCall({ next_of_kins: [{ ...exampleKin(), phone: '9045550171' }] }),
      ...{ is_hospice: true, hold_for: 'direct_cremation', physician_phone: '19045550144', signed_date: '2025-10-29' },
      ...{ status: 'active', version: 1, case_id: null, case_number: null, social_security_number: '' },
      ...{ assigned_location: tenant.home.id, funeral_home_id: tenant.home.id, funeral_home_name: tenant.home.name },
      ...{ deceased_full_name: 'Josephine Ruth Tyndall', created_by_name: 'Test coordinator' },
    });
  });

  it('D2 §5 rejects a sheet with errors, and an empty draft', async () => {
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const faulty = exampleFirstCall({ date_of_death: tomorrow, next_of_kins: [exampleKin({ relationship: '' })] });
    const { status, body } = await ask('create', undefined, faulty);
    expect([status, body]).toEqual([
      400,
      {
        date_of_death: ['Date of death cannot be in the future'],
        'next_of_kins.0.relationship': ['Relationship is required'],
      },
    ]);
    const draft = { status: 'draft', deceased_last_name: 'Tyndall' };
    expect((await ask('create', undefined, draft)).body).toMatchObject({ status: 'draft', next_of_kins: [] });
    const empty = await ask('create', undefined, { status: 'draft', call_taken_by: 'Dee', deceased_first_name: '' });
    expect([empty.status, empty.body]).toEqual([400, { detail: firstCallMessages.nothingEntered }]);
  });

  it('records a call once, however often a phone without signal sends it', async () => {
    const body = exampleFirstCall({ deceased_last_name: 'Onceonly' });
    const answers = [
      await ask('create', undefined, body, { 'idempotency-key': 'night-1' }),
      await ask('create', undefined, body, { 'idempotency-key': 'night-1' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body.id).toBe(answers[1]?.body.id);
  });

  it('S-01 rejects homes and customers of another organization', async () => {
    const stranger = await harness.addTenant('harbor-light');
    const customer = await createCustomer(harness, stranger);
    const abroad = await ask('create', undefined, exampleFirstCall({ assigned_location: stranger.home.id }));
    expect([abroad.status, abroad.body]).toEqual([
      400,
      { assigned_location: ['Please select a valid assigned location'] },
    ]);
    const endless = await ask('create', undefined, exampleFirstCall({ assigned_location: 'x'.repeat(1100) }));
    expect([endless.status, Object.keys(endless.body)]).toEqual([400, ['assigned_location']]);
    const nextOfKin = exampleKin({ existingCustomerId: customer });
    const linked = await ask('create', undefined, exampleFirstCall({ next_of_kins: [nextOfKin] }));
    expect([linked.status, linked.body]).toEqual([
      400,
      { 'next_of_kins.0.existingCustomerId': ['Invalid customer selection'] },
    ]);
  });
});

describe('changing a first call', () => {
  it('changes what was sent, raises the version, and records each field and its user', async () => {
    const { id } = await record();
    const changed = succeeded(await ask('update', id, { time_of_death: '03:05', death_county: '', version: 1 })).body;
    expect([changed.version, changed.time_of_death, changed.death_county]).toEqual([2, '03:05', undefined]);
    expect((await trail(id))[0]).toMatchObject({
      action: 'first-call.updated',
      changes: [
        { field: 'time_of_death', from: '02:50', to: '03:05' },
        { field: 'death_county', from: 'St. Johns', to: null },
      ],
    });
    expect((await ask('update', id, changed)).body.version).toBe(2);
  });

  it('R-24 accepts one of many changes of one version; the others get the sheet', async () => {
    const { id } = await record();
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        ask('update', id, { death_city: `Palatka ${'I'.repeat(n + 1)}`, version: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(3).fill(409)]);
    for (const { status, body } of answers) if (status === 409) expect(body.current).toMatchObject({ id, version: 2 });
  });

  it('keeps other users’ fields if no version was sent', async () => {
    const { id } = await record();
    await Promise.all([
      ask('update', id, { primary_physician: 'Ngozi Okafor' }),
      ask('update', id, { is_veteran: true }),
      ask('update', id, { additional_information: 'Side entrance' }),
    ]);
    expect(await read(id)).toMatchObject({
      ...{ primary_physician: 'Ngozi Okafor', is_veteran: true, additional_information: 'Side entrance', version: 4 },
    });
  });

  it('activates a complete draft, lists what is missing before, and never goes back', async () => {
    const { next_of_kins, ...rest } = exampleFirstCall();
    const id = String(succeeded(await ask('autoSave', undefined, rest)).body.id);
    const early = await ask('update', id, { status: 'active' });
    expect([early.status, early.body]).toEqual([
      400,
      { next_of_kins: ['Next of kin is required'], contact_person: ['Contact person is required'] },
    ]);
    expect((await ask('update', id, { status: 'active', next_of_kins })).body).toMatchObject({ status: 'active' });
    expect((await trail(id))[0]?.changes[0]).toEqual({ field: 'status', from: 'draft', to: 'active' });
    const back = await ask('update', id, { status: 'draft', death_city: 'Welaka' });
    expect([back.status, back.body]).toEqual([400, { status: [firstCallMessages.staysActive] }]);
  });
});

describe('auto_save', () => {
  it('creates a draft, and then saves its changed fields', async () => {
    const { body: draft } = succeeded(await ask('autoSave', undefined, { deceased_first_name: 'Jo' }));
    expect(draft).toMatchObject({ status: 'draft', version: 1 });
    const { body: next } = succeeded(
      await ask('autoSave', undefined, { id: draft.id, version: 1, deceased_last_name: 'Tyndall' }),
    );
    expect(next).toMatchObject({ id: draft.id, version: 2, deceased_full_name: 'Jo Tyndall' });
    const stale = await ask('autoSave', undefined, { id: draft.id, version: 1, deceased_last_name: 'Tindall' });
    expect([stale.status, stale.body.current]).toEqual([409, expect.objectContaining({ version: 2 })]);
    expect((await ask('autoSave', undefined, { id: '0190a000-0000-7000-8000-000000000000' })).status).toBe(404);
  });
});

describe('S-09 the number of a first call', () => {
  it('stores it encrypted, returns it masked, and deletes it with its sheet', async () => {
    const { id } = await record({ social_security_number: '987654321' });
    const first = await stored(id);
    expect(JSON.stringify(first)).not.toMatch(/98765|987-65/);
    expect(await read(id)).toMatchObject({ social_security_number: 'XXX-XX-4321' });
    await ask('update', id, { social_security_number: 'XXX-XX-4321', version: 1 });
    await ask('update', id, { social_security_number: '' });
    expect((await stored(id))?.ssn_id).toBe(first?.ssn_id);
    succeeded(await ask('update', id, { social_security_number: '987-65-4329' }));
    const second = await stored(id);
    const sealed = (ssnId: unknown) => harness.calmTable.get(keysOf(tenant.id).ssn(String(ssnId)));
    expect([await sealed(first?.ssn_id), Boolean(await sealed(second?.ssn_id))]).toEqual([undefined, true]);
    expect((await trail(id))[0]?.changes).toEqual([{ field: 'social_security_number', from: null, to: null }]);
    succeeded(await ask('delete', id));
    expect(await sealed(second?.ssn_id)).toBeUndefined();
  });
});

describe('the next of kin of a sheet', () => {
  const kinCall = (row: 'replaceNok' | 'removeNok', id: string, nokId: string, body?: object) =>
    harness.call(rows[row], { as: tenant.profiles.office_staff, params: { id, nokId }, body });

  it('lists, adds, replaces and removes them, each under its own id', async () => {
    const { id, next_of_kins } = await record();
    const gaps = await ask('addNok', id, { first_name: 'Ada', last_name: 'Lee', phone: '1' });
    expect([gaps.status, gaps.body]).toEqual([
      400,
      { relationship: ['Relationship is required'], phone: ['Phone number must be 10 digits'] },
    ]);
    const added = succeeded(await ask('addNok', id, exampleKin({ first_name: 'Ada', phone: '904.555.0179' }))).body;
    expect(added).toMatchObject({ first_name: 'Ada', phone: '9045550179' });
    const { first_name, last_name, relationship } = exampleKin({ first_name: 'Adah' });
    const replaced = await kinCall('replaceNok', id, String(added.id), { first_name, last_name, relationship });
    expect(replaced.body).toEqual({ id: added.id, first_name, last_name, relationship });
    const { body } = await harness.call(rows.noks, { as: tenant.profiles.office_staff, params: { id } });
    expect(body).toMatchObject([{ id: next_of_kins[0]?.id, first_name: 'Loretta' }, { first_name: 'Adah' }]);
    expect((await kinCall('removeNok', id, String(next_of_kins[0]?.id))).status).toBe(200);
    const last = await kinCall('removeNok', id, String(added.id));
    expect([last.status, last.body]).toMatchObject([400, { next_of_kins: ['Next of kin is required'] }]);
    expect((await read(id)).version).toBe(4);
  });
});

describe('the list of first calls', () => {
  const found = async (query: Record<string, string>) => {
    await harness.projected();
    const { body } = succeeded(await harness.call(rows.list, { as: tenant.profiles.office_staff, query }));
    return { count: body.count, results: body.results as Record<string, unknown>[] };
  };

  it('finds a sheet by any name in it, its place, and the caller’s number in any form', async () => {
    const nextOfKin = [
      exampleKin({ first_name: 'Quillon', last_name: 'Farquhar', phone: '9045550166' }),
      exampleKin({ first_name: 'Zelda', last_name: 'Vandermeer', phone: '2295550188' }),
      exampleKin({ first_name: 'Inés', last_name: 'Solano', phone: '+52 55 1234 5678' }),
    ];
    const { id } = await record({
      ...{ deceased_first_name: 'Ambrose', deceased_last_name: 'Ó Súilleabháin', next_of_kins: nextOfKin },
      ...{ place_of_death: 'Lighthouse Hospice', death_location_phone: '9045550155' },
    });
    const searches = ['o suilleabhain', 'vandermeer zelda', 'lighthouse', '0166', '229-555-0188', '9045550155'];
    for (const search of [...searches, '+52 55 1234 5678'])
      expect([search, (await found({ search })).results.map((row) => row.id)]).toEqual([search, [id]]);
    expect((await found({ search: 'ambrose' })).results[0]).toMatchObject({
      ...{ deceased_full_name: 'Ambrose Ruth Ó Súilleabháin', next_of_kin_name: 'Quillon Farquhar' },
      ...{ next_of_kin_phone: '9045550166', next_of_kin_relationship: 'sibling', status: 'active' },
      ...{ funeral_home_name: tenant.home.name, place_of_death: 'Lighthouse Hospice', case_id: null },
    });
    expect((await found({ search: 'ambrose', status: 'converted' })).count).toBe(0);
    expect((await found({ search: 'ambrose', location: tenant.home.id, status: 'active' })).count).toBe(1);
  });

  it('reverses its order, also in a search, and rejects any other order', async () => {
    for (const n of ['Aa', 'Bb', 'Cc']) await record({ deceased_first_name: n, deceased_last_name: 'Ordering' });
    const ids = async (query: Record<string, string>) => (await found(query)).results.map(({ id }) => id);
    const queries: Record<string, string>[] = [{ location: tenant.home.id }, { search: 'ordering' }];
    for (const query of queries) {
      const newestFirst = await ids({ ...query, page_size: '100' });
      expect(newestFirst.length).toBeGreaterThan(2);
      expect(await ids({ ...query, page_size: '100', ordering: '-created_at' })).toEqual(newestFirst);
      expect(await ids({ ...query, page_size: '100', ordering: 'created_at' })).toEqual(newestFirst.toReversed());
    }
    expect((await found({ location: '0190a000-0000-7000-8000-000000000000' })).count).toBe(0);
    const query = { ordering: 'deceased_name' };
    const refused = await harness.call(rows.list, { as: tenant.profiles.office_staff, query });
    expect([refused.status, refused.body]).toEqual([400, { ordering: ['Ordering must be created_at or -created_at'] }]);
  });

  it('lists only open promised arrivals, the earliest first, also converted ones', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
    const last = 'Promises';
    const promise = (hours: number) => record({ deceased_last_name: last, removal_expected_at: at(hours) });
    const [late, soon, gone, here] = [await promise(30), await promise(2), await promise(-72), await promise(3)];
    succeeded(await ask('convertToCase', soon.id, {}));
    succeeded(await ask('recordRemoval', here.id, { step: 'arrived' }));
    for (let n = 0; n < 10; n++) await record({ deceased_last_name: last });
    const ids = async (query: Record<string, string>) =>
      (await found({ promised: 'true', page_size: '10', ...query })).results.map(({ id }) => id);
    expect(gone.id).toBeTruthy();
    expect(await ids({})).toEqual([soon.id, late.id]);
    expect(await ids({ status: 'converted' })).toEqual([soon.id]);
    expect(await ids({ location: '0190a000-0000-7000-8000-000000000000' })).toEqual([]);
    expect((await ids({ search: last })).toSorted()).toEqual([soon.id, late.id].toSorted());
    succeeded(await ask('recordRemoval', here.id, { step: 'arrived', undo: true }));
    expect(await ids({})).toEqual([soon.id, here.id, late.id]);
  });

  it('shows open sheets that may be about the same death', async () => {
    const same = { deceased_first_name: 'Twice', deceased_last_name: 'Reported' };
    const [first, second] = [await record(same), await record({ ...same, deceased_middle_name: '' })];
    await harness.projected();
    expect((await read(second.id)).possible_duplicates).toMatchObject([{ id: first.id }]);
  });
});

describe('deleting first calls', () => {
  const convert = (id: string) => ask('convertToCase', id, {});

  it('S-40 deletes one or many sheets, and records who did', async () => {
    const [one, two, three] = [await record(), await record(), await record()];
    succeeded(await ask('delete', one.id));
    const gone = '0190a000-0000-7000-8000-000000000000';
    const { body } = succeeded(await ask('bulkDelete', undefined, { sheet_ids: [two.id, three.id, two.id, gone] }));
    expect(body).toEqual({ success: true, deleted_count: 2, message: '2 first calls deleted' });
    for (const { id } of [one, two, three]) {
      expect((await ask('get', id)).status).toBe(404);
      expect((await trail(id))[0]).toMatchObject({ action: 'first-call.deleted', actor_name: 'Test super_admin' });
    }
    expect((await ask('bulkDelete', undefined, { sheet_ids: [gone] })).status).toBe(404);
    const none = await ask('bulkDelete', undefined, { sheet_ids: [] });
    expect([none.status, none.body]).toEqual([400, { sheet_ids: ['Select at least one first call'] }]);
  });

  it('deletes none if one was converted, else more than one transaction holds', async () => {
    const [kept, free] = [await record({ deceased_first_name: 'Kept' }), await record()];
    succeeded(await convert(kept.id));
    const refused = await ask('bulkDelete', undefined, { sheet_ids: [free.id, kept.id] });
    expect([refused.status, refused.body]).toEqual([
      409,
      { detail: firstCallMessages.someAreKept, converted: ['Kept Ruth Tyndall'], deleted_count: 0 },
    ]);
    expect((await read(free.id)).id).toBe(free.id);
    expect((await ask('delete', kept.id)).body).toEqual({ detail: firstCallMessages.keptWithCase });
    const edited = await ask('update', kept.id, { death_city: 'Palatka' });
    expect([edited.status, edited.body]).toEqual([409, { detail: firstCallMessages.editTheCase }]);
    const many = await Promise.all(Array.from({ length: 30 }, () => record()));
    const { body } = succeeded(await ask('bulkDelete', undefined, { sheet_ids: many.map(({ id }) => id) }));
    expect(body.deleted_count).toBe(30);
  });
});

it('R-05 leaves the table in agreement with itself', async () => {
  expect(await harness.recount()).toEqual([]);
});

describe('POST /first-calls/{id}/removal/', () => {
  const step = (id: string, body: object) => ask('recordRemoval', id, body);

  it('records departure and arrival once, and takes back only the last step', async () => {
    const { id } = await record();
    const left = succeeded(await step(id, { step: 'left' })).body;
    expect(left).toMatchObject({ removal_left_at: expect.any(String), removal_arrived_at: null, version: 2 });
    expect((await step(id, { step: 'left' })).body).toMatchObject({
      removal_left_at: left.removal_left_at,
      version: 2,
    });
    const arrived = (await step(id, { step: 'arrived' })).body;
    expect(arrived).toMatchObject({ removal_left_at: left.removal_left_at, removal_arrived_at: expect.any(String) });
    await harness.projected();
    const list = await harness.call(rows.list, { as: tenant.profiles.super_admin });
    expect(list.body.results).toContainEqual(
      expect.objectContaining({ id, removal_arrived_at: arrived.removal_arrived_at }),
    );
    expect(await step(id, { step: 'left', undo: true })).toMatchObject({
      ...{ status: 409, body: { detail: firstCallMessages.hasArrived, current: arrived } },
    });
    expect((await step(id, { step: 'arrived', undo: true })).body).toMatchObject({
      ...{ removal_left_at: left.removal_left_at, removal_arrived_at: null },
    });
    expect((await step(id, { step: 'left', undo: true })).body).toMatchObject({
      ...{ removal_left_at: null, removal_arrived_at: null },
    });
    expect((await trail(id)).map(({ action }) => action)).toEqual([
      ...Array(4).fill('first-call.updated'),
      'first-call.created',
    ]);
  });

  it('takes an arrival without a departure as both, on a converted call as well', async () => {
    const { id } = await record({ deceased_last_name: 'Promised' });
    succeeded(await ask('convertToCase', id, {}));
    const { removal_left_at, removal_arrived_at, status } = succeeded(await step(id, { step: 'arrived' })).body;
    expect([status, removal_left_at]).toEqual(['converted', removal_arrived_at]);
  });
});
