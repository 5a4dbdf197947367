import { describe, expect, it } from 'vitest';
import type { Permit } from '#domain/permits/permit.endpoints.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, completion, wholeCase } from '#tests/support/records/cases.ts';
import { addDocument } from '#tests/support/records/documents.ts';
import { addPermit, examplePermit } from '#tests/support/records/permits.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const rows = areas.permits;

const { harness, tenant } = await startHarnessWithTenant();
const cases = casesOf(harness, tenant);

const list = async (id: string): Promise<Permit[]> =>
  JSON.parse(succeeded(await harness.call(rows.list, { as: tenant.profiles.office_staff, params: { id } })).text);
const add = (id: string, body: object, headers: Record<string, string> = {}) =>
  harness.call(rows.add, { as: tenant.profiles.office_staff, params: { id }, body, headers });
const change = (row: 'update' | 'replace' | 'delete', id: string, permitId: string, body?: object) =>
  harness.call(rows[row], { as: tenant.profiles.coordinator, params: { id, permitId }, ...(body ? { body } : {}) });
const opened = () => cases.opened(wholeCase);
const taken = { permit_number: ['A permit with this number already exists for this case'] };

describe('scan of a permit', () => {
  it('links a document of the case, records it in the audit log, and unlinks it', async () => {
    const [{ id }, other] = [await opened(), await opened()];
    const [scan, elsewhere] = [
      await addDocument(harness, tenant, id, { file_name: 'Permit.pdf' }),
      await addDocument(harness, tenant, other.id),
    ];
    const permit = await addPermit(harness, tenant, id, { scan: scan.id });
    expect(permit.scan).toBe(scan.id);
    expect((await change('update', id, permit.id, { scan: elsewhere.id })).status).toBe(404);
    expect((await add(id, examplePermit({ permit_number: 'X-1', scan: elsewhere.id }))).status).toBe(404);
    expect(succeeded(await change('update', id, permit.id, { notes: 'Two copies' })).body.scan).toBe(scan.id);
    expect(succeeded(await change('update', id, permit.id, { scan: null })).body.scan).toBeNull();
    succeeded(await change('update', id, permit.id, { scan: scan.id }));
    const whole = examplePermit({ permit_number: permit.permit_number });
    expect(succeeded(await change('replace', id, permit.id, whole)).body.scan).toBeNull();
    const changed = (await cases.log(id)).flatMap(({ changes }) =>
      changes.filter(({ field }) => field === 'permits.scan'),
    );
    expect(changed.map(({ from, to }) => [from, to])).toEqual([
      ['Permit.pdf', null],
      [null, 'Permit.pdf'],
      ['Permit.pdf', null],
      [null, 'Permit.pdf'],
    ]);
  });
});

