import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';
import type { AuditEntry, AuditLogPage } from '#domain/shared/audit/audit-log.schema.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf } from '#tests/support/records/cases.ts';

const { harness, tenant } = await startHarnessWithTenant('quiet-harbor');

describe('GET /cases/{id}/audit_log', { timeout: 60_000 }, () => {
  const opened = async (): Promise<string> =>
    (await casesOf(harness, tenant).opened({ deceased_last_name: 'Pruitt' })).id;
  const record = async (action: AuditAction, id: string, count: number): Promise<void> => {
    const { audit } = harness.databaseOf(tenant.id);
    const writes = Array.from({ length: count }, (_, n) =>
      audit.entry(action, id, [{ field: 'place', from: null, to: n }]),
    );
    for (let at = 0; at < count; at += 100) await harness.table.transact(writes.slice(at, at + 100));
  };
  const read = async (id: string, query?: Record<string, string>) =>
    harness.call(caseEndpoints.auditLog, { as: tenant.profiles.coordinator, params: { id }, query });
  const page = async (id: string, query: Record<string, string>): Promise<AuditLogPage> =>
    JSON.parse((await read(id, query)).text);

  it('returns the newest 500 entries as an array, and all of them by page', async () => {
    const caseId = await opened();
    await record('case.updated', caseId, 620);
    const newest = JSON.parse((await read(caseId)).text);
    expect(newest).toHaveLength(500);

    const all: { id: string; action: string }[] = [];
    let pages = 0;
    for (let cursor: string | null | undefined; cursor !== null; pages++) {
      const answer = await page(caseId, { page_size: '100', ...(cursor ? { cursor } : {}) });
      all.push(...answer.results);
      cursor = answer.next_cursor;
    }
    expect(pages).toBe(7);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.slice(0, 500)).toEqual(newest);
    expect(all.map(({ action }) => action)).toContain('case.created');
    expect(all.filter(({ action }) => action === 'case.updated')).toHaveLength(620);
  });

  it('shortens pages of long entries to the size limit of Lambda', async () => {
    const caseId = await opened();
    const { audit } = harness.databaseOf(tenant.id);
    for (const [action, field] of [
      ['case.updated', 'notes.director_notes'],
      ['case.updated', 'place'],
    ] as const)
      for (let n = 0; n < 15; n++) {
        const changes = [
          { field: field === 'place' ? field : `${field}_${n}`, from: null, to: `${n} `.padEnd(300_000, 'x') },
        ];
        await harness.table.transact([audit.entry(action, caseId, changes)]);
      }
    const sixMegabytes = 6 * 1024 * 1024;
    const newest = await read(caseId);
    expect([newest.status, newest.text.length < sixMegabytes]).toEqual([200, true]);
    const isLong = ({ to }: { to?: unknown }): boolean => String(to).length === 300_000;
    const { length } = JSON.parse(newest.text).filter(({ changes }: AuditEntry) => changes.some(isLong));
    expect(length).toBe(13);

    const actions: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { text } = await read(caseId, { page_size: '100', ...(cursor ? { cursor } : {}) });
      expect(text.length).toBeLessThan(sixMegabytes);
      const { results, next_cursor }: AuditLogPage = JSON.parse(text);
      const long = results.flatMap(({ changes }) => changes).filter(isLong);
      actions.push(...long.map(({ field, to }) => `${field} ${String(to).slice(0, 2)}`));
      cursor = next_cursor;
    }
    expect([actions.length, new Set(actions).size]).toEqual([30, 30]);
  });

  it('does not merge entries of one person across those of another', async () => {
    const caseId = await opened();
    const { coordinator, funeral_director: director } = tenant.profiles;
    for (const [as, service_location] of [
      [coordinator, 'Chapel'],
      [director, 'Garden'],
      [coordinator, 'Shore'],
    ] as const) {
      const body = { sections: { service: { values: { service_location } } } };
      const { status, text } = await harness.call(caseEndpoints.update, { as, params: { id: caseId }, body });
      expect(status, text).toBe(200);
    }
    const { results } = await page(caseId, { page_size: '10', actor: coordinator.id, action: 'case.updated' });
    expect(results.map(({ changes }) => changes.map(({ from, to }) => [from, to]))).toEqual([
      [['Garden', 'Shore']],
      [[null, 'Chapel']],
    ]);
  });

  it('returns stable pages while entries are added, and ends with the first entry', async () => {
    const caseId = await opened();
    await record('case.updated', caseId, 19);
    const first = await page(caseId, { page_size: '10' });
    const before = await page(caseId, { page_size: '10', cursor: String(first.next_cursor) });
    expect([before.results.length, before.next_cursor]).toEqual([10, null]);
    await record('case.updated', caseId, 5);
    expect(await page(caseId, { page_size: '10', cursor: String(first.next_cursor) })).toEqual(before);
  });

  it('rejects an invalid cursor and a cursor of another record', async () => {
    const [one, other] = [await opened(), await opened()];
    await record('case.updated', other, 30);
    for (const cursor of ['x', Buffer.from('T#other#AUDIT').toString('base64url'), randomUUID()])
      expect((await read(one, { cursor })).status, cursor).toBe(400);
    const { next_cursor } = await page(other, { page_size: '10' });
    expect((await read(one, { page_size: '10', cursor: String(next_cursor) })).status).toBe(400);
    const { results } = await page(one, { page_size: '10' });
    const own = JSON.parse((await read(one)).text).map(({ id }: { id: string }) => id);
    for (const { id } of results) expect(own).toContain(id);
  });
});
