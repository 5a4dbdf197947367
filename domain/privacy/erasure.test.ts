import { describe, expect, it } from 'vitest';
import { erasureBlockedReason } from './erasure.ts';

const now = new Date('2026-06-01T12:00:00Z');
const at = (action: string, day: string) => ({ action, at: `${day}T09:00:00.000Z` });

describe('S-40 erasureBlockedReason', () => {
  it.each([
    ['a record that nobody knows', { isThere: false, history: [] }, 'No history'],
    [
      'a record that is there',
      { isThere: true, history: [at('customer.created', '2020-01-01')] },
      'Delete the record first',
    ],
    [
      'an arrangement of half a year ago',
      { isThere: false, history: [at('case.activated', '2025-12-01')] },
      '2026-12-02',
    ],
    [
      'an old arrangement that was completed lately',
      { isThere: false, history: [at('case.activated', '2024-01-01'), at('case.completed', '2026-05-01')] },
      '16 CFR 453.6',
    ],
    [
      'what was brought in lately, and may be an arrangement of the system before',
      { isThere: false, history: [at('case.brought_in', '2026-05-01')] },
      '2027-05-02',
    ],
  ])('blocks the erasure of %s', (_, remembered, reason) => {
    expect(erasureBlockedReason(remembered, now)).toContain(reason);
  });

  it.each([
    ['a person who was deleted', [at('customer.created', '2026-05-01'), at('customer.deleted', '2026-05-02')]],
    ['a draft that never became an arrangement', [at('case.created', '2026-05-01'), at('case.deleted', '2026-05-02')]],
    ['an arrangement of more than a year ago', [at('case.completed', '2025-05-30')]],
  ])('allows the erasure of %s', (_, history) => {
    expect(erasureBlockedReason({ isThere: false, history }, now)).toBeUndefined();
  });
});
