import { describe, expect, it } from 'vitest';
import { caseFields } from '#domain/cases/sections/case-sections.ts';
import { mergeEntryLists } from '#domain/shared/forms/entries-merge.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { feeSheetOf, type StatementPart } from '#domain/statements/fee-sheet.ts';
import { besideLines, keysOfFee, nameOfFee, partOfField, withDetail } from './fee-entries.ts';

describe('fee details', () => {
  it('keeps one entry per fee, and no empty ones', () => {
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

it('merges changes of different lines by two users', () => {
  const base = [{ id: 'a', name: 'Refrigeration', amount: '50.00' }];
  const merged = mergeEntryLists(
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
  expect(nameOfFee({ id: 'b' })).toBe('Unnamed line');
});

it('assigns every amount of sections A to D to its part', () => {
  const groups = { A: 'services', B: 'merchandise', C: 'special', D: 'advances' } as const;
  for (const { name, group } of caseFields.servicesFees.filter(
    (field) => 'group' in field && /^[A-D]\./.test(`${field.group}`),
  ) as {
    name: string;
    group: string;
  }[])
    expect([name, partOfField(name)]).toEqual([name, groups[group.charAt(0) as keyof typeof groups]]);
});

it('reads destination, purpose of advances, and copies without a price', () => {
  const values = {
    ...{ forwarding_remains_to: 'Oslo', receiving_remains_from: '', death_certificate_copies: 4 },
    cash_advance_items_description: 'As agreed',
  };
  const read = (part: StatementPart, own: Values) =>
    besideLines(part, own, feeSheetOf({ servicesFees: own }).lines[part]).map(({ name }) => name);
  expect(read('special', values)).toEqual(['forwarding_remains_to']);
  expect(read('special', { ...values, forwarding_remains_fee: '900.00' })).toEqual([]);
  expect(read('advances', values)).toEqual(['death_certificate_copies', 'cash_advance_items_description']);
  expect(read('advances', { death_certificate_fee_each: '21.00' })).toEqual(['death_certificate_fee_each']);
  expect(read('advances', { ...values, death_certificate_fee_each: '21.00' })).toEqual([
    'cash_advance_items_description',
  ]);
  expect(read('services', values)).toEqual([]);
});
