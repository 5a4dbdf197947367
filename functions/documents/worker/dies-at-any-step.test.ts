import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generationTimeoutMinutes, uploadHours } from '#domain/documents/document.rules.ts';
import { documentMessages } from '#domain/documents/document-messages.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { documentsOf } from '#functions/documents/repository/documents.ts';
import { madeDocumentId, storeGeneratedDocument } from '#functions/documents/shared/start-upload.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import { testKeyWrapper } from '#tests/support/engines/key-wrapper.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { beginDocument, examplePdf } from '#tests/support/records/documents.ts';
import { openCase, succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { long } from '#tests/support/test-length.ts';
import { applyScanResult } from './apply-scan-result.ts';
import { onCaseDeleted, sweepDocuments } from './sweep-documents.ts';

class Killed extends Error {}

/** Runs an action before or after this change, instead of a crash or with one after the change. */
interface Moment {
  left: number;
  after: boolean;
  happens?: () => Promise<void>;
  dies?: boolean;
}

describe('R-06 workers of scans', () => {
  let harness: Harness;
  let tenant: Tenant;
  let case_id: string;
  beforeAll(async () => {
    harness = await startHarness();
    tenant = await harness.addTenant('whitcomb-ames');
    ({ caseId: case_id } = await openCase(harness, tenant));
  });
  afterAll(async () => {
    expect(await harness.recount()).toEqual([]);
    await harness.close();
  });

  /** Crashes or runs the action before or after the call with this number that would change something. */
  const dying = <T extends object>(whole: T, at: Moment): T =>
    new Proxy(whole, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        const bound = member.bind(target);
        if (!['copy', 'remove', 'transact', 'put'].includes(String(name))) return bound;
        return async (...given: unknown[]) => {
          const comes = at.left-- === 0;
          const { happens, dies = happens === undefined } = at;
          if (comes && !at.after) await happens?.();
          if (comes && !at.after && !happens) throw new Killed();
          const answer = await bound(...given);
          if (comes && at.after) await happens?.();
          if (comes && dies) throw new Killed();
          return answer;
        };
      },
    });

  const steps = (count: number) =>
    Array.from({ length: count }).flatMap((_, step) => [false, true].map((after) => [step, after] as const));
  const deletions = steps(3).flatMap(([step, after]) =>
    (long ? [false, true] : [step % 2 === 0]).map((dies) => [step, after, dies] as const),
  );
  const settlerOver = (at: Moment = { left: -1, after: false }) =>
    applyScanResult({
      table: dying(harness.calmTable, at),
      bucket: dying<DocumentBucket>(harness.documents.bucket, at),
      ...{ keyWrapper: testKeyWrapper, now: () => new Date() },
    });
  const deleteCase = async (id: string, bucket: DocumentBucket = harness.documents.bucket): Promise<void> => {
    const options = { as: tenant.profiles.super_admin, params: { id }, query: { force: 'true' } };
    succeeded(await harness.call(areas.cases.delete, options));
    const eventFields = { id, organization_id: tenant.id, occurred_at: new Date().toISOString(), request_id: 'test' };
    const worker = onCaseDeleted({ table: harness.calmTable, bucket, now: () => new Date() });
    await worker({ envelope: { ...eventFields, payload: { case_id: id } } });
  };
  const filesOf = (id: string): string[] => [...harness.documents.files.keys()].filter((key) => key.includes(id));
  const forgotten = async (id: string): Promise<string[]> =>
    (await documentsOf(harness.calmTable, tenant.id).find(id)) ? [] : filesOf(id);
  const sweepIn = (minutes: number) =>
    sweepDocuments({
      ...{ table: harness.calmTable, bucket: harness.documents.bucket, askScan: async () => {} },
      ...{ now: () => new Date(Date.now() + minutes * 60_000), logger: { error: () => {} } },
    })();

  const actions = async (id: string) => {
    const options = { as: tenant.profiles.super_admin, params: { id: case_id } };
    const log = (await harness.call(areas.cases.auditLog, options)).body as unknown as {
      action: string;
      changes: object;
    }[];
    const items = await harness.items();
    const events = items.flatMap(({ stream, events: some }) =>
      stream === 'outbox' ? (some as { name: string; payload: { document_id?: string } }[]) : [],
    );
    return [
      log.filter(({ action, changes }) => action === 'document.added' && JSON.stringify(changes).includes(id)).length,
      events.filter(({ name, payload }) => name === 'document.added' && payload.document_id === id).length,
    ];
  };

  it.each(steps(3))('applies a scan once after a crash at step %i (after it: %s)', async (step, after) => {
    const begun = await beginDocument(harness, tenant, case_id, { file_name: `Step ${step} ${after}.pdf` });
    const scan = harness.documents.handIn(tenant.id, begun.id, examplePdf());
    await expect(settlerOver({ left: step, after })(scan)).rejects.toThrow(Killed);
    const alive = settlerOver();
    await alive(scan);
    await alive(scan);
    expect(await documentsOf(harness.calmTable, tenant.id).require(begun.id)).toMatchObject({ status: 'ready' });
    expect([...harness.documents.files.keys()].filter((key) => key.includes(begun.id))).toEqual([
      documentKey('clean', tenant.id, begun.id),
    ]);
    expect(await actions(begun.file_name)).toEqual([1, 0]);
    expect((await actions(begun.id))[1]).toBe(1);
  });

  it('waits for the scan of the new file when a file was replaced', async () => {
    const { id } = await beginDocument(harness, tenant, case_id);
    const first = harness.documents.handIn(tenant.id, id, examplePdf('One'));
    const second = harness.documents.handIn(tenant.id, id, examplePdf('Two'));
    const settle = settlerOver();
    await settle(first);
    expect(await documentsOf(harness.calmTable, tenant.id).require(id)).toMatchObject({ status: 'uploading' });
    await settle(second);
    expect(Buffer.from(harness.documents.files.get(documentKey('clean', tenant.id, id))?.bytes ?? [])).toEqual(
      examplePdf('Two'),
    );
  });

  it.each(deletions)(
    'S-40 leaves no file when the case is deleted at step %i (after: %s, crash: %s)',
    async (step, after, dies) => {
      const { caseId } = await openCase(harness, tenant);
      const { id } = await beginDocument(harness, tenant, caseId);
      const scan = harness.documents.handIn(tenant.id, id, examplePdf());
      await settlerOver({ left: step, after, dies, happens: () => deleteCase(caseId) })(scan).catch(() => {});
      await settlerOver()(scan);
      expect(filesOf(id)).toEqual([]);
      expect(await documentsOf(harness.calmTable, tenant.id).find(id)).toBeUndefined();
    },
  );

  it('S-40 leaves no copy that was running when its case was deleted, even in a crash', async () => {
    for (const dies of [false, true]) {
      const { caseId } = await openCase(harness, tenant);
      const { id } = await beginDocument(harness, tenant, caseId);
      const scan = harness.documents.handIn(tenant.id, id, examplePdf());
      const { bucket, files } = harness.documents;
      const copy: DocumentBucket['copy'] = async (from, _etag, to) => {
        const kept = files.get(from);
        await deleteCase(caseId);
        if (kept) files.set(to, kept);
        if (dies) throw new Killed();
        return true;
      };
      const slow = { table: harness.calmTable, bucket: { ...bucket, copy } };
      const settled = applyScanResult({ ...slow, keyWrapper: testKeyWrapper, now: () => new Date() })(scan);
      await (dies ? expect(settled).rejects.toThrow(Killed) : settled);
      if (dies) await settlerOver()(scan);
      expect(filesOf(id)).toEqual([]);
    }
  });

  it('S-40 repeats a removal that missed a copy of the file', async () => {
    const { caseId } = await openCase(harness, tenant);
    const { id } = await beginDocument(harness, tenant, caseId);
    const scan = harness.documents.handIn(tenant.id, id, examplePdf());
    const { bucket, files } = harness.documents;
    const handedIn = files.get(scan.s3ObjectDetails.objectKey);
    let settled = false;
    const remove = async (key: string): Promise<void> => {
      await bucket.remove(key);
      if (settled || key !== documentKey('clean', tenant.id, id) || !handedIn) return;
      settled = true;
      files.set(scan.s3ObjectDetails.objectKey, handedIn);
      await settlerOver()(scan);
    };
    await deleteCase(caseId, { ...bucket, remove });
    expect(settled).toBe(true);
    expect(filesOf(id)).toEqual([]);
  });

  const maker = (caseId: string, key: string, at: Moment = { left: -1, after: false }) =>
    storeGeneratedDocument(
      {
        table: dying(harness.calmTable, at),
        bucket: dying<DocumentBucket>(harness.documents.bucket, at),
        keyWrapper: testKeyWrapper,
      },
      {
        ...{ organizationId: tenant.id, caseId, series: 'receipt 7', key, kind: 'receipt' },
        ...{ name: 'Receipt 7', type: 'application/pdf', bytes: new Uint8Array(examplePdf(key)) },
        trace: { actor: { id: null, name: 'System', role: null }, ip: null, requestId: 'test', now: new Date() },
      },
    );

  it('stores a generated document once per key, and a new key as a version', async () => {
    const make = (key: string, at?: Moment) => maker(case_id, key, at);
    const deaths = steps(3).map(([left, after]) => ({ left, after, key: `${left} ${after}` }));
    const ids: string[] = [];
    for (const { key, ...at } of deaths) {
      await expect(make(key, at)).rejects.toThrow(Killed);
      const [one, again] = [await make(key), await make(key)];
      expect([one.id, one.file_name, one.made, one.status]).toEqual([again.id, 'Receipt 7.pdf', true, 'ready']);
      expect(filesOf(one.id)).toEqual([documentKey('clean', tenant.id, one.id)]);
      expect((await actions(one.id))[1]).toBe(1);
      ids.push(one.id);
    }
    const documents = documentsOf(harness.calmTable, tenant.id);
    const kept = await Promise.all(ids.map((id) => documents.require(id)));
    expect(kept.map(({ revision }) => revision)).toEqual(deaths.map((_, n) => n + 1));
    expect(new Set(kept.map(({ series }) => series)).size).toBe(1);
    expect(kept.map(({ due_at }) => due_at)).toEqual(deaths.map(() => null));
  });

  it.each(deletions)(
    'S-40 leaves no generated file of a deleted case, step %i (after: %s, crash: %s)',
    async (step, after, dies) => {
      const { caseId } = await openCase(harness, tenant);
      const key = `${step} ${after} ${dies}`;
      const id = madeDocumentId({ organizationId: tenant.id, caseId, series: 'receipt 7', key });
      await maker(caseId, key, { left: step, after, dies, happens: () => deleteCase(caseId) }).catch(() => {});
      expect(await forgotten(id)).toEqual([]);
      // The message is delivered again.
      await expect(maker(caseId, key)).rejects.toMatchObject({ kind: 'notFound' });
      expect(await forgotten(id)).toEqual([]);
      await sweepIn(generationTimeoutMinutes + 1);
      expect(filesOf(id)).toEqual([]);
      expect(await documentsOf(harness.calmTable, tenant.id).find(id)).toBeUndefined();
    },
  );

  it('rejects uploads to a generated document, and removes one that never ends', async () => {
    await expect(maker(case_id, 'never', { left: 1, after: false })).rejects.toThrow(Killed);
    const id = madeDocumentId({ organizationId: tenant.id, caseId: case_id, series: 'receipt 7', key: 'never' });
    const form = await harness.call(areas.documents.uploadForm, { as: tenant.profiles.super_admin, params: { id } });
    expect([form.status, form.body.detail]).toEqual([409, documentMessages.notUploading]);
    // A new attempt gets the full time.
    await expect(maker(case_id, 'never', { left: 1, after: false })).rejects.toThrow(Killed);
    expect((await documentsOf(harness.calmTable, tenant.id).require(id)).version).toBe(2);
    await sweepIn(uploadHours * 60 + 1);
    expect(await documentsOf(harness.calmTable, tenant.id).find(id)).toBeUndefined();
    expect(await maker(case_id, 'never')).toMatchObject({ id, status: 'ready' });
  });
});
