import { describe, expect, it } from 'vitest';
import type { FeeLine } from '#domain/statements/fee-sheet.ts';
import { type CountedCase, contributionsOfCase, salesCategory } from './contributions-of-case.ts';

const caseRecord = (changes: Partial<CountedCase> = {}): CountedCase => ({
  ...{ id: 'case-1', case_number: 'WA-2026-0001', funeral_home_id: 'home-1', status: 'active' },
  ...{ opened_on: '2026-03-02', created_by_id: 'dee', created_by_name: 'Dee Kowalski' },
  ...{ paid_cents: 0, assignments: [], sections: {}, received_on: [] },
  ...changes,
});
const addOf = (one: CountedCase, group: string) =>
  contributionsOfCase(one).find((contribution) => contribution.group === group)?.add ?? {};

describe('contributionsOfCase', () => {
  it('counts a case under its opener or no one, so that staff add up to all', () => {
    for (const group of ['opened', 'open']) {
      expect(addOf(caseRecord(), group)).toMatchObject({ n: 1, 'staff.dee': 1 });
      expect(addOf(caseRecord({ created_by_id: null }), group)).toMatchObject({ n: 1, 'staff.none': 1 });
    }
  });

  it('names sold items by the price list, whatever the line says', () => {
    const price = (item: string) => ({ price_list: 'general', price_list_version: 'v', price_list_item: item });
    const servicesFees = {
      casket_fee: '2500.00',
      fee_details: [{ fee: 'casket_fee', description: 'Solid poplar, satin finish', ...price('poplar') }],
      fee_lines: [
        {
          id: '1',
          kind: 'package',
          name: 'Chapel package',
          description: 'Hearse and flowers',
          amount: '10',
          ...price('p'),
        },
      ],
    };
    const sections = { financial: { contract_total: '2510.00' }, servicesFees };
    expect(contributionsOfCase(caseRecord({ sections })).find(({ group }) => group === 'sale')?.names).toEqual({
      'cents.item.poplar': 'Solid poplar, satin finish',
      'cents.item.p': 'Chapel package',
    });
  });

  it('counts one record of a sold item, however many lines there are', () => {
    const line = (id: string, amount: string) => ({ id, kind: 'service', name: 'Doves', amount });
    const servicesFees = { fee_lines: [line('1', '10.00'), line('2', '5.50')], hearse_fee: '400.00' };
    const sections = { financial: { contract_total: '415.50' }, servicesFees };
    expect(addOf(caseRecord({ sections }), 'sale')).toEqual({
      ...{ 'cents.part.services': 1550, 'n.part.services': 1 },
      ...{ 'cents.fee.hearse_fee': 40_000, 'n.fee.hearse_fee': 1 },
    });
  });
});

it("an item's name is cut without splitting a surrogate pair", () => {
  const line = { key: 'line.1', name: `${'n'.repeat(79)}\u{1F56F}`, description: '', price: { item: 'i' } };
  expect(salesCategory(line as FeeLine, 'merchandise')).toEqual({ key: 'item.i', name: 'n'.repeat(79) });
});
