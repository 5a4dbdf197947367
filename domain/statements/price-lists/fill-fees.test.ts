import { expect, it } from 'vitest';
import { applyPriceItems, type ChosenItem } from './fill-fees.ts';

const chosen = (fills: string, changes: Partial<ChosenItem> = {}): ChosenItem => ({
  ...{
    list: 'general',
    version: 'v1',
    item: `item-${fills}`,
    description: `About ${fills}`,
    fills,
    includes: '',
    cents: 375_00,
  },
  ...changes,
});
let ids = 0;
const fill = (values: Parameters<typeof applyPriceItems>[0], ...items: ChosenItem[]) =>
  applyPriceItems(values, items, () => `line-${++ids}`);
const price = (item: string) => ({ price_list: 'general', price_list_version: 'v1', price_list_item: item });

it('fills a fee with price, version and item, and keeps its other details', () => {
  const values = {
    hearse_fee: '300.00',
    fee_details: [
      { fee: 'hearse_fee', payee: 'Hill Livery', description: 'Old' },
      { fee: 'clergy_fee', payee: 'St. Cyprian' },
    ],
  };
  expect(fill(values, chosen('hearse_fee'))).toEqual({
    hearse_fee: '375.00',
    fee_details: [
      { fee: 'clergy_fee', payee: 'St. Cyprian' },
      { fee: 'hearse_fee', payee: 'Hill Livery', description: 'About hearse_fee', ...price('item-hearse_fee') },
    ],
    ...{ fee_lines: [], cash_advances: [] },
  });
});

it('adds a custom line for a second item of a fee, and for items without a fee', () => {
  ids = 0;
  const second = chosen('casket_fee', { item: 'second', description: 'Fiberboard container', cents: 160_00 });
  const filled = fill(
    { fee_lines: [{ id: 'kept' }] },
    ...[chosen('casket_fee'), second, chosen('package_line'), chosen('service_line'), chosen('cash_advance_line')],
  );
  expect(filled).toMatchObject({
    casket_fee: '375.00',
    fee_lines: [
      { id: 'kept' },
      { id: 'line-1', kind: 'merchandise', name: 'Casket: Fiberboard container', amount: '160.00', ...price('second') },
      { id: 'line-2', kind: 'package' },
      { id: 'line-3', kind: 'service' },
    ],
    cash_advances: [{ id: 'line-4', name: 'About cash_advance_line', amount: '375.00' }],
  });
});

it('replaces the contents of a line, apart from its description', () => {
  const former = { fee_details: [{ fee: 'direct_cremation_fee', includes: 'Old', payee: 'Kept' }] };
  const includes = 'Transfer, hearse';
  const both = ['direct_cremation_fee', 'package_line'].map((fills) => chosen(fills, { includes }));
  expect(fill(former, ...both)).toMatchObject({
    fee_details: [{ description: 'About direct_cremation_fee', includes, payee: 'Kept' }],
    fee_lines: [{ kind: 'package', name: 'About package_line', includes }],
  });
  expect(fill(former, chosen('direct_cremation_fee'))).not.toHaveProperty('fee_details.0.includes', 'Old');
});

it('counts an item chosen again at its price', () => {
  ids = 0;
  const [limousine, chair] = [chosen('limousine_fee'), chosen('service_line')];
  const twice = fill({}, limousine, chair, limousine, chair);
  expect(twice).toMatchObject({
    limousine_fee: '750.00',
    fee_details: [{ fee: 'limousine_fee', quantity: 2 }],
    fee_lines: [{ id: 'line-1', amount: '750.00', quantity: 2 }],
  });
  expect(fill(twice, limousine)).toMatchObject({ limousine_fee: '1125.00', fee_details: [{ quantity: 3 }] });
  const typedOver = fill({ ...twice, limousine_fee: '700.00' }, limousine);
  expect(typedOver).toMatchObject({ limousine_fee: '375.00' });
  expect(JSON.stringify(typedOver.fee_details)).not.toContain('quantity');
});

it('counts one certificate if no quantity is set', () => {
  expect(fill({}, chosen('death_certificate_fee_each'))).toMatchObject({ death_certificate_copies: '1' });
  expect(fill({ death_certificate_copies: '8' }, chosen('death_certificate_fee_each'))).not.toHaveProperty(
    'death_certificate_copies',
  );
});
