import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { addDays, todayIn } from '#domain/shared/values/calendar-date.ts';
import type { PriceList, PriceListVersion } from '#domain/statements/price-lists/price-list.schema.ts';
import { priceListMessages } from '#domain/statements/price-lists/price-list-rules.ts';
import type { CallOptions } from '#tests/support/harness.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { casket, draftPriceList } from '#tests/support/records/price-lists.ts';
import { conflict, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const rows = areas['price-lists'];

const harness = await openHarness();
let tenant: Tenant;

let organizations = 0;
const newTenant = async () => {
  tenant = await harness.addTenant(`price-lists-${++organizations}`);
};
const today = (): string => todayIn(tenant.home.time_zone, new Date());
const ask = (row: keyof typeof rows, listId?: string, options: CallOptions = {}) =>
  harness.call(rows[row], {
    as: tenant.profiles.super_admin,
    params: { id: tenant.home.id, ...(listId ? { listId } : {}) },
    ...options,
  });
const draft = (about?: Parameters<typeof draftPriceList>[2]) => draftPriceList(harness, tenant, about);
const put = (listId: string, effective_from: string) => ask('putInForce', listId, { body: { effective_from } });
const versions = async () =>
  (succeeded(await ask('list')).body as { results: PriceListVersion[] }).results.map(({ id, status }) => [id, status]);
const inForce = async (date: string) =>
  (succeeded(await ask('inForce', undefined, { query: { date } })).body as { lists: PriceList[] }).lists.map(
    ({ id }) => id,
  );
const copyOf = async (copy_of: string): Promise<PriceList> =>
  succeeded(await ask('create', undefined, { body: { kind: 'casket', copy_of } })).body as unknown as PriceList;

describe('price list versions', () => {
  beforeAll(newTenant);

  it('drafts, publishes, copies and changes a list without touching the first version', async () => {
    const first = await draft();
    expect(first).toMatchObject({ status: 'draft', caption: 'Casket price list', items: [{ price: '3250.00' }] });
    expect(succeeded(await put(first.id, today())).body).toMatchObject({ status: 'in_force', effective_from: today() });

    const copy = await copyOf(first.id);
    expect(copy).toMatchObject({ status: 'draft', copy_of: first.id, items: first.items });
    const [{ id = '' } = {}] = copy.items;
    const items = [casket({ id, price: '3400' }), casket({ code: 'ALT', description: 'Fiberboard', price: '160' })];
    const changed = succeeded(await ask('update', copy.id, { body: { items, version: copy.version } })).body;
    expect(changed).toMatchObject({ items: [{ id, price: '3400.00' }, { code: 'ALT' }] });
    const later = addDays(today(), 30);
    succeeded(await put(copy.id, later));

    expect(await versions()).toEqual([
      [copy.id, 'scheduled'],
      [first.id, 'in_force'],
    ]);
    expect(await inForce(addDays(today(), -1))).toEqual([]);
    expect(await inForce(addDays(later, -1))).toEqual([first.id]);
    expect(await inForce(later)).toEqual([copy.id]);
    expect(succeeded(await ask('get', first.id)).body).toMatchObject({ items: first.items });
  });

  it('rejects changes of a published version', async () => {
    const { id } = await draft();
    const before = succeeded(await put(id, today())).body;
    const refused = conflict(priceListMessages.inForce);
    expect(await ask('update', id, { body: { items: [] } })).toMatchObject(refused);
    expect(await ask('delete', id)).toMatchObject(refused);
    expect(await put(id, addDays(today(), 1))).toMatchObject(refused);
    expect(succeeded(await ask('get', id)).body).toEqual(before);
  });

  it('keeps the printed home and address, whatever they are later', async () => {
    const { id } = await draft();
    succeeded(await put(id, today()));
    const { issuer } = succeeded(await ask('get', id)).body;
    const as = tenant.profiles.super_admin;
    const params = { id: tenant.home.id };
    succeeded(await harness.call(areas['funeral-homes'].update, { as, params, body: { name: 'Renamed Chapel' } }));
    expect(succeeded(await ask('get', id)).body.issuer).toEqual(issuer);
    expect((await draft()).issuer.name).toBe('Renamed Chapel');
  });

  it('publishes a draft once if two users do it; the second gets the current version', async () => {
    const { id } = await draft();
    const answers = await Promise.all([put(id, today()), put(id, addDays(today(), 3))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { id: stale, version } = await draft();
    succeeded(await ask('update', stale, { body: { containers: 'fiberboard boxes', version } }));
    expect(await ask('update', stale, { body: { items: [], version } })).toMatchObject({
      status: 409,
      body: { current: { containers: 'fiberboard boxes', version: version + 1 } },
    });
  });
});

describe('rejected price lists', () => {
  beforeAll(newTenant);

  it('rejects days that would change the past, and days far ahead', async () => {
    const { id } = await draft();
    const errors = async (day: string) => (await put(id, day)).body;
    expect(await errors(addDays(today(), -1))).toMatchObject({ effective_from: [priceListMessages.notBefore] });
    expect(await errors(addDays(today(), 400))).toMatchObject({ effective_from: [priceListMessages.tooLate] });
    expect(await errors('2026-02-30')).toMatchObject({ effective_from: ['Enter a date as YYYY-MM-DD'] });
  });

  it('rejects a general list without required items', async () => {
    const items = [casket({ code: 'DC', fills: 'direct_cremation_fee', includes: '' })];
    const { id, problems, not_listed } = await draft({ kind: 'general', items });
    expect(problems).toContain(priceListMessages.noContainers);
    expect(not_listed).toContain('Embalming');
    expect(await put(id, today())).toMatchObject({ status: 400, body: { items: problems } });
    expect(succeeded(await ask('get', id)).body).toMatchObject({ status: 'draft' });
  });

  it('rejects versions of another list', async () => {
    const { id } = await draft();
    expect(await ask('create', undefined, { body: { kind: 'general', copy_of: id } })).toMatchObject({ status: 400 });
    expect((await ask('get', crypto.randomUUID())).status).toBe(404);
  });
});

it('records old and new prices in the history of the home', async () => {
  await newTenant();
  const made = await draft();
  const [{ id = '' } = {}] = made.items;
  succeeded(await ask('update', made.id, { body: { items: [casket({ id, price: '3300' })] } }));
  const as = tenant.profiles.super_admin;
  const log = await harness.call(areas['funeral-homes'].auditLog, { as, params: { id: tenant.home.id } });
  const [last] = succeeded(log).body as unknown as { action: string; changes: object[] }[];
  expect(last).toMatchObject({
    action: 'price_list.updated',
    changes: [
      { field: 'price_list' },
      {
        field: 'price_list_items',
        from: 'OAK-1 Solid oak, satin finish, rosetan crepe $3,250.00',
        to: 'OAK-1 Solid oak, satin finish, rosetan crepe $3,300.00',
      },
    ],
  });
});