describe('permits of a case', () => {
  it('returns a bare list of trimmed permits in order of creation', async () => {
    const { id } = await opened();
    expect(await list(id)).toEqual([]);
    await addPermit(harness, tenant, id, { permit_name: '  Burial-transit permit ', permit_number: ' BTP-1 ' });
    await addPermit(harness, tenant, id, { permit_number: 'BTP-2', notes: 'Two\ncopies', expiry_date: '' });
    expect(await list(id)).toMatchObject([
      { permit_name: 'Burial-transit permit', permit_number: 'BTP-1', notes: '', expiry_date: null },
      { permit_number: 'BTP-2', notes: 'Two\ncopies', issue_date: '2026-03-04', is_expired: false },
    ]);
    const { action, changes } = (await cases.log(id))[0] ?? {};
    expect(action).toBe('permit.added');
    expect(changes).toContainEqual({ field: 'permits.permit_number', from: null, to: 'BTP-2' });
  });

  it('keeps permit numbers unique when several are added at once', async () => {
    const { id } = await opened();
    const numbers = ['btp-7', 'BTP-7', ' Btp-7 ', 'BTP-8'];
    const answers = await Promise.all(numbers.map((permit_number) => add(id, examplePermit({ permit_number }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual(taken);
    const permits = await list(id);
    expect(permits).toHaveLength(2);
    const second = permits.find(({ permit_number }) => permit_number === 'BTP-8')?.id ?? '';
    expect(await change('update', id, second, { permit_number: ' btp-7' })).toMatchObject({ status: 400, body: taken });
    const { id: other } = await opened();
    expect((await add(other, examplePermit({ permit_number: 'BTP-7' }))).status).toBe(201);
  });

  it('expires permits by the day of the case’s home', async () => {
    const { id } = await opened();
    const today = todayIn(tenant.home.time_zone, new Date());
    const older = { issue_date: '' };
    await addPermit(harness, tenant, id, { ...older, permit_number: '1', expiry_date: today });
    await addPermit(harness, tenant, id, { ...older, permit_number: '2', expiry_date: addDays(today, -1) });
    expect((await list(id)).map(({ is_expired }) => is_expired)).toEqual([false, true]);
  });
});

describe('PATCH and PUT /permits/{id}', () => {
  it('keeps missing fields on PATCH and clears them on PUT', async () => {
    const { id } = await opened();
    const permit = await addPermit(harness, tenant, id, { notes: 'By courier' });
    const patched = succeeded(await change('update', id, permit.id, { permit_number: 'btp-fl-2026-041773' })).body;
    expect(patched).toMatchObject({ permit_number: 'btp-fl-2026-041773', notes: 'By courier' });
    const cleared = succeeded(await change('update', id, permit.id, { notes: '', expiry_date: '2026-03-20' })).body;
    expect(cleared).toMatchObject({ notes: '', expiry_date: '2026-03-20', issuing_authority: 'St. Johns County' });
    const put = { permit_name: 'Permit for disposition', permit_number: 'VS9-1' };
    expect(succeeded(await change('replace', id, permit.id, put)).body).toMatchObject({
      ...{ id: permit.id, ...put, issuing_authority: '', issue_date: null, expiry_date: null },
    });
    expect(await change('replace', id, permit.id, { permit_name: 'X' })).toMatchObject({
      status: 400,
      body: { permit_number: ['Permit number is required'] },
    });
  });

  it('records no change of nothing, and deletes a permit', async () => {
    const { id } = await opened();
    const permit = await addPermit(harness, tenant, id);
    succeeded(await change('update', id, permit.id, { permit_name: permit.permit_name }));
    expect((await cases.log(id)).map(({ action }) => action)).not.toContain('permit.updated');
    succeeded(await change('delete', id, permit.id));
    expect(await list(id)).toEqual([]);
    expect((await change('delete', id, permit.id)).status).toBe(404);
    expect((await cases.log(id))[0]?.changes).toContainEqual({
      ...{ field: 'permits.issuing_authority', from: 'St. Johns County', to: null },
    });
  });
});

describe('permits of a closed case', () => {
  it('can change in a completed case, but not in a cancelled one', async () => {
    const { id } = await opened();
    const permit = await addPermit(harness, tenant, id);
    succeeded(await cases.patch(id, completion));
    succeeded(await cases.activate(id));
    succeeded(await cases.complete(id));
    succeeded(await add(id, examplePermit({ permit_number: '9' })));
    succeeded(await change('update', id, permit.id, { notes: 'x' }));
    succeeded(await cases.reopen(id));
    succeeded(await cases.cancel(id));
    expect((await add(id, examplePermit({ permit_number: '10' }))).status).toBe(409);
    expect((await change('update', id, permit.id, { notes: 'y' })).status).toBe(409);
    expect((await change('delete', id, permit.id)).status).toBe(409);
    expect(await list(id)).toHaveLength(2);
  });

  it('deletes permits with their case, and finds none by another case', async () => {
    const [one, other] = [await opened(), await opened()];
    const permit = await addPermit(harness, tenant, one.id);
    expect((await change('delete', other.id, permit.id)).status).toBe(404);
    succeeded(await cases.remove(one.id));
    const { items } = await harness.calmTable.scan();
    expect(items.filter(({ pk, sk }) => pk.includes(one.id) && sk === 'PART#PERMITS')).toEqual([]);
    expect((await add(one.id, examplePermit())).status).toBe(404);
  });
});
