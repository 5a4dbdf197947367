import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NewPriceList, PriceListPatch } from './price-list.schema.ts';
import { disclosuresOf } from './price-list-disclosures.ts';
import {
  differencesBetween,
  effectiveVersion,
  inOrder,
  notListed,
  type PricedItem,
  priceListMessages,
  publishBlockers,
  statusOn,
} from './price-list-rules.ts';

const version = (
  id: string,
  effective_from: string | null,
  published_at: string | null = `${effective_from}T08:00Z`,
) => ({ id, kind: 'general' as const, effective_from, published_at: effective_from && published_at });
const item = (code: string, changes: Partial<PricedItem> = {}): PricedItem => ({
  id: code,
  code,
  description: `Item ${code}`,
  includes: '',
  fills: 'hearse_fee',
  price_cents: 100_00,
  price_to_cents: null,
  ...changes,
});

describe('effectiveVersion', () => {
  const versions = [version('a', '2026-01-01'), version('b', '2026-03-01'), version('draft', null)];

  it.each([
    ['2025-12-31', undefined],
    ['2026-01-01', 'a'],
    ['2026-02-28', 'a'],
    ['2026-03-01', 'b'],
    ['2030-01-01', 'b'],
  ])('on %s: %s', (day, id) => expect(effectiveVersion(versions, 'general', day)?.id).toBe(id));

  it('compares versions of the same kind only', () =>
    expect(effectiveVersion(versions, 'casket', '2026-03-01')).toBeUndefined());

  it('returns the later published of two versions with the same date', () => {
    const typo = version('typo', '2026-03-01', '2026-02-20T08:00Z');
    const corrected = version('mended', '2026-03-01', '2026-02-20T09:00Z');
    expect(effectiveVersion([corrected, typo], 'general', '2026-03-01')?.id).toBe('mended');
    expect(statusOn(typo, [corrected, typo], '2026-02-25')).toBe('past');
    expect(statusOn(corrected, [corrected, typo], '2026-02-25')).toBe('scheduled');
  });

  it('statusOn returns draft, scheduled, in force or past', () => {
    const on = (day: string) => versions.map((one) => statusOn(one, versions, day));
    expect(on('2025-12-31')).toEqual(['scheduled', 'scheduled', 'draft']);
    expect(on('2026-02-01')).toEqual(['in_force', 'scheduled', 'draft']);
    expect(on('2026-03-01')).toEqual(['past', 'in_force', 'draft']);
  });

  it('returns at most one version per day, which later publications never change', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-05-${String(n).padStart(2, '0')}`);
    const made = fc.uniqueArray(fc.record({ id: fc.uuid(), day, at: day }), { selector: ({ id }) => id });
    fc.assert(
      fc.property(made, day, day, (all, later, asked) => {
        const before = all.map(({ id, day: from, at }) => version(id, from, at));
        const inForce = before.filter((one) => statusOn(one, before, asked) === 'in_force');
        expect(inForce.map(({ id }) => id)).toEqual([effectiveVersion(before, 'general', asked)?.id ?? []].flat());
        const next = [...before, version('later', later, '2027-01-01T00:00Z')];
        if (asked < later)
          expect(effectiveVersion(next, 'general', asked)).toEqual(effectiveVersion(before, 'general', asked));
      }),
    );
  });

  it('sorts versions for the screen', () => expect(inOrder(versions).map(({ id }) => id)).toEqual(['draft', 'b', 'a']));
});

describe('publishBlockers', () => {
  const home = { address: '12 Cordova Street', phone: '9045550110' };
  const general = (...items: PricedItem[]) => ({ kind: 'general' as const, containers: '', items });

  it('rejects a list without items, and a general list without address and phone', () => {
    expect(publishBlockers({ kind: 'casket', containers: '', items: [] }, { address: '', phone: '' })).toEqual([
      priceListMessages.noItems,
    ]);
    expect(publishBlockers(general(item('H')), { ...home, phone: '' })).toEqual([priceListMessages.noAddress]);
    expect(publishBlockers(general(item('H')), home)).toEqual([]);
  });

  it('requires containers and contents for a direct cremation', () => {
    const cremation = item('DC', { fills: 'direct_cremation_fee' });
    expect(publishBlockers(general(cremation), home)).toEqual([
      priceListMessages.noContainers,
      'Describe what DC includes (16 CFR 453.2(b)(4)(ii)).',
    ]);
    const whole = { ...general({ ...cremation, includes: 'Transfer, shelter' }), containers: 'fiberboard boxes' };
    expect(publishBlockers(whole, home)).toEqual([]);
    expect(disclosuresOf(whole).find(({ id }) => id === 'alternative-container')).toMatchObject({
      beside: 'direct_cremation_fee',
      text: expect.stringContaining('The containers we provide are fiberboard boxes.'),
    });
  });

  it.each([
    ['general', [], ['choice']],
    ['general', ['basic_services_fee', 'embalming_fee'], ['choice', 'basic-services', 'embalming']],
    ['general', ['outer_burial_container_fee'], ['choice', 'container-not-required']],
    ['casket', ['casket_fee'], []],
    ['outer_burial_container', ['outer_burial_container_fee'], ['container-not-required']],
  ] as const)('returns for %s with %j: %j', (kind, fees, expected) => {
    const items = fees.map((fee) => item(fee, { fills: fee }));
    expect(disclosuresOf({ kind, containers: '', items }).map(({ id }) => id)).toEqual(expected);
  });

  it('requires a range on the general list to name the list with prices', () => {
    const range = item('C', { fills: 'casket_fee', price_to_cents: 900_00 });
    expect(disclosuresOf(general(range)).at(-1)).toMatchObject({
      text: 'A complete price list will be provided at the funeral home.',
    });
  });

  it('names the items that the rule requires and the list does not have', () => {
    expect(notListed(general(item('H')))).toHaveLength(15);
    expect(notListed(general(item('H')))).not.toContain('Hearse');
    expect(notListed({ kind: 'casket', items: [] })).toEqual([]);
  });
});

it('compares versions by items, whatever their codes', () => {
  const before = [item('A'), item('B'), item('C'), item('D')];
  const next = [item('A'), item('B2', { id: 'B' }), item('C', { id: 'new', price_cents: 120_00 }), item('E')];
  expect(
    differencesBetween(before, next).map(({ change, before: was, next: is }) => [change, was?.code, is?.code]),
  ).toEqual([
    ['changed', 'B', 'B2'],
    ['changed', 'C', 'C'],
    ['added', undefined, 'E'],
    ['removed', 'D', undefined],
  ]);
});

describe('price list input', () => {
  const sent = (...items: object[]) => PriceListPatch.safeParse({ items }).error?.issues.map(({ message }) => message);
  const whole = { code: 'H', description: 'Hearse', fills: 'hearse_fee', price: '375' };

  it.each([
    [whole, undefined],
    [{ ...whole, price_to: '400.00' }, undefined],
    [{ ...whole, price: '-1' }, ['A price is from $0.00 to $1,000,000']],
    [{ ...whole, price: 0.001 }, ['A valid number is required.', 'A price is from $0.00 to $1,000,000']],
    [{ ...whole, price_to: '375.00' }, ['“To” must be higher than the price']],
    [{ ...whole, fills: 'sales_tax' }, ['Choose a Statement line']],
    [{ ...whole, code: ' ' }, ['Code is required']],
  ])('answers %j with %j', (one, expected) => expect(sent(one)).toEqual(expected));

  it('rejects repeated codes, ignoring case and spaces', () =>
    expect(sent(whole, { ...whole, code: 'h' })).toEqual(['Another item has this code']));

  it('accepts the three kinds of lists', () =>
    expect(NewPriceList.safeParse({ kind: 'urns' }).error?.issues[0]?.message).toBe('Choose a price list'));
});
