import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { maxBytes, maxDocuments, maxFileSize } from '#domain/documents/document.rules.ts';
import { documentMessages, pdfFlaws, rejectionMessages } from '#domain/documents/document-messages.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { documentsDue, documentsOf } from '#functions/documents/repository/documents.ts';
import { keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Key } from '#functions/platform/store/table.ts';
import { composeTransaction } from '#functions/platform/store/transactions/compose-transaction.ts';
import { type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { casesOf } from '#tests/support/records/cases.ts';
import {
  addDocument,
  beginDocument,
  exampleDocument,
  examplePdf,
  formWith,
  settlerOf,
} from '#tests/support/records/documents.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { onCaseDeleted, sweepDocuments } from './worker/sweep-documents.ts';

const { documents: rows } = areas;

describe('documents of a case', () => {
  let harness: Harness;
  let tenant: Tenant;
  let stranger: Tenant;
  let case_id: string;
  beforeAll(async () => {
    harness = await startHarness();
    [tenant, stranger] = [await harness.addTenant('whitcomb-ames'), await harness.addTenant('harbor-light')];
    case_id = await newCase();
  });
  afterAll(async () => {
    expect(await harness.recount()).toEqual([]);
    await harness.close();
  });

  const as = () => tenant.profiles.office_staff;
  const about = (id: string, more: object = {}) => ({ as: as(), params: { id }, ...more });
  const errorsOf = async (answer: Promise<Result>) => {
    const { status, body } = await answer;
    return [status, body.detail];
  };
  const newCase = async (of = tenant): Promise<string> => (await casesOf(harness, of).opened()).id;
  const listed = async (of = case_id) => {
    const answer = await harness.call(rows.list, { as: as(), query: { case_id: of } });
    return succeeded(answer).body as { count: number; total_bytes: number; results: Record<string, unknown>[] };
  };
  const stateOf = async (id: string, of = case_id) => {
    const found = (await listed(of)).results.find((one) => one.id === id);
    return [found?.state, found?.note];
  };
  const actions = async (of: string): Promise<string[]> => {
    const options = { as: tenant.profiles.super_admin, params: { id: of } };
    const entries = (await harness.call(areas.cases.auditLog, options)).body as unknown as { action: string }[];
    return entries.map(({ action }) => action).filter((action) => action.startsWith('document.'));
  };

  it('uploads a document from its announcement to a download link', async () => {
    const of = await newCase();
    const begun = await beginDocument(harness, tenant, of, { file_name: 'C:\\scans\\Permit.PDF' });
    expect(begun).toMatchObject({ state: 'uploading', file_name: 'Permit.PDF', revision: 1, series: begun.id });
    expect(await stateOf(begun.id, of)).toEqual(['uploading', documentMessages.uploading]);
    const form = succeeded(await harness.call(rows.uploadForm, about(begun.id))).body;
    expect(form.fields).toMatchObject({ key: documentKey('quarantine', tenant.id, begun.id) });
    expect(await errorsOf(harness.call(rows.complete, about(begun.id)))).toEqual([409, documentMessages.notArrived]);
    const scan = harness.documents.handIn(tenant.id, begun.id, examplePdf());
    expect(succeeded(await harness.call(rows.complete, about(begun.id))).body.state).toBe('checking');
    // The second call changes nothing.
    expect(succeeded(await harness.call(rows.complete, about(begun.id))).body.state).toBe('checking');
    expect(await errorsOf(harness.call(rows.download, about(begun.id)))).toEqual([409, documentMessages.notClean]);
    expect((await harness.call(rows.uploadForm, about(begun.id))).status).toBe(409);
    await settlerOf(harness)(scan);
    expect(await stateOf(begun.id, of)).toEqual(['ready', '']);
    const { download_url, expires_at } = succeeded(await harness.call(rows.download, about(begun.id))).body;
    expect(String(download_url)).toContain(documentKey('clean', tenant.id, begun.id));
    expect(Date.parse(String(expires_at)) - Date.now()).toBeLessThanOrEqual(300_000);
    const shown = await harness.call(rows.download, about(begun.id, { query: { disposition: 'inline' } }));
    expect(String(shown.body.download_url)).toContain('disposition=inline');
    expect([...harness.documents.files.keys()]).not.toContain(documentKey('quarantine', tenant.id, begun.id));
    expect(await actions(of)).toEqual(['document.added', 'document.handed_in']);
  });

  it('S-16 rejects and deletes a file with a virus, says so, and never serves it', async () => {
    const begun = await beginDocument(harness, tenant, case_id);
    const scan = harness.documents.handIn(tenant.id, begun.id, examplePdf(), 'THREATS_FOUND');
    await settlerOf(harness)(scan);
    expect(await stateOf(begun.id)).toEqual(['refused', rejectionMessages.malware]);
    expect((await harness.call(rows.download, about(begun.id))).status).toBe(409);
    expect([...harness.documents.files.keys()].filter((key) => key.includes(begun.id))).toEqual([]);
    expect((await actions(case_id))[0]).toBe('document.refused');
  });

  it("S-15 detects the type by content, whatever the file's name", async () => {
    const renamed = await addDocument(harness, tenant, case_id, { file_name: 'invoice.exe' });
    expect((await listed()).results.find(({ id }) => id === renamed.id)).toMatchObject({
      ...{ file_name: 'invoice.exe.pdf', content_type: 'application/pdf', can_preview: true },
    });
    const cut = await addDocument(harness, tenant, case_id, {}, examplePdf().subarray(0, 150));
    expect((await listed()).results.find(({ id }) => id === cut.id)).toMatchObject({
      ...{ state: 'ready', note: pdfFlaws.damaged, can_preview: false },
    });
    const choices = await harness.call(areas['signature-envelopes'].choices, { as: as(), query: { case_id } });
    const offered = (succeeded(choices).body.documents as { id: string }[]).map(({ id }) => id);
    expect([offered.includes(renamed.id), offered.includes(cut.id)]).toEqual([true, false]);
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const html = await addDocument(harness, tenant, case_id, { file_name: 'permit.pdf' }, page);
    expect(await stateOf(html.id)).toEqual(['refused', rejectionMessages.type]);
  });

  const send = async (
    file: { name: string; type: string; bytes: Uint8Array },
    fields: { case_id: string },
    key = '',
  ) => {
    const { body, type } = await formWith({ ...fields, description: 'Manual' }, file);
    return harness.send({
      ...{ as: as(), method: 'POST', rawPath: '/api/documents/documents/upload', body, base64: true },
      headers: { 'content-type': type, ...(key ? { 'idempotency-key': key } : {}) },
    });
  };

  it('stores a file once per key, also after an interrupted attempt', async () => {
    const of = await newCase();
    const pdf = { name: 'Permit.pdf', type: 'application/pdf', bytes: examplePdf() };
    const put = harness.documents.bucket.put;
    harness.documents.bucket.put = () => Promise.reject(new AppError('unavailable', { reason: 'bucket' }));
    expect((await send(pdf, { case_id: of }, 'upload-one')).status).toBe(503);
    harness.documents.bucket.put = put;
    const answers = await Promise.all(Array.from({ length: 3 }, () => send(pdf, { case_id: of }, 'upload-one')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await listed(of)).results).toMatchObject([{ id: answers[0]?.body.id, state: 'checking' }]);
    const other = { ...pdf, bytes: Uint8Array.from([...examplePdf(), 10]) };
    expect((await send(other, { case_id: of }, 'upload-one')).status).toBe(409);
    expect((await listed(of)).count).toBe(1);
  });

  it('accepts the documented form with the file in it and checks it the same way', async () => {
    const of = await newCase();
    const pdf = { name: '../Permit.pdf', type: 'application/pdf', bytes: examplePdf() };
    const sent = succeeded(await send(pdf, { case_id: of }));
    expect(sent.body).toMatchObject({ state: 'checking', file_name: 'Permit.pdf', description: 'Manual' });
    const id = String(sent.body.id);
    expect(harness.documents.files.has(documentKey('quarantine', tenant.id, id))).toBe(true);
    succeeded(await send({ ...pdf, name: 'scan', type: 'image/x-unknown' }, { case_id: of }));
    expect((await send({ ...pdf, bytes: Buffer.from('<html>') }, { case_id: of })).status).toBe(400);
    expect((await send({ ...pdf, bytes: new Uint8Array() }, { case_id: of })).body.file).toEqual([
      rejectionMessages.empty,
    ]);
    expect((await send({ ...pdf, bytes: new Uint8Array(4 * 1024 * 1024 + 1) }, { case_id: of })).status).toBe(400);
    expect((await send({ ...pdf, bytes: new Uint8Array(5 * 1024 * 1024) }, { case_id: of })).status).toBe(413);
    const elsewhere = await newCase(stranger);
    expect((await send(pdf, { case_id: elsewhere })).status).toBe(404);
  });

  it('rejects a file before upload that is too large, empty or one too many', async () => {
    const of = await newCase();
    const begin = (changes: object) =>
      harness.call(rows.begin, { as: as(), body: exampleDocument({ case_id: of, ...changes }) });
    expect((await begin({ size: maxFileSize + 1 })).body).toEqual({ size: [rejectionMessages.size] });
    expect((await begin({ size: 0 })).body).toEqual({ size: [rejectionMessages.empty] });
    expect((await begin({ file_name: ' ' })).body).toEqual({ file_name: ['File name is required'] });
    const held = documentsOf(harness.calmTable, tenant.id);
    const first = await beginDocument(harness, tenant, of);
    const record = await held.require(first.id);
    const hold = async (from: number, to: number) => {
      for (; from < to; from += 40)
        await harness.calmTable.transact(
          composeTransaction(
            Array.from({ length: Math.min(40, to - from) }, (_, n) => {
              const id = `0197a4d2-0000-7000-8000-${String(from + n).padStart(12, '0')}`;
              return held.create({ ...record, id, series: id, due_at: null });
            }).flat(),
          ),
        );
    };
    await hold(1, maxDocuments);
    const full = [409, documentMessages.tooMany];
    expect(await errorsOf(begin({}))).toEqual(full);
    expect((await listed(of)).count).toBe(maxDocuments);
    // Deleted documents make room, until they are restored.
    succeeded(await harness.call(rows.delete, about(first.id)));
    const next = succeeded(await begin({})).body.id as string;
    expect(await errorsOf(begin({}))).toEqual(full);
    expect(await errorsOf(harness.call(rows.restore, about(first.id)))).toEqual(full);
    succeeded(await harness.call(rows.delete, about(next)));
    succeeded(await harness.call(rows.restore, about(first.id)));
    const refused = await held.require(first.id);
    await harness.calmTable.transact([held.change(refused, { ...refused, status: 'refused', refused_for: 'type' })]);
    succeeded(await harness.call(rows.delete, about(succeeded(await begin({})).body.id as string)));
  });

  it('limits a case to 10 GB, without deleted and rejected documents', async () => {
    const of = await newCase();
    const begin = () => harness.call(rows.begin, { as: as(), body: exampleDocument({ case_id: of }) });
    const held = documentsOf(harness.calmTable, tenant.id);
    const { id } = await beginDocument(harness, tenant, of);
    const as10GB = async (changes: object, size = maxBytes) => {
      const record = await held.require(id);
      await harness.calmTable.transact([held.change(record, { ...record, size, ...changes })]);
      return errorsOf(begin());
    };
    expect(await as10GB({})).toEqual([409, documentMessages.tooMuch]);
    expect(await as10GB({ status: 'refused' })).toEqual([201, undefined]);
    expect(await as10GB({ status: 'ready', deleted_at: new Date().toISOString() })).toEqual([201, undefined]);
    expect(await as10GB({}, 2 * maxBytes)).toEqual([409, documentMessages.tooManyDeleted]);
  });

  it('adds a new version next to the unchanged old one', async () => {
    const of = await newCase();
    const first = await addDocument(harness, tenant, of, { description: 'Draft' });
    const second = await addDocument(harness, tenant, of, { replaces: first.id, description: undefined });
    expect(second).toMatchObject({ series: first.id, revision: 2, description: 'Draft', kind: 'permit' });
    expect((await listed(of)).results.map(({ revision, state }) => [revision, state])).toEqual([
      [2, 'ready'],
      [1, 'ready'],
    ]);
    const other = await addDocument(harness, tenant, case_id);
    const body = exampleDocument({ case_id: of, replaces: other.id });
    expect((await harness.call(rows.begin, { as: as(), body })).status).toBe(404);
  });

  it('renames and describes a document, and reports a concurrent change', async () => {
    const { id } = await addDocument(harness, tenant, case_id);
    const { version } = (await listed()).results.find((one) => one.id === id) ?? {};
    const update = (body: object) => harness.call(rows.update, about(id, { body }));
    expect(succeeded(await update({ file_name: 'Cremation permit', version })).body).toMatchObject({
      file_name: 'Cremation permit.pdf',
    });
    const stale = await update({ description: 'x', version });
    expect(stale).toMatchObject({ status: 409, body: { current: { file_name: 'Cremation permit.pdf' } } });
    expect((await update({ file_name: '' })).body).toEqual({ file_name: ['File name is required'] });
  });

  it('lets the uploader and staff with case access delete and restore a document', async () => {
    const { id } = await addDocument(harness, tenant, case_id);
    const others = await addDocument(harness, tenant, case_id);
    const record = await documentsOf(harness.calmTable, tenant.id).require(others.id);
    const director = tenant.profiles.funeral_director;
    const theirs = { ...record, added_by: { id: director.id, name: 'Dee', role: director.role } };
    await harness.calmTable.transact([documentsOf(harness.calmTable, tenant.id).change(record, theirs)]);
    expect(await errorsOf(harness.call(rows.delete, about(others.id)))).toEqual([403, documentMessages.othersDocument]);
    succeeded(await harness.call(rows.delete, about(id)));
    expect((await harness.call(rows.delete, about(id))).status).toBe(404);
    expect((await harness.call(rows.download, about(id))).status).toBe(404);
    expect(await stateOf(id)).toEqual([undefined, undefined]);
    succeeded(await harness.call(rows.restore, about(id)));
    expect(await stateOf(id)).toEqual(['ready', '']);
    expect(await errorsOf(harness.call(rows.restore, about(id)))).toEqual([409, documentMessages.notDeleted]);
  });

  it('requests a missing scan again, says that it takes long, and loses nothing', async () => {
    const of = await newCase();
    const { id } = await beginDocument(harness, tenant, of);
    const scan = harness.documents.handIn(tenant.id, id, examplePdf());
    succeeded(await harness.call(rows.complete, about(id)));
    const asked: string[] = [];
    const [table, { bucket }] = [harness.calmTable, harness.documents];
    const later = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);
    const sweep = (now: () => Date) =>
      sweepDocuments({
        ...{ table, bucket, now },
        askScan: async (key) => void asked.push(key),
        logger: { error: () => {} },
      })();
    const mine = () => asked.filter((key) => key.endsWith(id)).length;
    await sweep(later(1));
    expect(mine()).toBe(0);
    await sweep(later(11));
    await sweep(later(12));
    expect(mine()).toBe(1);
    await sweep(later(22));
    expect(mine()).toBe(2);
    const counted = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
    await sweep(later(45));
    expect(counted).not.toHaveBeenCalled();
    await sweep(later(70));
    expect(counted).toHaveBeenCalledWith(expect.stringContaining('"ScansOverdue":1'));
    vi.unstubAllEnvs();
    counted.mockRestore();
    harness.state.now = later(23);
    expect(await stateOf(id, of)).toEqual(['checking', documentMessages.heldLong]);
    harness.state.now = () => new Date();
    // A failed scan changes nothing.
    const failed = { ...scan, scanResultDetails: { scanResultStatus: 'FAILED' } };
    await settlerOf(harness)(failed);
    expect((await stateOf(id, of))[0]).toBe('checking');
    await settlerOf(harness)(scan);
    expect(await stateOf(id, of)).toEqual(['ready', '']);
    const due = await documentsDue(table, new Date('2100-01-01'), 1_000);
    expect(due.map((one) => one.id)).not.toContain(id);
    // A document deleted a month ago is removed, and so is an upload that never came.
    const begun = await beginDocument(harness, tenant, of);
    succeeded(await harness.call(rows.delete, about(id)));
    await sweep(later(60 * 24 * 29));
    expect((await harness.call(rows.restore, about(id))).status).toBe(200);
    succeeded(await harness.call(rows.delete, about(id)));
    await sweep(later(60 * 24 * 31));
    expect((await harness.call(rows.restore, about(id))).status).toBe(404);
    expect([...harness.documents.files.keys()].filter((key) => key.includes(id))).toEqual([]);
    expect(await stateOf(begun.id, of)).toEqual([undefined, undefined]);
  });

  it('keeps a document that is restored while the sweep is about to remove it', async () => {
    const of = await newCase();
    const { id } = await addDocument(harness, tenant, of);
    succeeded(await harness.call(rows.delete, about(id)));
    const key = keysOf(tenant.id).document(id);
    let reads = 0;
    const table = new Proxy(harness.calmTable, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (name !== 'get') return typeof member === 'function' ? member.bind(target) : member;
        return async (asked: Key) => {
          const item = await target.get(asked);
          if (asked.pk === key.pk && asked.sk === key.sk && reads++ === 0)
            succeeded(await harness.call(rows.restore, about(id)));
          return item;
        };
      },
    });
    await sweepDocuments({
      ...{ table, bucket: harness.documents.bucket, askScan: async () => {}, logger: { error: () => {} } },
      now: () => new Date(Date.now() + 31 * 86_400_000),
    })();
    expect(reads).toBe(2);
    expect(await stateOf(id, of)).toEqual(['ready', '']);
    expect([...harness.documents.files.keys()].filter((name) => name.includes(id))).toHaveLength(1);
  });

  it('creates one archive per case at a time', async () => {
    const of = await newCase();
    await addDocument(harness, tenant, of);
    const zip = async () => {
      const call = { as: tenant.profiles.super_admin, body: { case_id: of } };
      return succeeded(await harness.call(rows.zip, call)).body.id;
    };
    const zipAtOnce = async () => new Set(await Promise.all(Array.from({ length: 4 }, zip)));
    const [first, ...others] = await zipAtOnce();
    expect(others).toEqual([]);
    expect(await zip()).toBe(first);
    harness.state.now = () => new Date(Date.now() + 16 * 60_000);
    const next = await zipAtOnce();
    expect([next.size, next.has(first)]).toEqual([1, false]);
    harness.state.now = () => new Date();
  });

  it('processes due documents although others keep failing', async () => {
    const of = await newCase();
    const { id } = await beginDocument(harness, tenant, of);
    const [table, { bucket }] = [harness.calmTable, harness.documents];
    const keys = keysOf(randomUUID());
    const broken = Array.from({ length: 210 }, () => keys.document(randomUUID()));
    const due = (key: Key) => ({
      ...key,
      gsi1pk: sharedKeys.documentsDue,
      gsi1sk: `2020-01-01T00:00:00.000Z#${key.pk}`,
    });
    for (let at = 0; at < broken.length; at += 100)
      await table.transact(broken.slice(at, at + 100).map((key) => ({ put: due(key) })));
    const swept = await sweepDocuments({
      ...{ table, bucket, askScan: async () => {}, logger: { error: () => {} } },
      now: () => new Date(Date.now() + 48 * 3_600_000),
    })();
    for (let at = 0; at < broken.length; at += 100)
      await table.transact(broken.slice(at, at + 100).map((key) => ({ delete: key })));
    expect(swept.failed).toBe(210);
    expect(await stateOf(id, of)).toEqual([undefined, undefined]);
  });

  it('deletes the documents with their case', async () => {
    const of = await newCase();
    const { id } = await addDocument(harness, tenant, of);
    const documents = documentsOf(harness.calmTable, tenant.id);
    const late = { ...(await documents.require(id)), id: randomUUID() };
    const query = { force: 'true' };
    succeeded(await harness.call(areas.cases.delete, { as: tenant.profiles.super_admin, params: { id: of }, query }));
    const envelope = {
      ...{ id, organization_id: tenant.id, occurred_at: new Date().toISOString(), request_id: 'test' },
      payload: { case_id: of },
    };
    const worker = onCaseDeleted({
      ...{ table: harness.calmTable, bucket: harness.documents.bucket },
      now: () => new Date(),
    });
    await worker({ envelope });
    await worker({ envelope });
    expect([...harness.documents.files.keys()].filter((key) => key.includes(id))).toEqual([]);
    expect((await harness.call(rows.download, about(id))).status).toBe(404);
    // A caller that read the case earlier cannot add a document.
    await expect(harness.calmTable.transact(documents.create(late))).rejects.toMatchObject({ kind: 'notFound' });
  });
});
