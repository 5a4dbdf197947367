import { beforeAll, describe, expect, it } from 'vitest';
import type { IntakeSubmissionInput } from '#domain/intake/intake.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { manyWords } from '#tests/support/calls/hostile.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';

import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { reportDeath, succeeded } from '#tests/support/records/reports.ts';

const { list, get, markContacted, convertToCase } = areas.submissions;
const firstNames = ['Ana', 'Béla', 'Chloë', 'Dag', 'Eoin', 'Fay', 'Gil'];

interface Row {
  id: string;
  reference: string;
  status: string;
  deceased_full_name: string;
  created_at: string;
}

const { harness, tenant } = await startHarnessWithTenant();

describe('the list of submissions', () => {
  const sent: { id: string; reference: string }[] = [];
  beforeAll(async () => {
    // Four days apart, so that they fill several months.
    for (let n = 0; n < 23; n++) {
      harness.state.now = () => new Date(Date.UTC(2026, 0, 1 + 4 * n, 12));
      const body = exampleIntake({
        deceased_first_name: firstNames[n % firstNames.length] ?? '',
        deceased_last_name: n % 5 ? 'Lindqvist' : 'Nguyễn',
        alias: n === 3 ? 'Little Bear' : '',
      });
      const { reference } = succeeded(await harness.call(areas.intake.submit, { body })).body;
      sent.push({ id: '', reference: String(reference) });
    }
    harness.state.now = () => new Date();
    for (const { id, reference } of (await ask({ page_size: '100' })).results)
      Object.assign(sent.find((one) => one.reference === reference) ?? {}, { id });
    const staff = (n: number) => ({ as: tenant.profiles.super_admin, params: { id: String(sent[n]?.id) }, body: {} });
    for (const n of [1, 2, 3]) succeeded(await harness.call(markContacted, staff(n)));
    for (const n of [3, 4]) succeeded(await harness.call(convertToCase, staff(n)));
  });

  const ask = async (query: Record<string, string> = {}) => {
    await harness.projected();
    const { body } = succeeded(await harness.call(list, { as: tenant.profiles.office_staff, query }));
    return body as unknown as { count: number; next: string | null; previous: string | null; results: Row[] };
  };
  const newestFirst = () => [...sent].reverse().map(({ id }) => id);

  it('returns all pages by its links', async () => {
    const seen: string[] = [];
    let link: string | null = '/api/forms/submissions/?page_size=10';
    const previous: (string | null)[] = [];
    while (link) {
      const query = Object.fromEntries(new URL(link, 'http://x').searchParams);
      expect(new URL(link, 'http://x').pathname).toBe('/api/forms/submissions/');
      const page = await ask(query);
      seen.push(...page.results.map(({ id }) => id));
      previous.push(page.previous);
      link = page.next;
    }
    expect(await ask({ page: '9999999' })).toMatchObject({ count: 23, next: null, results: [] });
    expect(seen).toEqual(newestFirst());
    expect(previous.map((one) => one && new URL(one, 'http://x').searchParams.get('page'))).toEqual([null, '1', '2']);
  });

  it('sorts by time in both directions, and rejects other orders', async () => {
    const ids = async (query: Record<string, string>) =>
      (await ask({ page_size: '100', ...query })).results.map(({ id }) => id);
    expect(await ids({ ordering: '-created_at' })).toEqual(newestFirst());
    expect(await ids({ ordering: 'created_at' })).toEqual(newestFirst().toReversed());
    const found = await ids({ search: 'lindqvist' });
    expect(await ids({ search: 'lindqvist', ordering: 'created_at' })).toEqual(found.toReversed());
    const answer = await harness.call(list, { as: tenant.profiles.office_staff, query: { ordering: 'name' } });
    expect([answer.status, answer.body]).toEqual([400, { ordering: ['Ordering must be created_at or -created_at'] }]);
  });

  it('lists families that no one has called, converted ones for a week', async () => {
    const waiting = async (query: Record<string, string> = {}) =>
      (await ask({ waiting: 'true', page_size: '100', ...query })).results.map(({ id }) => id);
    const uncalled = sent[4]?.id;
    expect(uncalled).toBeTruthy();
    harness.state.now = () => new Date(Date.UTC(2026, 0, 1 + 4 * 4 + 6, 12));
    expect(await waiting({ status: 'converted' })).toEqual([uncalled]);
    const open = newestFirst().filter((id) => ![1, 2, 3].some((n) => sent[n]?.id === id));
    expect(await waiting()).toEqual(open);
    expect(await waiting({ search: 'lindqvist', status: 'converted' })).toEqual([uncalled]);
    harness.state.now = () => new Date();
    expect(await waiting({ status: 'converted' })).toEqual([]);
    expect(await waiting()).toEqual(open.filter((id) => id !== uncalled));
  });

  it('filters by status and home, each with its own total', async () => {
    const counts = async (query: Record<string, string>) => (await ask(query)).count;
    expect(await counts({ status: 'new' })).toBe(19);
    expect(await counts({ status: 'contacted' })).toBe(2);
    expect(await counts({ status: 'converted' })).toBe(2);
    expect(await counts({ funeral_home: tenant.home.id })).toBe(23);
    expect(await counts({ funeral_home: tenant.home.id, status: 'contacted' })).toBe(2);
    expect(await counts({ funeral_home: '0190a000-0000-7000-8000-000000000000' })).toBe(0);
    expect(await counts({ search: 'lindqvist', status: 'contacted' })).toBe(2);
  });

  it('searches names without accents, alias, phone, email and reference', async () => {
    const names = async (search: string) =>
      (await ask({ search, page_size: '100' })).results.map(({ deceased_full_name: name }) => name);
    expect(await names('NGUYEN')).toHaveLength(5);
    expect(await names('chloe lind')).toHaveLength(3);
    expect(await names('little be')).toEqual(['Dag Edwin Lindqvist']);
    expect(await names(String(sent[8]?.reference))).toEqual(['Béla Edwin Lindqvist']);
    expect(await names(String(sent[8]?.reference).toLowerCase().replaceAll('-', ' '))).toHaveLength(1);
    expect(await names('karin')).toHaveLength(23);
    for (const phone of ['(904) 555-0142', '0142', '19045550142']) expect(await names(phone)).toHaveLength(23);
    expect(await names('karin.lindqvist@example.com')).toHaveLength(23);
    expect(await names('karin.lindqvist@elsewhere.example')).toEqual([]);
    expect(await names('nobody')).toEqual([]);
  });

  it('returns 400 for an invalid page, status or search', async () => {
    const refused: [Record<string, string>, object][] = [
      [{ page: '0' }, { page: ['Page must be a whole number from 1'] }],
      [{ page_size: '25' }, { page_size: [expect.any(String)] }],
      [{ status: 'lost' }, { status: [expect.any(String)] }],
      [{ funeral_home: 'x' }, { funeral_home: [expect.any(String)] }],
      [{ search: '& -' }, { search: ['Enter at least 2 characters to search'] }],
    ];
    for (const [query, body] of refused) {
      const answer = await harness.call(list, { as: tenant.profiles.office_staff, query });
      expect([answer.status, answer.body]).toEqual([400, body]);
    }
  });

  it('S-09 never calls the SSN key and shows no number', async () => {
    const { cipher } = harness.state;
    let asked = 0;
    const refuse = () => {
      asked++;
      return Promise.reject(new Error('asked'));
    };
    harness.state.cipher = { seal: refuse, open: refuse };
    const text = JSON.stringify(await ask({ page_size: '100' }));
    await harness.call(get, { as: tenant.profiles.office_staff, params: { id: String(sent[0]?.id) } });
    harness.state.cipher = cipher;
    expect(asked).toBe(0);
    expect(text).not.toMatch(/social_security|ssn|XXX-XX/i);
  });

  it('names other reports of the same death, also in another spelling', async () => {
    const died = { deceased_last_name: 'Oyelaran', date_of_death: '2026-02-01' };
    const maria = { date_of_death: '2026-02-03', deceased_first_name: 'Maria' };
    const solis = await reportDeath(harness, tenant, { ...maria, deceased_last_name: 'Solís de Ortega' });
    const spelt = await reportDeath(harness, tenant, { ...maria, deceased_last_name: 'Solis Ortega' });
    const other = await harness.call(get, { as: tenant.profiles.office_staff, params: { id: spelt.id } });
    expect(other.body.possible_duplicates).toMatchObject([{ id: solis.id }]);
    const first = await reportDeath(harness, tenant, { ...died, deceased_first_name: 'Tunde' });
    const second = await reportDeath(harness, tenant, { ...died, deceased_first_name: 'Babatunde' });
    const { body } = await harness.call(get, { as: tenant.profiles.office_staff, params: { id: second.id } });
    expect(body.possible_duplicates).toEqual([
      {
        ...{ id: first.id, deceased_full_name: 'Tunde Edwin Oyelaran', created_at: expect.any(String) },
        ...{ status: 'new', case_id: null, case_number: null },
      },
    ]);

    const converted = await harness.call(convertToCase, {
      as: tenant.profiles.super_admin,
      params: { id: first.id },
      body: {},
    });
    await harness.projected();
    const { body: later } = await harness.call(get, { as: tenant.profiles.office_staff, params: { id: second.id } });
    expect(later.possible_duplicates).toMatchObject([{ id: first.id, status: 'converted', ...converted.body }]);
  });

  it.each<[string, Partial<IntakeSubmissionInput>, string]>([
    [
      'of more words than a transaction takes',
      {
        deceased_first_name: `Wren ${manyWords(31, 'a')}`,
        deceased_middle_name: manyWords(33, 'd'),
        deceased_last_name: manyWords(33, 'g'),
        informant_first_name: manyWords(33, 'j'),
        alias: manyWords(66, 'm'),
      },
      'wren',
    ],
    ['longer than a key', { alias: '각'.repeat(200) }, '각'.repeat(90)],
  ])('accepts a name %s, finds it, and converts it', async (_, changes, search) => {
    const { id } = await reportDeath(harness, tenant, changes);
    expect((await ask({ search })).results.map((row) => row.id)).toEqual([id]);
    const staff = { as: tenant.profiles.super_admin, params: { id } };
    const renamed = { ...changes, deceased_last_name: manyWords(33, 'q'), alias: manyWords(66, 't') };
    succeeded(await harness.call(areas.submissions.update, { ...staff, body: renamed }));
    succeeded(await harness.call(convertToCase, { ...staff, body: {} }));
  });

  it('R-05 agrees with its records in every counter, token and index', async () => {
    expect(await harness.recount()).toEqual([]);
  });
});
