import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import { documentKey } from '#domain/operations/document-places.ts';
import type { DocumentBucket } from '#functions/adapters/document-bucket.ts';
import { keepMadeDocument } from '#functions/documents/shared/made-document.ts';
import { documentsOf } from '#functions/records/documents/documents.ts';
import { testKeyWrapper } from '#tests/support/engines/key-wrapper.ts';
import { type Harness, startHarness } from '#tests/support/harness.ts';
import { beginDocument, examplePdf } from '#tests/support/records/documents.ts';
import { openCase } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { settleScan } from './settle-scan.ts';

class Killed extends Error {}

describe('R-06 whoever acts on a scan', () => {
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

  /** Dies before or after the call of this number that would change something. */
  const dying = <T extends object>(whole: T, at: { left: number; after: boolean }): T =>
    new Proxy(whole, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        const bound = member.bind(target);
        if (!['copy', 'remove', 'transact', 'put'].includes(String(name))) return bound;
        return async (...given: unknown[]) => {
          const dies = at.left-- === 0;
          if (dies && !at.after) throw new Killed();
          const answer = await bound(...given);
          if (dies) throw new Killed();
          return answer;
        };
      },
    });

  const deeds = async (id: string) => {
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

  it.each([0, 1, 2].flatMap((step) => [false, true].map((after) => [step, after] as const)))(
    'may die at step %i (after it: %s): the message comes again, and everything is done once',
    async (step, after) => {
      const begun = await beginDocument(harness, tenant, case_id, { file_name: `Step ${step} ${after}.pdf` });
      const scan = harness.documents.handIn(tenant.id, begun.id, examplePdf());
      const at = { left: step, after };
      const dependencies = { keyWrapper: testKeyWrapper, now: () => new Date() };
      const dyingOnes = {
        table: dying(harness.calmTable, at),
        bucket: dying<DocumentBucket>(harness.documents.bucket, at),
      };
      await expect(settleScan({ ...dependencies, ...dyingOnes })(scan)).rejects.toThrow(Killed);
      const alive = settleScan({ ...dependencies, table: harness.calmTable, bucket: harness.documents.bucket });
      await alive(scan);
      await alive(scan);
      expect(await documentsOf(harness.calmTable, tenant.id).require(begun.id)).toMatchObject({ status: 'ready' });
      expect([...harness.documents.files.keys()].filter((key) => key.includes(begun.id))).toEqual([
        documentKey('clean', tenant.id, begun.id),
      ]);
      expect(await deeds(begun.file_name)).toEqual([1, 0]);
      expect((await deeds(begun.id))[1]).toBe(1);
    },
  );

  it('of a file that was sent anew meanwhile waits for the scan of that', async () => {
    const { id } = await beginDocument(harness, tenant, case_id);
    const first = harness.documents.handIn(tenant.id, id, examplePdf('One'));
    const second = harness.documents.handIn(tenant.id, id, examplePdf('Two'));
    const settle = settleScan({
      ...{ table: harness.calmTable, bucket: harness.documents.bucket },
      ...{ keyWrapper: testKeyWrapper, now: () => new Date() },
    });
    await settle(first);
    expect(await documentsOf(harness.calmTable, tenant.id).require(id)).toMatchObject({ status: 'uploading' });
    await settle(second);
    expect(Buffer.from(harness.documents.files.get(documentKey('clean', tenant.id, id))?.bytes ?? [])).toEqual(
      examplePdf('Two'),
    );
  });

  it('what the product made is kept once for one key, and a new key is a new version', async () => {
    const make = (key: string, at = { left: -1, after: false }) =>
      keepMadeDocument(
        {
          table: dying(harness.calmTable, at),
          bucket: dying<DocumentBucket>(harness.documents.bucket, at),
          keyWrapper: testKeyWrapper,
        },
        {
          ...{ organizationId: tenant.id, caseId: case_id, series: 'receipt 7', key, kind: 'receipt' },
          ...{ name: 'Receipt 7', type: 'application/pdf', bytes: new Uint8Array(examplePdf(key)) },
          trace: { actor: { id: null, name: 'System', role: null }, ip: null, requestId: 'test', now: new Date() },
        },
      );
    for (const after of [false, true])
      for (const left of [0, 1]) await expect(make(`${left} ${after}`, { left, after })).rejects.toThrow(Killed);
    const [one, again] = [await make('0 true'), await make('0 true')];
    expect([one.id, one.file_name, one.made]).toEqual([again.id, 'Receipt 7.pdf', true]);
    const next = await make('next');
    expect([next.series, next.revision > one.revision]).toEqual([one.series, true]);
    expect((await deeds(one.id))[1]).toBe(1);
  });
});
