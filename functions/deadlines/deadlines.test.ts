import { beforeAll, describe, expect, it } from 'vitest';
import type { Deadline, DueDeadline } from '#domain/deadlines/deadline.schema.ts';
import { overrideMessages } from '#domain/deadlines/override.fields.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import { addHome } from '#functions/organizations/create-organization.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, completion, wholeCase } from '#tests/support/records/cases.ts';
import { addPermit } from '#tests/support/records/permits.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const rows = areas.deadlines;

const { harness, tenant } = await startHarnessWithTenant();
const cases = casesOf(harness, tenant);
let today: string;
beforeAll(() => {
  today = todayIn(tenant.home.time_zone, new Date());
});

const ofCase = async (id: string): Promise<Deadline[]> =>
  JSON.parse(succeeded(await harness.call(rows.ofCase, { as: tenant.profiles.office_staff, params: { id } })).text);
const override = (id: string, kind: string, body: object) =>
  harness.call(rows.override, { as: tenant.profiles.funeral_director, params: { id, kind }, body });
const settled = async () => {
  await harness.projected();
  await harness.projected();
};
const list = async (query: Record<string, string>): Promise<DueDeadline[]> => {
  const answer = await harness.call(rows.list, { as: tenant.profiles.office_staff, query });
  return (succeeded(answer).body as { results: DueDeadline[] }).results;
};
/** A death in Florida, where a certificate must be filed within five days. */
const died = (daysAgo: number, changes: object = {}) =>
  cases.opened({
    ...wholeCase,
    ...{ date_of_birth: '1940-02-03', date_of_death: addDays(today, -daysAgo), state_of_death: 'FL' },
    ...{ service_date: addDays(today, 20), ...changes },
  });

describe('deadlines of a case', () => {
  it('returns title, date, owner and rule', async () => {
    const { id } = await died(1);
    const [first, ...others] = await ofCase(id);
    expect(first).toMatchObject({ kind: 'preservation', due: today, done: false });
    expect(others.find(({ kind }) => kind === 'filing')).toMatchObject({
      ...{ title: 'File death certificate', due: addDays(today, 4), time: null, state: 'FL', override: null },
      ...{ owner: tenant.profiles.funeral_director.id, owner_name: 'Test funeral_director', done: false },
      source: { text: 'Florida Statutes 382.008' },
    });
  });

  it('records decisions with a reason, and reverts to the rule', async () => {
    const { id } = await died(1);
    expect(await override(id, 'filing', { due: '' })).toMatchObject({
      status: 400,
      body: { settled: [overrideMessages.nothing], reason: ['Reason is required'] },
    });
    expect(await override(id, 'filing', { due: addDays(today, -2), reason: 'x' })).toMatchObject({
      status: 400,
      body: { due: [overrideMessages.beforeDeath] },
    });
    const nobody = { owner: crypto.randomUUID(), reason: 'x' };
    expect(await override(id, 'filing', nobody)).toMatchObject({ status: 400, body: { owner: expect.anything() } });
    expect((await override(id, 'va_claim', { settled: 'done', reason: 'x' })).status).toBe(404);
    const body = { due: addDays(today, 9), owner: tenant.profiles.coordinator.id, reason: 'The registrar agreed' };
    succeeded(await override(id, 'filing', body));
    const filing = async () => (await ofCase(id)).find(({ kind }) => kind === 'filing');
    const { reason: _, ...decided } = body;
    expect(await filing()).toMatchObject({ ...decided, owner_name: 'Test coordinator' });
    expect(await filing()).toMatchObject({ override: { ...body, by_name: 'Test funeral_director' } });
    expect((await cases.log(id))[0]).toMatchObject({
      action: 'deadline.overridden',
      changes: expect.arrayContaining([{ field: 'deadlines.reason', from: null, to: 'The registrar agreed' }]),
    });
    succeeded(await override(id, 'filing', { settled: 'done', reason: 'Manual' }));
    expect(await filing()).toMatchObject({ done: true });
    const reset = { as: tenant.profiles.funeral_director, params: { id, kind: 'filing' } };
    succeeded(await harness.call(rows.reset, reset));
    expect(await filing()).toMatchObject({ override: null, done: false, due: addDays(today, 4) });
    expect((await harness.call(rows.reset, { ...reset, as: tenant.profiles.office_staff })).status).toBe(403);
  });
});

