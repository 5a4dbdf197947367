import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { sealOrganization } from '#functions/platform/store/audit/audit-seal.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { announcedOf, archiveMails, askedArchive, makeArchive, readyArchive } from '#tests/support/records/archives.ts';
import { createCustomer } from '#tests/support/records/customers.ts';
import { dayEventsOf } from '#tests/support/records/day-events.ts';
import { addDocument, examplePdf } from '#tests/support/records/documents.ts';
import { recordsOf } from '#tests/support/records/example-records.ts';
import { openCase, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { unzipped } from '#tests/support/zipped.ts';

const ssn = '987-65-4329';

const harness = await openHarness();

describe('onArchiveRequested', { timeout: 120_000 }, () => {
  let tenant: Tenant;
  let n = 0;

  const owner = () => tenant.profiles.super_admin;
  const bytesOf = (id: string): Uint8Array => {
    const file = harness.documents.files.get(`zips/${tenant.id}/${id}`);
    if (!file) throw new Error('no file');
    return file.bytes;
  };
  const linesIn = (files: ReadonlyMap<string, Buffer>, name: string): Record<string, unknown>[] =>
    String(files.get(name))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  it('S-01 S-09 contains records, documents and history, and no SSN or secret of others', async () => {
    tenant = await harness.addTenant(`everything-${n++}`);
    const stranger = await harness.addTenant(`stranger-${n}`);
    await createCustomer(harness, stranger, { last_name: 'Fremdling' });
    await openCase(harness, stranger, { deceased_last_name: 'Fremdling' });
    const tokens: string[] = [];
    const report = { social_security_number: ssn, deceased_first_name: 'Ottilie' };
    const records = await recordsOf({ harness, tenant, entered: { report, customer: {}, firstCall: {} }, tokens });
    const photo = await addDocument(harness, tenant, records.case, { kind: 'identification_photo' });
    await dayEventsOf(harness, tenant).store({ case_id: records.case, kind: 'visitation', date: '2026-03-07' });
    await dayEventsOf(harness, tenant).store({ title: 'Staff meeting', date: '2026-03-09' });
    await harness.projected();
    const files = unzipped(bytesOf(await readyArchive(harness, tenant)));
    const events = linesIn(files, 'records/events.jsonl').map(({ title, case_id }) => [title, case_id]);
    expect(events).toEqual(
      expect.arrayContaining([
        ['', records.case],
        ['Staff meeting', null],
      ]),
    );
    for (const kind of [
      ...['organization', 'homes', 'people', 'customers', 'reports', 'first-calls', 'cases', 'payments'],
      ...['statements', 'envelopes', 'documents', 'price-lists', 'forms', 'signature-templates'],
      ...['custody-subjects', 'effect-receipts', 'care-places', 'care-counts', 'tasks', 'events'],
    ]) {
      const lines = linesIn(files, `records/${kind}.jsonl`);
      expect([kind, lines.length > 0]).toEqual([kind, true]);
      const { required } = JSON.parse(String(files.get(`schemas/${kind}.schema.json`)));
      for (const line of lines) expect(Object.keys(line)).toEqual(expect.arrayContaining(required));
    }
    const [cases, documents] = ['cases', 'documents'].map((kind) => linesIn(files, `records/${kind}.jsonl`));
    expect(cases?.find(({ ssn_last4 }) => ssn_last4 === '4329')).toMatchObject({
      sections: { deceased: { deceased_first_name: 'Ottilie' } },
    });
    expect(documents?.map(({ id }) => id)).not.toContain(photo.id);
    const permitted = cases?.filter(({ permits }) => (permits as unknown[]).length > 0);
    expect(permitted?.length).toBeGreaterThan(0);
    for (const { path } of documents ?? []) expect(files.get(String(path))?.equals(examplePdf())).toBe(true);
    const table = String(files.get('tables/cases.csv')).split('\r\n');
    expect(table).toHaveLength((cases?.length ?? 0) + 2);
    expect(String(files.get('tables/customers.csv'))).toContain('Name,Phone,Email');
    expect(String(files.get('tables/payments.csv')).split('\r\n').length).toBeGreaterThan(2);
    const everything = [...files].map(([name, content]) => `${name}\n${content.toString('latin1')}`).join('\n');
    for (const hidden of ['987654329', ssn, 'Fremdling', stranger.id, owner().sub, ...tokens, '"ssn_id"', '"wrapped"'])
      expect([hidden, everything.includes(hidden)]).toEqual([hidden, false]);
    const { files: listed } = JSON.parse(String(files.get('manifest.json')));
    expect(listed.map(({ name }: { name: string }) => name)).toEqual([...files.keys()].slice(0, -1));
    for (const { name, bytes, sha256 } of listed) {
      const content = files.get(name) ?? Buffer.alloc(0);
      expect([bytes, sha256]).toEqual([content.length, createHash('sha256').update(content).digest('hex')]);
    }
  });

  it('S-12 S-40 contains a proof of the audit log that can be recomputed, without erased data', async () => {
    tenant = await harness.addTenant(`proof-${n++}`);
    const forgotten = await createCustomer(harness, tenant, { first_name: 'Kanarienvogel', phone: null, email: null });
    const kept = await createCustomer(harness, tenant, { first_name: 'Zaunkoenig', phone: null, email: null });
    succeeded(await harness.call(areas.customers.delete, { as: owner(), params: { id: forgotten } }));
    const body = { kind: 'customer', confirmation: 'FORGET' };
    succeeded(await harness.call(areas.privacy.forget, { as: owner(), params: { id: forgotten }, body }));
    const sealing = { now: new Date(Date.now() + 3_600_000), isLate: () => false, signer: harness.auditSigner };
    const { sealed } = await sealOrganization(harness.table, tenant.id, sealing);
    const files = unzipped(bytesOf(await readyArchive(harness, tenant)));
    const entries = linesIn(files, 'audit/entries.jsonl');
    const created = entries.filter(({ action }) => action === 'customer.created');
    expect(created.find(({ trail }) => trail === `CUSTOMER#${kept}`)).toMatchObject({
      changes: expect.arrayContaining([{ field: 'first_name', from: null, to: 'Zaunkoenig' }]),
    });
    expect(created.find(({ trail }) => trail === `CUSTOMER#${forgotten}`)?.forgotten).toBe(true);
    expect(JSON.stringify(entries)).not.toContain('Kanarienvogel');
    expect(JSON.parse(String(files.get('audit/proof.json')))).toMatchObject({
      ...{ organization_id: tenant.id, last_batch_was_signed_by_the_sealer: true, nothing_was_cut_off: true },
    });

    const folder = mkdtempSync(join(tmpdir(), 'archive-'));
    const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
    const verified = (changed: (text: string) => string = (text) => text): [number, string] => {
      for (const name of ['proof.json', 'batches.jsonl', 'verify.mjs']) write(name, String(files.get(`audit/${name}`)));
      write('entries.jsonl', changed(String(files.get('audit/entries.jsonl'))));
      try {
        return [0, execFileSync(process.execPath, [join(folder, 'verify.mjs')], { encoding: 'utf8' })];
      } catch (error) {
        const { status, stdout } = error as { status: number; stdout: string };
        return [status, stdout];
      }
    };
    // The archive itself was requested after that.
    expect(verified()).toEqual([0, expect.stringContaining(`${sealed} entries are what was sealed`)]);
    const changedLine = (change: (line: Record<string, unknown>) => object) =>
      verified((text) =>
        text
          .split('\n')
          .map((line) => line && JSON.stringify({ ...JSON.parse(line), ...change(JSON.parse(line)) }))
          .join('\n'),
      );
    // The readable part of an entry, next to what its seal covers.
    for (const change of [
      () => ({ actor_name: 'Someone else' }),
      ({ action }: Record<string, unknown>) => (action === 'customer.created' ? { action: 'customer.updated' } : {}),
      ({ changes }: Record<string, unknown>) => ({ changes: (changes as unknown[]).slice(1) }),
    ])
      expect(changedLine(change)).toEqual([
        1,
        expect.stringContaining('NOT SO: an entry says something else than was kept'),
      ]);
    const [changed, missing] = [
      verified((text) => text.replaceAll('Test super_admin', 'Someone else')),
      verified((text) => text.split('\n').slice(1).join('\n')),
    ];
    expect(changed).toEqual([1, expect.stringContaining('NOT SO: an entry was changed')]);
    expect(missing).toEqual([1, expect.stringContaining('NOT SO: an entry is missing')]);
    rmSync(folder, { recursive: true });
  });

  it('R-05 starts again after a failure, ends once, fails after hours, notifies owners once', async () => {
    tenant = await harness.addTenant(`fails-${n++}`);
    const id = await askedArchive(harness, tenant);
    const { bucket } = harness.documents;
    const { upload } = bucket;
    bucket.upload = async () => {
      bucket.upload = upload;
      throw new Error('the connection was reset');
    };
    await expect(makeArchive(harness, tenant, id)).rejects.toThrow('reset');
    await makeArchive(harness, tenant, id);
    await makeArchive(harness, tenant, id);
    expect(await announcedOf(harness, tenant, 'archive.ended')).toHaveLength(1);
    // A link that requires a sign-in, and no content.
    const [mail, ...others] = await archiveMails(harness, tenant);
    expect([mail?.to, others]).toEqual([[owner().email], []]);
    expect(mail?.text).toContain('https://staff/settings/archive');
    expect(mail?.text).toContain('Test super_admin requested a full data export');
    expect(mail?.text).not.toMatch(/zips|X-Amz/);

    tenant = await harness.addTenant(`given-up-${n++}`);
    const late = await askedArchive(harness, tenant);
    await makeArchive(harness, tenant, late, new Date(Date.now() + 7 * 3_600_000));
    const { body } = succeeded(await harness.call(areas.archives.list, { as: owner() }));
    expect(body.results).toMatchObject([{ id: late, state: 'failed' }]);
    expect((await archiveMails(harness, tenant)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Data export failed'),
    ]);
  });
});
