import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#domain/shared/audit/audit-log.schema.ts';
import { AuditGrouping } from './audit-grouping.ts';

const entry = (minute: number, changes: AuditEntry['changes'], more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ id: `e${minute}`, at: `2026-03-10T10:${String(minute).padStart(2, '0')}:00.000Z`, action: 'case.updated' },
  ...{ actor_id: 'ann', actor_name: 'Ann', actor_role: 'coordinator', changes, ip: null, request_id: `r${minute}` },
  ...more,
});
const typed = (from: unknown, to: unknown, field = 'service.service_location') => [{ field, from, to }];
/** Oldest first, as they happened. */
const told = (...entries: AuditEntry[]) => {
  const grouping = new AuditGrouping();
  for (const one of entries.toReversed()) grouping.add(one);
  return grouping.entries.map(({ at, changes, saves }) => [
    at.slice(14, 16),
    saves ?? 1,
    ...changes.map(({ from, to }) => [from, to]),
  ]);
};

describe('the trail of a case as it is read', () => {
  it('tells what one person typed into a section within minutes as one entry, from the first to the last', () => {
    expect(told(entry(0, typed(null, 'Ch')), entry(1, typed('Ch', 'Chap')), entry(2, typed('Chap', 'Chapel')))).toEqual(
      [['02', 3, [null, 'Chapel']]],
    );
  });

  it('begins anew after five minutes, for another person, in another section, and after another deed', () => {
    expect(told(entry(0, typed(null, 'a')), entry(6, typed('a', 'b')))).toHaveLength(2);
    const bob = entry(1, typed('a', 'b'), { actor_id: 'bob' });
    expect(told(entry(0, typed(null, 'a')), bob, entry(2, typed('b', 'c')))).toHaveLength(3);
    const other = entry(1, typed(null, 'x', 'notes.director_notes'));
    expect(told(entry(0, typed(null, 'a')), other, entry(2, typed('a', 'b')))).toEqual([
      ['02', 2, [null, 'b']],
      ['01', 1, [null, 'x']],
    ]);
    const completed = entry(1, typed('active', 'completed', 'status'), { action: 'case.completed' });
    expect(told(entry(0, typed(null, 'a')), completed, entry(2, typed('a', 'b')))).toHaveLength(3);
  });

  it('joins nothing over what somebody who is not asked about wrote in between', () => {
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

  it('knows how many bytes its entries are with one more, joined or not', () => {
    const grouping = new AuditGrouping();
    const all = [
      ...[entry(5, typed('b', 'Café')), entry(4, typed(null, 'x', 'notes.director_notes')), entry(3, typed('a', 'b'))],
      ...[entry(2, typed('Café', 'a')), entry(1, typed('active', 'draft', 'status'), { action: 'case.reopened' })],
    ];
    for (const one of all) {
      const bytes = grouping.bytesWith(one);
      grouping.add(one);
      const { entries } = grouping;
      expect(bytes).toBe(entries.reduce((sum, told) => sum + Buffer.byteLength(JSON.stringify(told)), 0));
    }
  });

  it('does not tell what was typed and taken back, but that a number was written', () => {
    expect(told(entry(0, typed('a', 'b')), entry(1, typed('b', 'a')))).toEqual([]);
    const ssn = typed(null, null, 'deceased.social_security_number');
    expect(told(entry(0, ssn), entry(1, ssn))).toEqual([['01', 2, [null, null]]]);
  });
});
