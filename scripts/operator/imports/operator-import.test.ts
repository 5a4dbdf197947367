import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { ImportAsked, operatorImport } from './operator-import.ts';

describe('operator import', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'stillwater-import-'));
  let harness: Harness;
  let tenant: Tenant;
  let slug: string;
  let n = 0;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(async () => {
    await harness.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const begin = async () => {
    slug = `operated-${n++}`;
    tenant = await harness.addTenant(slug);
  };
  const file = (name: string, ...lines: string[]) => {
    const path = join(folder, name);
    writeFileSync(path, lines.join('\n'));
    return path;
  };
  const run = (path: string | undefined, asked: object) =>
    operatorImport(harness.table, ImportAsked.parse({ slug, ...asked }), path, () => {});
  const found = async (row: (typeof areas)['customers' | 'cases']['list']) => {
    await harness.projected();
    return succeeded(await harness.call(row, { as: tenant.profiles.super_admin })).body.count;
  };
  const idIn = (output: string) => /--id ([0-9a-f-]{36})/.exec(output)?.[1];
  const entries = async () =>
    (await harness.items()).filter(
      (item) => 'action' in item && /^(import|case)\./.test(String(item.action)) && item.pk.includes(tenant.id),
    );

  it('previews a file, imports and undoes it, and audits the operator once', async () => {
    await begin();
    const path = file(
      'families.csv',
      'First,Surname,Handy,Social',
      'Ada,Brannock,9045550111,987-65-4321',
      'Bea,Quill,9045550122,987-65-4322',
      'Bea,Quill,9045550122,987-65-4322',
      ',Nobody,123,',
    );
    await expect(run(path, {})).rejects.toThrow('--kind customers');
    await expect(run('/nowhere.csv', { kind: 'customers' })).rejects.toThrow('There is no file /nowhere.csv.');
    await expect(run(path, { kind: 'customers', match: ['Social=phone'] })).rejects.toThrow('not imported');
    await expect(run(path, { kind: 'customers', match: ['Nothing=phone'] })).rejects.toThrow('Headings are: First');
    await expect(run(path, { kind: 'customers', match: ['Handy=dreams'] })).rejects.toThrow('dreams is not a field');
    const match = ['First=first_name', 'Surname=last_name', 'Handy=phone'];
    const lines = join(folder, 'lines.csv');
    const looked = await run(path, { kind: 'customers', match, lines });
    expect(looked).toMatch(/Social +left out/);
    expect(looked).toContain("2 new, 1 already in Stillwater, 0 possible duplicates, 1 can't be imported.\n  line 5: ");
    expect(readFileSync(lines, 'utf8')).toContain('4,known,waiting,Same person as line 3,,Bea,Quill');
    expect(await found(areas.customers.list)).toBe(0);
    expect(await entries()).toEqual([]);

    // The same file continues the same import.
    const done = await run(path, { kind: 'customers', go: true });
    expect(done).toContain('2 customers imported from 4 lines.');
    const id = idIn(looked);
    expect(idIn(done)).toBe(id);
    expect(await found(areas.customers.list)).toBe(2);
    expect(await run(undefined, {})).toContain(`${id}  customers  Imported`);
    expect(await run(undefined, { id, undo: true })).toContain('2 customers undone.');
    expect(await found(areas.customers.list)).toBe(0);
    expect((await entries()).map(({ action, actor_name, actor_id }) => [action, actor_name, actor_id])).toEqual([
      ['import.run', 'System', null],
      ['import.undone', 'System', null],
    ]);
    expect(await harness.recount()).toEqual([]);
  });

  it('resumes after an interruption', async () => {
    await begin();
    const cases = Array.from({ length: 20 }, (_, at) => `OLD-${at},Cut${String.fromCharCode(97 + at)}x`);
    const path = file('cases.csv', 'Case Number,Last Name of the Deceased', ...cases);
    const match = ['Case Number=case_number', 'Last Name of the Deceased=deceased_last_name'];
    const { table } = harness;
    const transact = table.transact.bind(table);
    let commits = 0;
    const mock = vi.spyOn(table, 'transact').mockImplementation(async (writes) => {
      if (++commits > 5) throw new Error('the process died');
      await transact(writes);
    });
    await expect(run(path, { kind: 'cases', match, go: true })).rejects.toThrow('the process died');
    mock.mockRestore();
    await expect(run(path, { kind: 'cases', match })).rejects.toThrow('is being imported already');
    expect(await run(path, { kind: 'cases', go: true })).toContain('20 cases imported from 20 lines.');
    expect(await found(areas.cases.list)).toBe(20);
    expect(await harness.recount()).toEqual([]);
  });

  it('discards an import, and rejects incomplete arguments', async () => {
    await begin();
    await expect(run(undefined, { undo: true })).rejects.toThrow('--id');
    await expect(run(undefined, { discard: true })).rejects.toThrow('--id');
    expect(await run(undefined, {})).toBe('No imports yet.');
    const looks = async () => (await harness.items()).filter((item) => item.action === 'operator.looked').length;
    const path = file('one.csv', 'First Name,Last Name', 'Ada,Brannock');
    const before = await looks();
    const output = await run(path, { kind: 'customers' });
    expect(await looks()).toBe(before);
    await expect(run(path, { kind: 'customers', id: idIn(output) })).rejects.toThrow('not both');
    // Files are never overwritten, and access to an import is always audited.
    await expect(run(path, { kind: 'customers', lines: path })).rejects.toThrow('is there already');
    expect(await run(undefined, {})).not.toContain('one.csv');
    await run(undefined, { id: idIn(output) });
    expect(await looks()).toBe(before + 2);
    expect(await run(undefined, { id: idIn(output), discard: true })).toBe('Import discarded.');
    expect(await run(undefined, {})).toBe('No imports yet.');
  });
});
