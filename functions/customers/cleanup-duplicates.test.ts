import { describe, expect, it } from 'vitest';
import { customerEndpoints } from '#domain/customers/customer.endpoints.ts';
import type { NewCustomer } from '#domain/customers/customer.schema.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { casesOf } from '#tests/support/records/cases.ts';
import { createCustomer, linkCases, readCustomer } from '#tests/support/records/customers.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const { cleanupDuplicates, merge, notSame, undoMerge, update } = customerEndpoints;

interface Answer {
  message: string;
  merged: { survivor_id: string; survivor_name: string; duplicate_id: string; name: string; merge_id: string }[];
  certain: { survivor: { id: string }; duplicate: { id: string } }[];
  groups: { reason: string; customers: { id: string; full_name: string }[] }[];
  next_cursor: string | null;
}

const harness = await openHarness();

describe('cleaning up duplicates', () => {
  const cleanUp = async (tenant: Tenant, cursor?: string | null, preview?: true) => {
    await harness.projected();
    const body = { ...(cursor ? { cursor } : {}), ...(preview ? { preview } : {}) };
    return succeeded(await harness.call(cleanupDuplicates, { as: tenant.profiles.funeral_director, body }))
      .body as unknown as Answer;
  };

  it('merges certain duplicates and reports likely ones', async () => {
    const tenant = await harness.addTenant('certain');
    const make = (changes: Partial<NewCustomer>) => createCustomer(harness, tenant, changes);
    const kathleen = { first_name: 'Kathleen', last_name: 'Briggs', phone: '9045550101', email: null };
    const couple = [await make(kathleen), await make({ ...kathleen, first_name: 'Kathy' })];
    const patrick = { first_name: 'Patrick', phone: '9045550102', email: null };
    const oneills = [await make({ ...patrick, last_name: "O'Neill" }), await make({ ...patrick, last_name: 'ONeill' })];
    const earl = { first_name: 'Earl', phone: '9045550103', email: 'boudreaux@example.com' };
    const namesakes = [
      await make({ ...earl, last_name: 'Boudreaux Jr.' }),
      await make({ ...earl, last_name: 'Boudreaux Sr.' }),
    ];
    const john = { first_name: 'John', last_name: 'Smith', phone: '9045550104' };
    const cousins = [
      await make({ ...john, email: 'john@example.com' }),
      await make({ ...john, email: 'johnny@example.org', zip_code: '32086' }),
    ];
    const rosa = { first_name: 'Rosa', last_name: 'Diaz', email: null };
    const neighbours = [await make({ ...rosa, phone: '9045550105' }), await make({ ...rosa, phone: '9045550106' })];
    await linkCases(harness, tenant, oneills[1] ?? '', 1);

    const seen = await cleanUp(tenant, null, true);
    expect(seen.certain).toMatchObject([{ survivor: { id: oneills[1] }, duplicate: { id: oneills[0] } }]);
    expect([seen.merged, seen.groups.length]).toEqual([[], 4]);
    expect(await readCustomer(harness, tenant, oneills[0] ?? '')).toBeTruthy();

    const found = await cleanUp(tenant);
    // The customer with an open case stays, although the other one is older.
    expect(found.merged).toMatchObject([
      { survivor_id: oneills[1], duplicate_id: oneills[0], name: "Patrick O'Neill", survivor_name: 'Patrick ONeill' },
    ]);
    expect(found.message).toBe('1 duplicate merged, 4 likely duplicate groups to review.');
    expect(found.next_cursor).toBeNull();
    const groups = found.groups.map(({ reason, customers }) => [reason, customers.map(({ id }) => id).sort()]);
    expect(groups).toEqual([
      ['email', namesakes.toSorted()],
      ['name', neighbours.toSorted()],
      ['phone', couple.toSorted()],
      ['phone', cousins.toSorted()],
    ]);
    expect((await readCustomer(harness, tenant, oneills[1] ?? '')).merges).toHaveLength(1);
    expect((await cleanUp(tenant)).merged).toEqual([]);
    expect(await harness.recount()).toEqual([]);
  });

  it('merges a name typed without accents only if one other customer matches', async () => {
    const tenant = await harness.addTenant('accents');
    const make = (changes: Partial<NewCustomer>) => createCustomer(harness, tenant, { email: null, ...changes });
    const pena = { last_name: 'Peña', phone: '9045550111' };
    const jose = [await make({ ...pena, first_name: 'José' }), await make({ ...pena, first_name: 'Jose' })];
    // Thuy may be either of two sisters.
    const le = { last_name: 'Le' };
    await make({ ...le, first_name: 'Thuy', phone: '9045550112', email: 'le@example.com' });
    await make({ ...le, first_name: 'Thúy', phone: '9045550112' });
    await make({ ...le, first_name: 'Thủy', phone: null, email: 'le@example.com' });
    // One case names both, so they are two people.
    const living = { address_street: '18 Sevilla Street', city: 'St. Augustine', state: 'FL', zip_code: '32084' };
    const ly = { last_name: 'Ly', phone: '9045550113', isCreatingNew: true, relationship: 'daughter', ...living };
    await casesOf(harness, tenant).opened({
      next_of_kins: [
        { ...ly, first_name: 'Mai' },
        { ...ly, first_name: 'Mài' },
      ],
    });
    const { merged } = await cleanUp(tenant);
    expect(merged.map(({ survivor_id, duplicate_id }) => [survivor_id, duplicate_id].sort())).toEqual([jose.sort()]);
  });

  it('follows a corrected phone number', async () => {
    const tenant = await harness.addTenant('corrected');
    const [first] = [
      await createCustomer(harness, tenant, { email: null }),
      await createCustomer(harness, tenant, { email: null, first_name: 'Kari' }),
    ];
    expect((await cleanUp(tenant)).groups).toHaveLength(1);
    const body = { phone: '9045550199' };
    succeeded(await harness.call(update, { as: tenant.profiles.office_staff, params: { id: first }, body }));
    expect((await cleanUp(tenant)).groups).toEqual([]);
  });

  it('never merges again what a person undid, and still offers it for a manual merge', async () => {
    const tenant = await harness.addTenant('told-apart');
    const as = tenant.profiles.funeral_director;
    const twins = { first_name: 'Ann', last_name: 'Reyes', phone: '9045550120', email: null };
    const undo = async ({ survivor_id: id, merge_id }: Answer['merged'][number]) =>
      succeeded(await harness.call(undoMerge, { as, params: { id }, body: { merge_id } })).body;
    const mergeByHand = async (id: string, duplicate_id: string) =>
      succeeded(await harness.call(merge, { as, params: { id }, body: { duplicate_id } })).body;
    const groupsOf = async () => (await cleanUp(tenant)).groups.map(({ customers }) => customers.map(({ id }) => id));

    const pair = [await createCustomer(harness, tenant, twins), await createCustomer(harness, tenant, twins)].sort();
    const [first] = (await cleanUp(tenant)).merged;
    if (!first) throw new Error('nothing was merged');
    await undo(first);
    const again = await cleanUp(tenant);
    expect([again.merged, again.groups.map(({ customers }) => customers.map(({ id }) => id).sort())]).toEqual([
      [],
      [pair],
    ]);

    // A merge keeps the mark that the other one is a different person.
    const third = await createCustomer(harness, tenant, twins);
    const [, second = ''] = pair;
    await mergeByHand(third, second);
    expect((await cleanUp(tenant)).merged).toEqual([]);
    expect((await groupsOf()).map((ids) => ids.sort())).toEqual([[pair[0] ?? '', third].sort()]);

    const { merge_id } = await mergeByHand(third, pair[0] ?? '');
    expect(await cleanUp(tenant)).toMatchObject({ merged: [], groups: [] });
    await undo({ survivor_id: third, survivor_name: '', duplicate_id: '', name: '', merge_id: String(merge_id) });
    expect((await cleanUp(tenant)).merged).toEqual([]);
    expect(Object.keys(await readCustomer(harness, tenant, third))).not.toContain('told_apart');
    expect(await harness.recount()).toEqual([]);
  });

  it('no longer offers customers declared different, also after a merge', async () => {
    const tenant = await harness.addTenant('not-same');
    const as = tenant.profiles.funeral_director;
    const make = (first_name: string, last_name = 'Reyes') =>
      createCustomer(harness, tenant, { first_name, last_name, phone: '9045550121', email: null });
    const ids = [await make('Ann'), await make('Ben')];
    const groups = async () => (await cleanUp(tenant)).groups.map(({ customers }) => customers.map(({ id }) => id));
    expect(await groups()).toHaveLength(1);
    const before = await readCustomer(harness, tenant, ids[0] ?? '');
    const { requestId } = succeeded(await harness.call(notSame, { as, body: { ids } }));
    const outbox = (await harness.items()).filter((item) => item.stream === 'outbox' && item.request_id === requestId);
    const announced = outbox.flatMap(({ events }) => events as { name: string; aggregate_id: string }[]);
    expect(announced.map(({ name, aggregate_id }) => `${name} ${aggregate_id}`).sort()).toEqual(
      ids.map((id) => `customer.updated ${id}`).sort(),
    );
    expect(await groups()).toEqual([]);
    expect(await readCustomer(harness, tenant, ids[0] ?? '')).toEqual(before);

    // A newcomer may still be either of them.
    const third = await make('Anna');
    expect((await groups()).map((shown) => shown.sort())).toEqual([[...ids, third].sort()]);
    succeeded(await harness.call(merge, { as, params: { id: third }, body: { duplicate_id: ids[0] } }));
    expect(await groups()).toEqual([]);
    expect(await harness.recount()).toEqual([]);
  });

  it('ignores a number that very many customers share', async () => {
    const tenant = await harness.addTenant('crowded');
    const names = Array.from({ length: 55 }, (_, n) => `Resident${String.fromCharCode(97 + (n % 26), 97 + (n % 25))}`);
    for (const last_name of names)
      await createCustomer(harness, tenant, { last_name, email: null, phone: '9045550190' });
    expect((await cleanUp(tenant)).groups).toEqual([]);
    expect(await harness.recount()).toEqual([]);
  });

  it('S-26 does bounded work in each call, and continues where it stopped', async () => {
    const tenant = await harness.addTenant('many');
    const pairs = 52;
    await Promise.all(
      Array.from({ length: pairs * 2 }, async (_, n) => {
        const pair = n % pairs;
        const tail = String.fromCharCode(97 + Math.floor(pair / 26), 97 + (pair % 26));
        const phone = `9045550${100 + pair}`;
        await createCustomer(harness, tenant, { last_name: `Pair${tail}`, phone, email: null });
      }),
    );
    const merged: number[] = [];
    let cursor: string | null = null;
    do {
      const found: Answer = await cleanUp(tenant, cursor);
      merged.push(found.merged.length);
      expect(found.message.endsWith('There are more to look at.')).toBe(found.next_cursor !== null);
      cursor = found.next_cursor;
    } while (cursor);
    expect(merged.reduce((a, b) => a + b)).toBe(pairs);
    expect(Math.max(...merged)).toBe(50);
    expect(await harness.recount()).toEqual([]);
  });
});
