import { describe, expect, it, vi } from 'vitest';
import { linesPerPart } from '#domain/imports/import.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { caseLine, casesHandedIn } from '#tests/support/records/case-imports.ts';
import { casesOf } from '#tests/support/records/cases.ts';
import { createCustomer, readCustomer } from '#tests/support/records/customers.ts';
import { dayEventsOf } from '#tests/support/records/day-events.ts';
import { linesOf, stepped } from '#tests/support/records/imports.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';
import { imports } from './repository.ts';
import { importedId } from './shared/create-cases.ts';

const harness = await openHarness();

describe('imports of cases', { timeout: 120_000 }, () => {
  let tenant: Tenant;
  let n = 0;
  const begin = async () => {
    tenant = await harness.addTenant(`brings-cases-${n++}`);
  };
  const world = () => ({ harness, tenant });
  const owner = () => tenant.profiles.super_admin;
  const read = async (id: string) => (await harness.call(areas.cases.get, { as: owner(), params: { id } })).body;
  const list = async () => {
    await harness.projected();
    return succeeded(await harness.call(areas.cases.list, { as: owner() })).body;
  };
  const nextOfKin = {
    ...{ kin_first_name: 'Ada', kin_last_name: 'Brannock', kin_relationship: 'daughter', kin_phone: '9045550111' },
  };
  /** Hands in lines and previews them. */
  const ready = async (lines: Parameters<typeof casesHandedIn>[1]) => {
    const { id } = await casesHandedIn(world(), lines);
    return { id, counts: (await stepped(world(), id, 'look')).counts };
  };
  const customers = async (query: Record<string, string> = { search: 'Brannock' }) => {
    await harness.projected();
    return succeeded(await harness.call(areas.customers.list, { as: owner(), query })).body;
  };

  it("opens a case without any date on today's date at its home", async () => {
    await begin();
    const { now } = harness.state;
    harness.state.now = () => new Date('2026-03-10T02:30:00Z');
    const { id } = await ready([caseLine({ case_number: 'OLD-DAY', deceased_last_name: 'Evening' })]);
    expect(await stepped(world(), id, 'run')).toMatchObject({ brought: 1 });
    harness.state.now = now;
    const item = (await harness.items()).find(({ pk, sk }) => sk === 'CASE' && pk.endsWith(importedId(id, 2)));
    expect(item).toMatchObject({ opened_on: '2026-03-09' });
  });

  it('starts no deadlines of imported cases', async () => {
    await begin();
    const old = { deceased_last_name: 'Olden', date_of_death: '3/4/2019', state_of_death: 'FL' };
    const { id } = await ready([
      caseLine({ ...old, case_number: 'OLD-ACTIVE', status: 'active' }),
      caseLine({ ...old, case_number: 'OLD-CLOSED', status: 'completed', deceased_last_name: 'Closed' }),
    ]);
    expect(await stepped(world(), id, 'run')).toMatchObject({ brought: 2 });
    await harness.projected();
    await harness.projected();
    expect(succeeded(await harness.call(areas.deadlines.list, { as: owner() })).body).toMatchObject({ count: 0 });
  });

  it('imports completed cases of several states, and shows none on Home', async () => {
    await begin();
    const letters = [...'abcdefghijklmnopqrstuvwxy'];
    const died = (at: number) => `${(at % 12) + 1}/${(at % 28) + 1}/${at % 50 === 0 ? 2026 : 2000 + (at % 25)}`;
    const count = long ? 500 : 48;
    const lines = Array.from({ length: count }, (_, at) =>
      caseLine({
        ...{ case_number: `H-${at}`, status: ['Closed', 'Void', ''][at % 3] ?? '' },
        ...{ deceased_first_name: 'Old', deceased_last_name: `Case${letters[at % 25]}${letters[Math.floor(at / 25)]}` },
        ...{ date_of_death: died(at), state_of_death: ['FL', 'TX', 'MI', 'GA', 'Ontario', ''][at % 6] ?? '' },
        ...{ service_type: ['TRAD', 'DC', 'Burial', 'Zzz'][at % 4] ?? '' },
      }),
    );
    const { now } = harness.state;
    harness.state.now = () => new Date('2026-12-31T12:00:00Z');
    const { id, counts } = await ready(lines);
    expect(counts).toMatchObject({ new: count, refused: 0 });
    expect(await stepped(world(), id, 'run')).toMatchObject({ brought: count });
    await harness.projected();
    const { deadlines, cases, 'money-to-come': money } = areas;
    const shown = await Promise.all(
      [deadlines.list, cases.queue, money.due].map((row) => harness.call(row, { as: owner() })),
    );
    harness.state.now = now;
    const none = { count: 0 };
    const queue = { services: none, drafts: none, lacking: none };
    expect(shown.map((one) => succeeded(one).body)).toMatchObject([none, queue, none]);
  });

  it('previews each line, and imports cases with next of kin as customers', async () => {
    await begin();
    const here = await casesOf(harness, tenant).opened({
      ...{ deceased_first_name: 'Quentin', deceased_last_name: 'Quill', date_of_death: '2020-01-02' },
    });
    const known = await createCustomer(harness, tenant, { first_name: 'Bea', last_name: 'Known', phone: '9045550122' });
    await harness.projected();
    const { id, counts } = await ready([
      caseLine({
        ...{ case_number: 'OLD-1', deceased_first_name: 'Walter', deceased_last_name: 'Brannock' },
        ...{ date_of_death: '3/4/2019', service_type: 'Burial' },
        ...nextOfKin,
      }),
      caseLine({
        ...{ case_number: 'OLD-2', deceased_first_name: 'Mary', deceased_last_name: 'Brannock' },
        ...{ date_of_death: '4/5/2020', created_at: '4/6/2020', status: 'Open' },
        ...nextOfKin,
      }),
      caseLine({ case_number: here.case_number.toLowerCase(), deceased_last_name: 'Other' }),
      caseLine({
        ...{ case_number: 'OLD-3', deceased_first_name: 'Quincy', deceased_last_name: 'Quill' },
        date_of_death: '1/2/2020',
      }),
      caseLine({ case_number: 'old-1', deceased_last_name: 'Twice' }),
      caseLine({ deceased_last_name: 'Numberless' }),
      caseLine({
        ...{ case_number: 'OLD-4', deceased_last_name: 'Free', kin_first_name: 'Bea', kin_last_name: 'Known' },
        kin_phone: '9045550122',
      }),
    ]);
    expect(counts).toEqual({ new: 3, known: 2, doubtful: 1, refused: 1, with_notes: 0 });
    const lines = await linesOf(world(), id);
    expect(lines.map(({ outcome, why }) => [outcome, ...why])).toEqual([
      ...[['new'], ['new'], ['known', 'This case number already exists']],
      ['doubtful', expect.stringContaining(`Possible duplicate of case ${here.case_number}`)],
      ...[['known', 'Same case number as line 2'], ['refused', 'The case number is required'], ['new']],
    ]);
    expect(lines[0]?.name).toBe('Walter Brannock');
    expect(lines[2]?.case).toMatchObject({ id: here.id });

    expect(await stepped(world(), id, 'run')).toMatchObject({ state: 'done', brought: 3 });
    const [walter, mary] = [await read(importedId(id, 2)), await read(importedId(id, 3))];
    expect(walter).toMatchObject({ case_number: 'OLD-1', status: 'completed', service_type: 'other' });
    expect(String(walter.created_at).slice(0, 10)).toBe('2019-03-04');
    expect(mary).toMatchObject({ case_number: 'OLD-2', status: 'active', informant_relationship: 'daughter' });
    expect(String(mary.created_at).slice(0, 10)).toBe('2020-04-06');
    expect(await list()).toMatchObject({ count: 4 });
    // One customer for a person who buried both parents, and none for an existing customer.
    expect(walter.informant).toBe(mary.informant);
    expect(await readCustomer(harness, tenant, String(walter.informant))).toMatchObject({ full_name: 'Ada Brannock' });
    expect((await read(importedId(id, 8))).informant).toBe(known);
    expect(await customers()).toMatchObject({ count: 1 });
    const about = { as: owner(), params: { id: importedId(id, 2) } };
    expect(succeeded(await harness.call(areas.cases.verifyAuditLog, about)).body).toMatchObject({ whole: true });
    expect(await harness.recount()).toEqual([]);

    expect(await stepped(world(), id, 'undo')).toMatchObject({ state: 'undone', removed: 3, kept: 0 });
    expect(await list()).toMatchObject({ count: 1 });
    expect(await customers()).toMatchObject({ count: 0 });
    expect((await readCustomer(harness, tenant, known)).active_cases_count).toBe(0);
    expect(await harness.recount()).toEqual([]);
    // Their numbers can be imported again.
    const again = await ready([caseLine({ case_number: 'OLD-1', deceased_last_name: 'Brannock' })]);
    expect(again.counts).toMatchObject({ new: 1 });
  });

  it('removes unchanged cases, and explains why others stay', async () => {
    await begin();
    const { id } = await ready(
      ['Una', 'Cara', 'Dora', 'Paula', 'Papers', 'Eva'].map((deceased_first_name, at) =>
        caseLine({ case_number: `T-${at}`, deceased_first_name, deceased_last_name: 'Line', ...nextOfKin }),
      ),
    );
    expect(await stepped(world(), id, 'run')).toMatchObject({ brought: 6 });
    const at = (line: number) => ({ as: owner(), params: { id: importedId(id, line) } });
    expect(succeeded(await harness.call(areas.cases.reopen, at(3))).body).toMatchObject({ deadlines_run: false });
    succeeded(await harness.call(areas.cases.delete, { ...at(4), query: { force: 'true' } }));
    const payment = {
      ...{ case: importedId(id, 5), payment_date: '2026-01-01', received_from: 'Ada', payment_for: 'Flowers' },
      amount: '10.00',
    };
    succeeded(await harness.call(areas.payments.record, { as: owner(), body: { ...payment, payment_method: 'cash' } }));
    const { papers } = keysOf(tenant.id);
    await harness.table.transact([{ put: { pk: papers(importedId(id, 6)), sk: 'DOCUMENT#x' } }]);
    await dayEventsOf(harness, tenant).store({ case_id: importedId(id, 7), date: '2026-03-01' });
    expect(await stepped(world(), id, 'undo')).toMatchObject({ removed: 1, kept: 5 });
    expect((await linesOf(world(), id)).map(({ fate, why }) => [fate, ...why])).toEqual([
      ['removed'],
      ['kept', 'Kept: this case was changed since'],
      ['kept', 'Not undone: already deleted'],
      ['kept', 'Kept: the case has payments'],
      ['kept', 'Kept: the case has documents or signature requests'],
      ['kept', 'Kept: this case was changed since'],
    ]);
    // Three cases still name this customer.
    expect(await customers()).toMatchObject({ count: 1 });
  });

  it('removes a customer that one line created and another one matched', async () => {
    await begin();
    const line = (at: number, more: Parameters<typeof caseLine>[0] = {}) =>
      caseLine({
        ...{ case_number: `R-${at}`, deceased_first_name: `Name${'abcdefghijkl'[at]}`, deceased_last_name: 'Line' },
        ...more,
      });
    const email = { kin_email: 'ada@brannock.example' };
    // The first part creates her; in the second part two lines match her, one only by email.
    const lines = Array.from({ length: linesPerPart.cases }, (_, at) =>
      line(at, at === 0 ? { ...nextOfKin, ...email } : {}),
    );
    const { id } = await ready([
      ...lines,
      line(lines.length, { ...nextOfKin, ...email }),
      line(lines.length + 1, { ...nextOfKin, kin_phone: '', ...email }),
    ]);
    const brought = lines.length + 2;
    const { table } = harness;
    const transact = table.transact.bind(table);
    const mock = vi.spyOn(table, 'transact').mockImplementation(async (writes) => {
      await transact(writes);
      await harness.projected();
    });
    expect(await stepped(world(), id, 'run')).toMatchObject({ brought });
    mock.mockRestore();
    expect(await customers()).toMatchObject({ count: 1 });
    expect(await stepped(world(), id, 'undo')).toMatchObject({ removed: brought, kept: 0 });
    expect(await customers()).toMatchObject({ count: 0 });
  });

  it('R-05 leaves a number taken since the preview with its owner', async () => {
    await begin();
    const lines = [...'abcdefghijklmnopqrst'].map((letter, at) => {
      const names = { deceased_first_name: `Quentin${letter}`, deceased_last_name: `Cut${letter}` };
      return caseLine({ case_number: `R-${at}`, ...names, ...nextOfKin });
    });
    const { id } = await ready(lines);
    const first = { deceased_last_name: 'First', case_number_manual_override: 'R-7' };
    succeeded(await casesOf(harness, tenant).create(first));
    await stepped(world(), id, 'run', true);
    expect(await list()).toMatchObject({ count: 20 });
    expect((await linesOf(world(), id))[7]).toMatchObject({
      fate: 'left',
      why: [expect.stringContaining('the case number was taken')],
    });
    expect(await harness.recount()).toEqual([]);
    await stepped(world(), id, 'undo');
    expect(await list()).toMatchObject({ count: 1 });
    expect(await harness.recount()).toEqual([]);
  });

  it('runs once for two concurrent calls, and responds to both', async () => {
    await begin();
    const { id } = await ready([caseLine({ case_number: 'ONCE-1', deceased_last_name: 'Once' })]);
    const transact = harness.table.transact.bind(harness.table);
    let other: ReturnType<typeof stepped> | undefined;
    const spy = vi.spyOn(harness.table, 'transact').mockImplementation(async (writes, how) => {
      if (!other && writes.some((one) => 'put' in one && one.put.sk === 'CASE')) {
        other = stepped(world(), id, 'run');
        await other;
      }
      return transact(writes, how);
    });
    const answer = await stepped(world(), id, 'run').finally(() => spy.mockRestore());
    expect([answer.brought, (await other)?.brought]).toEqual([1, 1]);
  });

  it('continues the preview of very many parts in another process', async () => {
    await begin();
    const names = ['Earliest', 'Latest'].map((deceased_last_name, at) =>
      caseLine({ case_number: `BIG-${at}`, deceased_last_name }),
    );
    const { id } = await casesHandedIn(world(), names);
    const stored = imports.in(harness.table, keysOf(tenant.id));
    const record = await stored.require(id);
    const [part] = await stored.parts(id, 0, 1);
    const [earliest, latest] = part?.lines ?? [];
    if (!part || !earliest || !latest) throw new Error('the lines have not come');
    // The long run needs more than one query of the table.
    const looked_parts = long ? 5_001 : 120;
    const previewed = new Map([
      [0, { ...earliest, outcome: 'new' as const }],
      [looked_parts - 1, { ...latest, outcome: 'new' as const }],
    ]);
    const writes = Array.from({ length: looked_parts }, (_, at) => {
      const line = previewed.get(at);
      return stored.putPart({ ...part, part: at, lines: line ? [line] : [] });
    });
    const twice = [earliest, latest].map((line) => ({ ...line, line: line.line + 2 }));
    writes.push(stored.putPart({ ...part, part: looked_parts, lines: twice }));
    const counts = { new: 2, known: 0, doubtful: 0, refused: 0, with_notes: 0 };
    const begun = { ...record, state: 'looking' as const, parts: looked_parts + 1, looked_parts, looked: 2, counts };
    writes.push(stored.change(record, begun));
    for (let at = 0; at < writes.length; at += 100) await harness.table.transact(writes.slice(at, at + 100));

    expect(await stepped(world(), id, 'look')).toMatchObject({ state: 'ready', counts: { ...counts, known: 2 } });
    const [last] = await stored.parts(id, looked_parts, looked_parts + 1);
    expect(last?.lines.map(({ why }) => why)).toEqual([['Same case number as line 2'], ['Same case number as line 3']]);
  });
});
