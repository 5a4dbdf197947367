import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRate, toDecimal } from '#domain/shared/values/money.ts';
import { totalsOf } from './checked-statement.ts';
import { documentedFees } from './fee-names.ts';
import { feeSheetOf, maxLineCents } from './fee-sheet.ts';

const totals = (servicesFees: object, burialFees: object = {}) =>
  totalsOf(feeSheetOf({ servicesFees, burialFees } as never));
const amounts = fc.integer({ min: 0, max: 50_000_00 });
const feesOf = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, amounts])), { requiredKeys: [] }) as fc.Arbitrary<
    Record<string, number>
  >;
const onWire = (fees: Record<string, number>) =>
  Object.fromEntries(Object.entries(fees).map(([name, cents]) => [name, toDecimal(cents)]));
/** An independent sum in BigInt over the names written here. */
const sum = (fees: Record<string, number>): bigint =>
  Object.values(fees).reduce((total, one) => total + BigInt(one), 0n);

const services =
  'basic_services_fee embalming_fee other_preparation_fee viewing_visitation_fee funeral_ceremony_fee memorial_service_fee graveside_service_fee church_service_fee transfer_remains_fee hearse_fee limousine_fee sedan_fee utility_vehicle_fee'.split(
    ' ',
  );
const merchandise =
  'casket_fee outer_burial_container_fee acknowledgement_cards_fee register_book_fee memory_folders_fee cremation_urn_fee clothing_fee'.split(
    ' ',
  );
const special = 'forwarding_remains_fee receiving_remains_fee immediate_burial_fee direct_cremation_fee'.split(' ');
const advances = 'clergy_fee musician_fee newspaper_notices_fee cemetery_cash_advance_fee'.split(' ');
const burial =
  'space_fee mausoleum_fee vault_fee vault_upgrade_fee open_closing_fee saturday_fee additional_fees'.split(' ');