describe('deadlines across cases', () => {
  it('lists deadlines by day until they are done', async () => {
    const { id: late } = await died(9, { deceased_last_name: 'Overduesen' });
    const { id: soon } = await died(4, { deceased_last_name: 'Soonberg' });
    const { id: later } = await died(0, { deceased_last_name: 'Latermann' });
    await settled();
    const names = async (query: Record<string, string>) =>
      (await list({ kind: 'filing', ...query })).map((row) => row.deceased_name.split(' ').at(-1));
    const own = ['Overduesen', 'Soonberg', 'Latermann'];
    expect((await names({})).filter((name) => own.includes(name ?? ''))).toEqual(own);
    expect(await names({ standing: 'overdue' })).toEqual(['Overduesen']);
    expect(await names({ standing: 'soon' })).toEqual(['Soonberg']);
    expect(await names({ standing: 'later' })).toContain('Latermann');
    expect(await names({ search: 'overduesen' })).toEqual(['Overduesen']);
    expect(await names({ search: 'overduesen', standing: 'later' })).toEqual([]);
    expect(await names({ state: 'TX' })).toEqual([]);
    expect(await names({ owner: tenant.profiles.coordinator.id, search: 'soonberg' })).toEqual([]);
    expect((await list({ kind: 'filing', search: 'soonberg' }))[0]).toMatchObject({
      ...{
        case: soon,
        days_left: 1,
        state: 'FL',
        title: 'File death certificate',
        owner_name: 'Test funeral_director',
      },
      funeral_home_name: tenant.home.name,
    });
    succeeded(await cases.patch(soon, { dc_county_completed: true, dc_county_completed_date: today }));
    succeeded(await override(late, 'filing', { settled: 'not_needed', reason: 'Filed by another home' }));
    succeeded(await cases.cancel(later));
    await settled();
    expect((await names({})).filter((name) => own.includes(name ?? ''))).toEqual([]);
  });

  it('stops with a completed case unless told otherwise, and restarts', async () => {
    const filing = async (id: string) => (await ofCase(id)).filter(({ kind }) => kind === 'filing').length;
    const run = (id: string, running: boolean) =>
      harness.call(rows.run, { as: tenant.profiles.coordinator, params: { id }, body: { running } });
    const [kept, stopped] = await Promise.all([died(1, completion), died(1, completion)]);
    for (const { id } of [kept, stopped]) succeeded(await cases.activate(id));
    succeeded(await run(kept.id, true));
    for (const { id } of [kept, stopped]) succeeded(await cases.complete(id));
    expect([await filing(kept.id), await filing(stopped.id)]).toEqual([1, 0]);
    expect(succeeded(await run(stopped.id, true)).body).toContainEqual(expect.objectContaining({ kind: 'filing' }));
    expect(succeeded(await run(kept.id, false)).body).toEqual([]);
    succeeded(await cases.reopen(kept.id, 'super_admin'));
    expect(await filing(kept.id)).toBe(1);
  });

  it('follows a permit, and deletes deadlines with their case', async () => {
    const { id } = await died(1, { deceased_last_name: 'Permitson' });
    const expiring = async () => (await list({ kind: 'permit_expiry', search: 'permitson' })).map(({ due }) => due);
    await addPermit(harness, tenant, id, { expiry_date: addDays(today, 3) });
    await settled();
    expect(await expiring()).toEqual([addDays(today, 3)]);
    succeeded(await cases.remove(id));
    await settled();
    expect(await list({ search: 'permitson' })).toEqual([]);
  });
});

describe('deadlines and clocks of homes', () => {
  const now = new Date('2026-11-29T14:22:00Z');
  const open = (changes: object) => cases.opened({ ...wholeCase, service_date: '2026-12-05', ...changes });
  const filings = async (query: Record<string, string>) =>
    (await list({ kind: 'filing', ...query })).map(({ deceased_name: name }) => name.split(' ').at(-1));
  let chapel: string;
  beforeAll(async () => {
    harness.state.now = () => now;
    const wanted = { home: 'Guam Chapel', slug: 'guam-chapel', time_zone: 'Pacific/Guam', beside: tenant.home.slug };
    chapel = (await addHome(harness.table, wanted, now)).id;
  });

  it('returns overdue once the time is past, and soon before', async () => {
    const georgia = { state_of_death: 'GA', date_of_death: '2026-11-26' };
    await open({ ...georgia, deceased_last_name: 'Pastfive', time_of_death: '05:00' });
    await open({ ...georgia, deceased_last_name: 'Atnoon', time_of_death: '12:00' });
    await settled();
    expect(await filings({ standing: 'overdue', search: 'pastfive' })).toEqual(['Pastfive']);
    expect(await filings({ standing: 'overdue' })).toContain('Pastfive');
    expect(await filings({ standing: 'overdue' })).not.toContain('Atnoon');
    expect(await filings({ standing: 'soon' })).toContain('Atnoon');
    const [row] = await list({ kind: 'filing', search: 'pastfive' });
    expect(row).toMatchObject({ due: '2026-11-29', time: '05:00', days_left: 0, overdue: true });
  });

  it('judges deadlines by the day at the home of each case', async () => {
    const florida = { state_of_death: 'FL', date_of_death: '2026-11-24' };
    await open({ ...florida, deceased_last_name: 'Tomorrow', location: chapel });
    await open({ ...florida, deceased_last_name: 'Today' });
    await settled();
    for (const query of [{}, { location: chapel }] as Record<string, string>[])
      expect(await filings({ standing: 'overdue', ...query })).toContain('Tomorrow');
    expect(await filings({ standing: 'soon' })).toContain('Today');
    expect(await filings({ standing: 'soon' })).not.toContain('Tomorrow');
    expect(await filings({ standing: 'overdue' })).not.toContain('Today');
  });

  it('accepts a death of today at the home of the case', async () => {
    const today = { date_of_death: '2026-11-30', time_of_death: '00:10', state_of_death: 'GU' };
    expect(await open({ ...today, location: chapel })).toMatchObject({ date_of_death: '2026-11-30' });
    expect((await cases.create({ ...wholeCase, ...today })).body.date_of_death).toEqual([
      'Date of death cannot be in the future',
    ]);
  });
});
