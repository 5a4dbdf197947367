import { describe, expect, it } from 'vitest';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Item, Query, Table } from '#functions/platform/store/table.ts';
import { auditLog, auditWrite } from './audit-log.ts';

const keys = keysOf('organization');
const record = { kind: 'CASE', id: 'a' } as const;
const carried = { seal: async (position: string) => position, open: async (cursor: string) => cursor };

/** A log with this many entries of a size, newest first. */
const trailOf = (count: number, size: number): Table => {
  const actor = { id: null, name: 'System', role: null } as const;
  const items = Array.from({ length: count }, (_, n) => {
    const trace = { actor, ip: null, requestId: 'r', now: new Date(Date.UTC(2026, 0, 1) - n * 1000) };
    const write = auditWrite(keys, trace, 'case.updated', 'a', [{ field: 'notes', from: null, to: 'x'.repeat(size) }]);
    return 'put' in write ? write.put : [];
  }).flat() as Item[];
  const query = async ({ between, limit }: Query) =>
    items.filter(({ sk }) => !between || sk <= between[1]).slice(0, limit);
  return { query } as unknown as Table;
};
const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const sixMegabytes = 6 * 1024 * 1024;

describe('audit log with long entries', () => {
  it("returns the newest entries within Lambda's response limit", async () => {
    const answer = await auditLog(trailOf(500, 100_000), keys, record, {}, carried);
    expect(bytes(answer)).toBeLessThan(sixMegabytes);
    expect(Array.isArray(answer) && answer.length).toBe(41);
    expect(await auditLog(trailOf(500, 100), keys, record, {}, carried)).toHaveLength(500);
  });

  it('pages through all entries in short pages', async () => {
    const table = trailOf(110, 300_000);
    const seen: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages++) {
      const answer = await auditLog(table, keys, record, { page_size: '100', cursor }, carried);
      if (Array.isArray(answer)) throw new Error('no page');
      expect(bytes(answer)).toBeLessThan(sixMegabytes);
      seen.push(...answer.results.map(({ id }) => id));
      cursor = answer.next_cursor ?? undefined;
    }
    expect(new Set(seen).size).toBe(110);
    expect(seen).toHaveLength(110);
  });
});
