import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#domain/shared/audit/audit-log.schema.ts';
import { AuditGrouping } from './audit-grouping.ts';

const entry = (minute: number, changes: AuditEntry['changes'], more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ id: `e${minute}`, at: `2026-03-10T10:${String(minute).padStart(2, '0')}:00.000Z`, action: 'case.updated' },
  ...{ actor_id: 'ann', actor_name: 'Ann', actor_role: 'coordinator', changes, ip: null, request_id: `r${minute}` },
  ...more,
});
const typed = (from: unknown, to: unknown, field = 'service.service_location') => [{ field, from, to }];
const auditLog = (...entries: AuditEntry[]) => {
  const grouping = new AuditGrouping();
  for (const one of entries.toReversed()) grouping.add(one);
  return grouping.entries.map(({ at, changes, saves }) => [
    at.slice(14, 16),
    saves ?? 1,
    ...changes.map(({ from, to }) => [from, to]),
  ]);
};

describe('AuditGrouping', () => {
  it("merges one person's saves of a section within five minutes into one entry", () => {
    expect(
      auditLog(entry(0, typed(null, 'Ch')), entry(1, typed('Ch', 'Chap')), entry(2, typed('Chap', 'Chapel'))),
    ).toEqual([['02', 3, [null, 'Chapel']]]);
  });

  it('starts a new entry after five minutes and for another person, section or action', () => {
    expect(auditLog(entry(0, typed(null, 'a')), entry(6, typed('a', 'b')))).toHaveLength(2);
    const bob = entry(1, typed('a', 'b'), { actor_id: 'bob' });
    expect(auditLog(entry(0, typed(null, 'a')), bob, entry(2, typed('b', 'c')))).toHaveLength(3);
    const other = entry(1, typed(null, 'x', 'notes.director_notes'));
    expect(auditLog(entry(0, typed(null, 'a')), other, entry(2, typed('a', 'b')))).toEqual([
      ['02', 2, [null, 'b']],
      ['01', 1, [null, 'x']],
    ]);
    const completed = entry(1, typed('active', 'completed', 'status'), { action: 'case.completed' });
    expect(auditLog(entry(0, typed(null, 'a')), completed, entry(2, typed('a', 'b')))).toHaveLength(3);
  });

  it("does not merge across another person's entry that the filter leaves out", () => {
    const [first, bob, back] = [
      entry(0, typed('x', '1')),
      entry(1, typed('1', '2'), { actor_id: 'bob' }),
      entry(2, typed('2', 'x')),
    ];
    const grouping = new AuditGrouping();
    grouping.add(back);
    grouping.passOver(bob);
    grouping.add(first);
    expect(grouping.entries).toEqual([back, first]);
  });

  it('computes the size of its entries with one more, merged or not', () => {
    const grouping = new AuditGrouping();
    const all = [
      ...[entry(5, typed('b', 'Café')), entry(4, typed(null, 'x', 'notes.director_notes')), entry(3, typed('a', 'b'))],
      ...[entry(2, typed('Café', 'a')), entry(1, typed('active', 'draft', 'status'), { action: 'case.reopened' })],
    ];
    for (const one of all) {
      const bytes = grouping.bytesWith(one);
      grouping.add(one);
      const { entries } = grouping;
      expect(bytes).toBe(entries.reduce((sum, entry) => sum + Buffer.byteLength(JSON.stringify(entry)), 0));
    }
  });

  it('omits a change that was undone, but not that a secured number was written', () => {
    expect(auditLog(entry(0, typed('a', 'b')), entry(1, typed('b', 'a')))).toEqual([]);
    const ssn = typed(null, null, 'deceased.social_security_number');
    expect(auditLog(entry(0, ssn), entry(1, ssn))).toEqual([['01', 2, [null, null]]]);
  });
});
