import { describe, expect, it } from 'vitest';
import { importMessages } from '#domain/imports/import.schema.ts';
import { areas } from '#domain/registry/endpoints.ts';
import type { Key } from '#functions/platform/store/table.ts';
import type { Harness } from '#tests/support/harness.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { createCustomer, readCustomer } from '#tests/support/records/customers.ts';
import {
  exampleImport,
  handedIn,
  linesOf,
  previewedImport,
  sentLines,
  stepped,
} from '#tests/support/records/imports.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { importedId } from './shared/create-cases.ts';

const rows = areas.imports;

const { harness, tenant } = await startHarnessWithTenant();

describe('imports of customers', { timeout: 120_000 }, () => {
  const world = () => ({ harness, tenant });
  const owner = () => tenant.profiles.super_admin;
  const call = (row: Parameters<Harness['call']>[0], id: string, body?: object) =>
    harness.call(row, { as: owner(), params: { id }, ...(body ? { body } : {}) });
  /** Hands in lines and previews them. */
  const ready = async (lines: string[][]) => {
    const { id } = await handedIn(world(), lines);
    return { id, counts: (await stepped(world(), id, 'look')).counts };
  };
  const noras = async () => {
    await harness.projected();
    const search = { as: owner(), query: { search: 'Nora' } };
    return succeeded(await harness.call(areas.customers.list, search)).body;
  };
  const letters = (n: number) => `${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10)]}`;
  const entries = async () =>
    (await harness.items()).filter((item) => /^import\./.test(String((item as { action?: string }).action ?? '')));

  it('previews each line, imports them with their dates, and audits the run once', async () => {
    const known = await createCustomer(harness, tenant, { first_name: 'Maeve', last_name: 'Oconnor' });
    await createCustomer(harness, tenant, { last_name: 'Other', phone: '9045550177', email: '', zip_code: '30303' });
    await harness.projected();
    const { id, counts } = await handedIn(world(), [
      ['Ada', 'Brannock', '(904) 555-0111', '', '3208', '3/4/2019'],
      ['Maeve', "O'Connor", '9045550142', 'karin.lindqvist@example.com', '32084', ''],
      ['Karin', 'Else', '904-555-0177', '', '', ''],
      ['Ada', 'Brannock', '9045550111', '', '03208', '2019-03-04'],
      ['', 'Nobody', '123', 'no mail', '', '31/31/2019'],
      ['Hidden', 'Numbers', '', '', '', '987-65-4321'],
      ['=HYPERLINK("x")', 'Formula', '', '', '', ''],
    ]);
    expect(counts).toEqual({ new: 0, known: 0, doubtful: 0, refused: 0, with_notes: 0 });
    const looked = await stepped(world(), id, 'look');
    const found = { new: 2, known: 2, doubtful: 1, refused: 2, with_notes: 1 };
    expect(looked).toMatchObject({ state: 'ready', counts: found });
    const lines = await linesOf(world(), id);
    expect(lines.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
      ...['2 new', '3 known', '4 doubtful', '5 known', '6 refused', '7 new', '8 refused'],
    ]);
    expect(lines[1]).toMatchObject({ why: ['Same person as Maeve Oconnor'], customer: { id: known } });
    expect(lines[2]?.why).toEqual(['Same phone number as Karin Other']);
    expect(lines[3]?.why).toEqual(['Same person as line 2']);
    expect(lines[4]?.why).toEqual(['First name is required']);
    expect(lines[5]).toMatchObject({ notes: [expect.stringContaining('Social Security number')] });
    expect(await linesOf(world(), id, { outcome: 'refused' })).toHaveLength(2);
    expect(JSON.stringify(await harness.items())).not.toContain('987-65-4321');
    expect(await entries()).toEqual([]);

    expect(await stepped(world(), id, 'run')).toMatchObject({ state: 'done', brought: 2, gone_through: 7 });
    expect(await entries()).toHaveLength(1);
    const ada = await readCustomer(harness, tenant, importedId(id, 2));
    expect(ada).toMatchObject({ full_name: 'Ada Brannock', phone: '9045550111', zip_code: '03208' });
    expect(String(ada.created_at).slice(0, 10)).toBe('2019-03-04');
    expect((await linesOf(world(), id)).map(({ fate }) => fate)).toEqual([
      ...['brought', 'left', 'left', 'left', 'left', 'brought', 'left'],
    ]);
    const doubtful = await ready([['Karin', 'Doubt', '9045550177', '', '', '']]);
    expect(await stepped(world(), doubtful.id, 'run', true)).toMatchObject({ brought: 1, bring_doubtful: true });

    // Importing them again finds no new ones.
    expect((await ready([['Ada', 'Brannock', '9045550111', '', '', '']])).counts).toMatchObject({ known: 1, new: 0 });
  });

  it('reports values moved to the notes, and lists only lines with such values', async () => {
    const { id, counts } = await ready([
      ['Nils', 'Faraway', '555-0186', 'nils.faraway@example.com', 'none', ''],
      ['Nils', 'Plain', '', 'nils.plain@example.com', '', ''],
      ['', 'Refused', '555-0187', '', '', ''],
    ]);
    expect(counts).toMatchObject({ new: 2, refused: 1, with_notes: 1 });
    const notes = ['Phone Number “555-0186” is kept in the notes: it is not a 10-digit phone number'];
    const noted = { with_notes: 'true' };
    expect(await linesOf(world(), id, noted)).toMatchObject([{ line: 2, outcome: 'new', why: [], notes }]);
    expect(await linesOf(world(), id, { ...noted, outcome: 'refused' })).toEqual([]);
    expect(await stepped(world(), id, 'run')).toMatchObject({ brought: 2 });
    expect(await linesOf(world(), id, noted)).toMatchObject([{ fate: 'brought', notes }]);
    expect(await readCustomer(harness, tenant, importedId(id, 2))).toMatchObject({
      ...{ phone: null, notes: 'From the imported file:\nPhone Number: 555-0186' },
    });
  });

  it('reports expired lines, and can still be undone', async () => {
    const { id } = await ready(Array.from({ length: 92 }, (_, n) => ['Late', `Line${letters(n)}`, '', '', '', '']));
    // As after a week, which starts when the lines arrive.
    const rest = (await harness.items()).find((item) => item.import_id === id && item.part === 1);
    await harness.table.delete(rest as unknown as Key);
    const { status, body } = await call(rows.run, id, { bring_doubtful: false });
    expect([status, body]).toEqual([409, { detail: importMessages.linesGone }]);
    expect(succeeded(await call(rows.get, id)).body).toMatchObject({ state: 'running', brought: 90, gone_through: 90 });
    expect(await stepped(world(), id, 'undo')).toMatchObject({ state: 'undone', removed: 90 });
  });

  it('removes unchanged customers, and explains why others stay', async () => {
    const { id } = await ready([
      ['Una', 'Undoable', '', 'una@example.com', '', ''],
      ['Cara', 'Changed', '', 'cara@example.com', '', ''],
      ['Dora', 'Deleted', '', 'dora@example.com', '', ''],
    ]);
    await stepped(world(), id, 'run');
    const { update, delete: remove } = areas.customers;
    succeeded(await call(update, importedId(id, 3), { city: 'Savannah' }));
    succeeded(await call(remove, importedId(id, 4)));
    const before = (await entries()).length;
    expect(await stepped(world(), id, 'undo')).toMatchObject({ state: 'undone', brought: 3, removed: 1, kept: 2 });
    expect((await call(areas.customers.get, importedId(id, 2))).status).toBe(404);
    expect((await call(areas.customers.get, importedId(id, 3))).status).toBe(200);
    expect((await linesOf(world(), id)).map(({ fate, why }) => [fate, ...why])).toEqual([
      ['removed'],
      ['kept', 'Kept: this customer was changed since'],
      ['kept', 'Not undone: already deleted or merged'],
    ]);
    expect((await entries()).length).toBe(before + 1);
    expect((await call(rows.run, id, { bring_doubtful: false })).status).toBe(409);
  });

  it('skips repeated parts, requests missing ones, and resumes interrupted ones', async () => {
    const line = (n: number) => ['Nora', `Part${letters(n)}`, '', `part${n}@example.com`, '', ''];
    const values = Array.from({ length: 100 }, (_, n) => line(n));
    const begun = await harness.call(rows.begin, { as: owner(), body: exampleImport(100) });
    const id = String(succeeded(begun).body.id);
    const send = (after: number, to: number) =>
      call(rows.send, id, { after, lines: sentLines(values).slice(after, to) });
    expect((await send(90, 100)).body).toEqual({ detail: importMessages.outOfOrder });
    expect((await send(0, 50)).body).toEqual({ lines: [importMessages.partsWhole(90)] });
    // Two lines with one number could create only one customer.
    const first = sentLines(values).slice(0, 90);
    for (const lines of [first.map((one) => ({ ...one, line: 2 })), first.toReversed()])
      expect(await call(rows.send, id, { after: 0, lines })).toMatchObject({
        ...{ status: 400, body: { lines: [importMessages.notInOrder] } },
      });
    succeeded(await send(0, 90));
    expect(succeeded(await send(0, 90)).body).toMatchObject({ received: 90 });
    const last = sentLines(values).slice(90);
    const overlapping = { after: 90, lines: last.map((one) => ({ ...one, line: one.line - 1 })) };
    expect((await call(rows.send, id, overlapping)).status).toBe(400);
    expect((await call(rows.look, id)).body).toEqual({ detail: importMessages.notAllHere });
    expect((await call(rows.run, id, { bring_doubtful: false })).status).toBe(409);
    succeeded(await send(90, 100));
    expect(await stepped(world(), id, 'look')).toMatchObject({ counts: { new: 100 } });
    const both = await Promise.all([stepped(world(), id, 'run'), stepped(world(), id, 'run')]);
    expect(both.map(({ brought }) => brought)).toEqual([100, 100]);
    expect(await noras()).toMatchObject({ count: 100 });
    expect(await stepped(world(), id, 'undo')).toMatchObject({ removed: 100, kept: 0 });
    expect(await noras()).toMatchObject({ count: 0 });
  });

  it('allows only administrators to discard, and only before a run', async () => {
    const id = await previewedImport(world());
    for (const as of [tenant.profiles.funeral_director, tenant.profiles.office_staff])
      expect((await harness.call(rows.get, { as, params: { id } })).status).toBe(403);
    succeeded(await call(rows.discard, id));
    expect((await call(rows.get, id)).status).toBe(404);
    expect(JSON.stringify(await harness.items())).not.toContain(`IMPORTLINES#${id}`);
  });

  it('allows the undo for 30 days', async () => {
    const id = await previewedImport(world());
    await stepped(world(), id, 'run');
    const later = Date.now() + 31 * 24 * 3600 * 1000;
    harness.state.now = () => new Date(later);
    const { status, body } = await call(rows.undo, id);
    harness.state.now = () => new Date();
    expect([status, body]).toEqual([410, { detail: importMessages.over }]);
  });
});