describe('totalsOf', () => {
  it('counts the documented fees: 13, 7, 4, 5, and 7 of the burial', () => {
    expect(documentedFees).toEqual({
      ...{ services, merchandise, special, burial },
      advances: ['death_certificate_fee_each', ...advances],
    });
  });

  it('R-29 returns the documented sums of any documented fees (D3 §9)', () => {
    const sheet = fc.record({
      a: feesOf(services),
      b: feesOf(merchandise),
      c: feesOf(special),
      d: feesOf(advances),
      each: amounts,
      copies: fc.integer({ min: 0, max: 99 }),
      tax: amounts,
    });
    fc.assert(
      fc.property(sheet, ({ a, b, c, d, each, copies, tax }) => {
        const found = totals({
          ...onWire({ ...a, ...b, ...c, ...d, death_certificate_fee_each: each, sales_tax: tax }),
          death_certificate_copies: copies,
        });
        const charges = sum(a) + sum(b) + sum(c);
        const paidOn = sum(d) + BigInt(each) * BigInt(copies);
        expect(BigInt(found.homeCharges)).toBe(charges);
        expect(BigInt(found.parts.advances)).toBe(paidOn);
        expect(BigInt(found.complete)).toBe(charges + BigInt(tax) + paidOn);
      }),
    );
  });

  it('R-29 adds custom lines and billed burial fees, and subtracts discounts', () => {
    const line = fc.record({
      id: fc.uuid(),
      kind: fc.constantFrom('service', 'merchandise', 'package', 'discount'),
      name: fc.constantFrom('Refrigeration', 'Pine box', 'Package', ''),
      cents: amounts,
    });
    const handling = fc.constantFrom('billed', 'cemetery', undefined);
    fc.assert(
      fc.property(
        ...[
          fc.array(line, { maxLength: 12 }),
          fc.array(line, { maxLength: 6 }),
          feesOf(burial),
          handling,
          feesOf(services),
        ],
        (lines, paidOn, fees, burial_fees_handling, own) => {
          const wire = (list: typeof lines) =>
            list.map(({ cents, ...rest }) => ({ ...rest, amount: toDecimal(cents) }));
          const found = totals(
            { ...onWire(own), fee_lines: wire(lines), cash_advances: wire(paidOn).map(({ kind: _, ...rest }) => rest) },
            { ...onWire(fees), burial_fees_handling },
          );
          let charges = sum(own) + (burial_fees_handling === 'billed' ? sum(fees) : 0n);
          for (const { kind, cents } of lines) charges += kind === 'discount' ? -BigInt(cents) : BigInt(cents);
          const advanced = paidOn.reduce((total, { cents }) => total + BigInt(cents), 0n);
          expect(BigInt(found.homeCharges)).toBe(charges);
          expect(BigInt(found.parts.burial)).toBe(sum(fees));
          expect(BigInt(found.complete)).toBe(charges + advanced);
        },
      ),
    );
  });

  it('returns whole cents for malformed and for the largest amounts', () => {
    expect(totals({ casket_fee: 'abc', hearse_fee: '-5', embalming_fee: null }).complete).toBe(0);
    const most = { death_certificate_fee_each: toDecimal(maxLineCents), death_certificate_copies: 9999 };
    expect(totals(most).complete).toBe(maxLineCents);
    expect(totals({ fee_lines: 'x', cash_advances: [null, 3] }).complete).toBe(0);
  });

  it('calculates the share of a rate exactly, half a cent up', () => {
    expect(applyRate(10_10, 6_500)).toBe(66);
    expect(applyRate(20, 2_500)).toBe(1);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxLineCents }), fc.integer({ min: 0, max: 100_000 }), (base, rate) => {
        const tax = BigInt(applyRate(base, rate)) * 100_000n;
        const exact = BigInt(base) * BigInt(rate);
        expect(tax - exact).toBeLessThanOrEqual(50_000n);
        expect(exact - tax).toBeLessThan(50_000n);
      }),
    );
  });

  it('takes percentages of A, B, C and packages, never more than is left', () => {
    const discount = (id: string, percent: unknown) => ({ id, kind: 'discount', name: 'Church', percent, amount: '1' });
    const at = (casket_fee: string, ...fee_lines: object[]) => {
      const fees = { casket_fee, embalming_fee: '845.55', clergy_fee: '300', sales_tax: '50', fee_lines };
      const burialFees = { space_fee: '900', burial_fees_handling: 'billed' };
      return feeSheetOf({ servicesFees: fees, burialFees } as never).lines.adjustments;
    };
    const shown = (lines: ReturnType<typeof at>) => lines.map(({ label, amount }) => [label, amount]);
    const parcel = { id: 'p', kind: 'package', name: 'Simple', amount: '1000' };
    expect(shown(at('2000', discount('d', 10), parcel))).toEqual([
      ['Church, 10% of $3,845.55', -384_56],
      ['Simple', 1000_00],
    ]);
    expect(shown(at('3000', discount('d', '12.5')))).toEqual([['Church, 12.5% of $3,845.55', -480_69]]);
    const dollars = { id: 'x', kind: 'discount', name: 'Clergy', amount: '2000' };
    expect(shown(at('2000', discount('d', 60), discount('e', 60), dollars))).toEqual([
      ['Church', -845_55],
      ['Church', 0],
      ['Clergy', -2000_00],
    ]);
    expect(shown(at('2000', discount('d', 101), discount('e', 'x')))).toEqual([
      ['Church', -1_00],
      ['Church', -1_00],
    ]);
  });

  it.each([
    [590_00, 2, 'Limousine, 2 × $295.00'],
    [591_01, 2, 'Limousine, 2, together $591.01'],
    [295_00, 1, 'Limousine'],
    [295_00, 'many', 'Limousine'],
    [295_00, 1000, 'Limousine'],
  ])('reads %i cents and %s as a quantity of %s', (cents, quantity, label) => {
    const limousine_fee = toDecimal(cents);
    const sheet = feeSheetOf({ servicesFees: { limousine_fee, fee_details: [{ fee: 'limousine_fee', quantity }] } });
    expect(sheet.lines.services).toMatchObject([{ label, amount: cents }]);
    const own = { id: '1', kind: 'service', name: 'Limousine', amount: limousine_fee, quantity };
    expect(feeSheetOf({ servicesFees: { fee_lines: [own] } }).lines.services).toMatchObject([{ label, amount: cents }]);
  });

  it('labels lines as printed on the Statement', () => {
    const { lines } = feeSheetOf({
      servicesFees: {
        forwarding_remains_fee: '900.00',
        forwarding_remains_to: 'Lafayette, LA',
        death_certificate_fee_each: '10.00',
        death_certificate_copies: 8,
        clergy_fee: '300.00',
        fee_details: [{ fee: 'clergy_fee', payee: 'Venerable Thích Minh Tâm', is_estimate: true }],
        fee_lines: [
          { id: '1', kind: 'merchandise', name: 'Flag case', description: 'Given by the family' },
          { id: '2' },
        ],
      },
    });
    expect(lines.special[0]?.label).toBe('Forwarding of remains to Lafayette, LA');
    expect(lines.advances).toMatchObject([
      { label: 'Death certificates, 8 × $10.00', amount: 80_00 },
      { label: 'Clergy', payee: 'Venerable Thích Minh Tâm', isEstimate: true },
    ]);
    expect(lines.merchandise).toMatchObject([{ key: 'line.1', label: 'Flag case', amount: 0 }]);
  });
});
