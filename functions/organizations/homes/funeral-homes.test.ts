import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { intakeEndpoints } from '#domain/intake/intake.endpoints.ts';
import { submissionEndpoints } from '#domain/intake/submission.endpoints.ts';
import { funeralHomeEndpoints } from '#domain/organizations/funeral-home.endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { casesOf } from '#tests/support/records/cases.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { reportDeath, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const redPixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe('funeral homes', () => {
  let harness: Harness;
  let here: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    harness = await startHarness();
    here = await harness.addTenant('first-home');
    other = await harness.addTenant('second-home');
  });
  afterAll(() => harness.close());

  const owner = (): Profile => here.profiles.super_admin;
  const update = (body: object, as = owner(), id = here.home.id) =>
    harness.call(funeralHomeEndpoints.update, { as, params: { id }, body });
  const numbering = {
    ...{ pattern: '{PREFIX}-{YEAR}-{SEQ}', prefix: 'WA', location_code: '', padding: 4, reset_yearly: true },
  };
  const renumber = (body: object, as = owner(), id = here.home.id) =>
    harness.call(funeralHomeEndpoints.updateCaseNumbering, { as, params: { id }, body });
  /** A second home of a new organization, and changing the prefix of either. */
  const sisters = async (name: string) => {
    const tenant = await harness.addTenant(name);
    const db = harness.databaseOf(tenant.id);
    const sister = { ...tenant.home, id: uuid(), slug: `${name}-2`, case_numbering: { prefix: 'NC', padding: 4 } };
    await db.commit(db.organizations.putHome(sister));
    const set = (id: string, prefix: string) => renumber({ ...numbering, prefix }, tenant.profiles.super_admin, id);
    return { tenant, sister, set };
  };
  const lookUp = (slug: string) => harness.call(intakeEndpoints.funeralHome, { params: { slug } });

  const nextCase = async (): Promise<string> => (await casesOf(harness, here).opened()).case_number;

  it('shows the new name everywhere at once, also in reports and old cases', async () => {
    const tenant = await harness.addTenant('old-name');
    const { home, profiles, id } = tenant;
    const sent = await reportDeath(harness, tenant);
    await update({ name: 'Brand New Name' }, profiles.super_admin, home.id);
    const as = profiles.super_admin;
    const list = await harness.call(submissionEndpoints.list, { as });
    const one = await harness.call(submissionEndpoints.get, { as, params: { id: sent.id } });
    expect([list.body.results, one.body]).toMatchObject([
      [{ id: sent.id, funeral_home_name: 'Brand New Name' }],
      { funeral_home_name: 'Brand New Name' },
    ]);
    const stored = await harness.calmTable.get(keysOf(id).submission(sent.id));
    expect(JSON.stringify(stored)).not.toContain('Home of old-name');
  });

  it('changes a home with its public card, and audits it', async () => {
    const name = 'First Home & Sons';
    const changed = await update({ name, phone: '(904) 555-0150', condolence_message: '', version: 1 });
    expect(changed.body).toMatchObject({ name, phone: '9045550150', condolence_message: null, version: 2 });
    expect((await lookUp('first-home')).body).toMatchObject({ name, phone: '9045550150' });
    const log = await harness.call(funeralHomeEndpoints.auditLog, { as: owner(), params: { id: here.home.id } });
    const [entry] = log.body as unknown as { action: string; changes: { field: string }[] }[];
    expect(entry?.action).toBe('home.updated');
    expect(entry?.changes.map(({ field }) => field)).toEqual(expect.arrayContaining(['name', 'phone']));
  });

  it('R-13 answers a stale version with the current home', async () => {
    const stale = await update({ name: 'Late', version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.body.current).toMatchObject({ name: 'First Home & Sons' });
  });

  it('rejects invalid values, a reserved or taken address, and a false logo', async () => {
    const logo_url = `data:image/png;base64,${Buffer.from('MZ executable').toString('base64')}`;
    const refused: [object, object][] = [
      [
        { name: ' ', phone: '12' },
        { name: ['Name is required'], phone: ['Phone number must be 10 digits'] },
      ],
      [{ notification_emails: ['nobody'] }, { 'notification_emails.0': ['Please enter a valid email address'] }],
      [{ slug: 'status' }, { slug: ['This public address is reserved'] }],
      [{ slug: 'second-home' }, { slug: ['This public address is already taken'] }],
      [{ logo_url }, { logo_url: ['The logo must be a PNG, JPEG or WebP picture'] }],
    ];
    for (const [body, errors] of refused) expect(await update(body)).toMatchObject({ status: 400, body: errors });
  });

  it('S-03 lets administrators change only their own home; others only read', async () => {
    const { funeral_home_admin: admin, funeral_director: director } = here.profiles;
    const second = await harness.call(funeralHomeEndpoints.list, { as: owner() });
    expect(second.body.results).toMatchObject([{ case_numbering: { prefix: 'WA' }, former_slugs: [] }]);
    expect((await update({ name: 'By Admin' }, admin)).body.name).toBe('By Admin');
    expect((await update({ name: 'X' }, director)).status).toBe(403);
    expect((await update({ name: 'X' }, { ...admin, sub: other.profiles.funeral_home_admin.sub })).status).toBe(404);
    expect((await harness.call(funeralHomeEndpoints.current, { as: admin })).body.id).toBe(here.home.id);
  });

  it('keeps every former address leading to the home, also for a report', async () => {
    await update({ slug: 'first-home-and-sons' });
    await update({ slug: 'first-and-sons', logo_url: pixel });
    for (const slug of ['first-home', 'first-home-and-sons', 'first-and-sons'])
      expect((await lookUp(slug)).body).toMatchObject({ slug: 'first-and-sons', logo_url: pixel });
    const body = exampleIntake({ funeral_home_slug: 'first-home' });
    expect((await harness.call(intakeEndpoints.submit, { body })).status).toBe(201);
    // Other homes cannot take an address that still leads here; the home itself can return to it.
    const taken = await update({ slug: 'first-home' }, other.profiles.super_admin, other.home.id);
    expect(taken.body).toEqual({ slug: ['This public address is already taken'] });
    expect((await update({ slug: 'first-home' })).body.slug).toBe('first-home');
    expect((await lookUp('first-and-sons')).body).toMatchObject({ slug: 'first-home', logo_url: pixel });
    expect((await update({ logo_url: '' })).body.logo_url).toBeNull();
  });

  it('keeps twenty former addresses, and can return to each of them', async () => {
    const { home, profiles } = await harness.addTenant('often-renamed');
    const rename = (slug: string) => update({ slug }, profiles.super_admin, home.id);
    for (let n = 1; n <= 20; n++) expect((await rename(`renamed-${n}`)).status).toBe(200);
    const body = { slug: ['A funeral home keeps at most 20 former addresses'] };
    expect(await rename('renamed-21')).toMatchObject({ status: 400, body });
    expect((await rename('often-renamed')).body).toMatchObject({ slug: 'often-renamed' });
    expect((await update({ name: 'Still Editable' }, profiles.super_admin, home.id)).status).toBe(200);
  });

  it('writes a changed logo once, whatever the number of addresses', async () => {
    const { home, profiles } = await harness.addTenant('much-renamed');
    const change = (body: object) => update(body, profiles.super_admin, home.id);
    for (let n = 1; n <= 5; n++) await change({ slug: `much-renamed-${n}` });
    await change({ logo_url: pixel });
    const written = async (body: object): Promise<number> => {
      const puts = vi.spyOn(harness.table, 'transact');
      expect((await change(body)).status).toBe(200);
      const items = puts.mock.calls.flatMap(([writes]) => writes.map((write) => JSON.stringify(write)));
      puts.mockRestore();
      expect(items.length).toBeLessThanOrEqual(8);
      return items.filter((item) => item.includes('data:image')).length;
    };
    expect(await written({ license_number: 'F-12345' })).toBe(0);
    expect(await written({ notification_emails: [] })).toBe(0);
    expect(await written({ slug: 'much-renamed-6' })).toBe(1);
    expect(await written({ logo_url: redPixel })).toBe(1);
  });

  it('numbers cases by the pattern, and leaves earlier numbers unchanged', async () => {
    const year = new Date().getFullYear();
    expect(await nextCase()).toBe(`WA-${year}-0001`);
    const pattern = { pattern: '{LOCATION}{YY}/{SEQ}', location_code: 'SA', padding: 3 };
    const set = await renumber({ ...numbering, ...pattern, next_value: 40 });
    const yy = String(year).slice(2);
    expect(set.body).toMatchObject({ next_number: `SA${yy}/040`, next_value: 40 });
    expect(await nextCase()).toBe(`SA${yy}/040`);
    const exists = (case_number: string) =>
      harness.call(caseEndpoints.checkNumber, { as: owner(), query: { case_number } });
    expect((await exists(`WA-${year}-0001`)).body).toEqual({ exists: true });
  });

  it('R-03 never collides: rejects a taken start and skips later taken numbers', async () => {
    const year = new Date().getFullYear();
    const refused = await renumber({ ...numbering, next_value: 1 });
    expect(refused.body).toEqual({ next_value: [`Case number WA-${year}-0001 is already in use`] });
    const preview = await harness.call(funeralHomeEndpoints.previewCaseNumbering, {
      as: owner(),
      params: { id: here.home.id },
      body: { ...numbering, next_value: 1 },
    });
    expect(preview.body).toMatchObject({
      preview: `WA-${year}-0002`,
      examples: [{ case_number: `WA-${year}-0001`, taken: true }, { taken: false }, { taken: false }],
    });
    expect((await renumber({ ...numbering, next_value: 2 })).body).toMatchObject({ next_number: `WA-${year}-0002` });
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await nextCase());
    expect(made).toEqual([`WA-${year}-0002`, `WA-${year}-0003`, `WA-${year}-0004`]);
  });

  it('S-26 restarts at 1 under another prefix, shows the next number, and audits it', async () => {
    const year = new Date().getFullYear();
    const fresh = { ...numbering, prefix: 'NEW' };
    expect((await renumber({ ...fresh, next_value: 1 })).body).toMatchObject({ next_number: `NEW-${year}-0001` });
    expect([await nextCase(), await nextCase()]).toEqual([`NEW-${year}-0001`, `NEW-${year}-0002`]);
    const about = { as: owner(), params: { id: here.home.id } };
    const { previewCaseNumbering, auditLog } = funeralHomeEndpoints;
    const preview = await harness.call(previewCaseNumbering, { ...about, body: { ...numbering, prefix: 'NEW' } });
    expect(preview.body).toMatchObject({ preview: `NEW-${year}-0003`, next_value: 3 });
    const refused = await renumber({ ...numbering, padding: Number.MAX_VALUE });
    expect([refused.status, refused.body.padding]).toEqual([400, ['Padding must be a number from 1 to 8']]);
    // An unchanged setting adds no audit entry.
    await renumber({ ...numbering, prefix: 'NEW', padding: 5 });
    await renumber({ ...numbering, prefix: 'NEW', padding: 5 });
    const log = (await harness.call(auditLog, about)).body as unknown as { changes: object[] }[];
    expect(log[0]?.changes).toEqual([{ field: 'padding', from: 4, to: 5 }]);
    expect(log[1]?.changes).not.toEqual([]);
  });

  it('accepts no prefix that another home has or had, except its own', async () => {
    const { tenant, sister, set } = await sisters('prefixes');
    const refused = {
      prefix: ['Another home of the organization numbers its receipts with this prefix, or did before'],
    };
    expect((await set(tenant.home.id, 'nc')).body).toEqual(refused);
    succeeded(await set(sister.id, ''));
    expect((await set(tenant.home.id, '')).body).toEqual(refused);
    expect((await set(tenant.home.id, 'NC')).body).toEqual(refused);
    succeeded(await set(sister.id, 'NC'));
    // Two administrators may change both homes concurrently.
    const both = await Promise.all([tenant.home.id, sister.id].map((id) => set(id, 'SAME')));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('reserves prefixes of homes from before prefixes were stored', async () => {
    const { tenant, sister, set } = await sisters('old-prefixes');
    await harness.table.transact([{ delete: keysOf(tenant.id).numberPrefix('NC') }]);
    expect((await set(tenant.home.id, 'NC')).status).toBe(400);
    succeeded(await set(sister.id, 'ND'));
    expect((await set(tenant.home.id, 'NC')).status).toBe(400);
  });

  it('R-05 leaves the table consistent', async () => {
    expect(await harness.recount()).toEqual([]);
  });
});
