import { describe, expect, it } from 'vitest';
import { caseFields } from '#domain/cases/sections/case-sections.ts';
import { mergedEntries } from '#domain/forms/entries-merge.ts';
import { keysOfFee, nameOfFee, partOfField, withDetail } from './fee-entries.ts';

describe('the details of the fees', () => {
  it('are one entry per fee, and none that says nothing', () => {
    const oak = withDetail([], 'casket_fee', { description: 'Oak' });
    expect(oak).toEqual([{ fee: 'casket_fee', description: 'Oak' }]);
    const both = withDetail(oak, 'clergy_fee', { is_estimate: true });
    expect(withDetail(both, 'casket_fee', { description: 'Pine' })).toEqual([
      { fee: 'clergy_fee', is_estimate: true },
      { fee: 'casket_fee', description: 'Pine' },
    ]);
    expect(withDetail(both, 'clergy_fee', { is_estimate: false })).toEqual(oak);
  });
});

it('two people who write different lines need not choose', () => {
  const base = [{ id: 'a', name: 'Refrigeration', amount: '50.00' }];
  const merged = mergedEntries(
    {
      base,
      mine: [{ id: 'a', name: 'Refrigeration', amount: '60.00' }],
      theirs: [...base, { id: 'b', name: 'Escort' }],
    },
    keysOfFee,
  );
  expect(merged).toEqual([
    { id: 'a', name: 'Refrigeration', amount: '60.00' },
    { id: 'b', name: 'Escort' },
  ]);
  expect(nameOfFee({ fee: 'clergy_fee' })).toBe('Clergy');
  expect(nameOfFee({ id: 'b' })).toBe('A line without a name');
});

it('every amount of the sections A to D is edited in its part', () => {
  const groups = { A: 'services', B: 'merchandise', C: 'special', D: 'advances' } as const;
  for (const { name, group } of caseFields.servicesFees.filter(
    (field) => 'group' in field && /^[A-D]\./.test(`${field.group}`),
  ) as {
    name: string;
    group: string;
  }[])
    expect([name, partOfField(name)]).toEqual([name, groups[group.charAt(0) as keyof typeof groups]]);
});
