import { describe, expect, it } from 'vitest';
import { assertPattern, type EventPattern, matchesPattern } from './event-pattern.ts';

const envelope = {
  source: 'stillwater.intake',
  'detail-type': 'intake.submitted',
  detail: { organizationId: 'org-1', home: { slug: 'northside-chapel', tags: ['a', 'b'] }, copies: 3, note: null },
};

describe('event patterns', () => {
  it.each<[string, EventPattern, boolean]>([
    ['no condition', {}, true],
    ['an exact value', { source: ['x', 'stillwater.intake'] }, true],
    ['no such value', { source: ['stillwater'] }, false],
    ['all fields at once', { source: ['stillwater.intake'], 'detail-type': ['case.created'] }, false],
    ['a prefix', { 'detail-type': [{ prefix: 'intake.' }] }, true],
    ['a nested value', { detail: { home: { slug: ['northside-chapel'] } } }, true],
    ['any element of an array', { detail: { home: { tags: ['b'] } } }, true],
    ['an inherited name', { detail: { constructor: [{ exists: true }] } }, false],
  ])('match %s', (_name, pattern, expected) => {
    assertPattern(pattern);
    expect(matchesPattern(pattern, envelope)).toBe(expected);
  });

  it('are refused when this bus would not understand them', () => {
    const numeric = { detail: { copies: [{ numeric: ['>', 1] }] } } as unknown as EventPattern;
    expect(() => assertPattern(numeric)).toThrow('not one this bus knows');
  });
});
