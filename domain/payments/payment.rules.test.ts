import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDecimal } from '#domain/shared/values/money.ts';
import { isMaskedCheckNumber, maskCheckNumber } from './payment.fields.ts';
import {
  balanceOf,
  cleanPayment,
  isUnusuallyHigh,
  paymentErrors,
  receiptNumber,
  sentPayment,
  totalPaid,
  withRunningTotals,
} from './payment.rules.ts';

const today = '2026-03-04';
const whole = {
  amount: '250.00',
  payment_date: today,
  payment_method: 'cash',
  received_from: 'Dolores Whitfield',
  payment_for: 'Deposit',
};
const errors = (change: Record<string, unknown>) => paymentErrors({ ...whole, ...change }, { today });

describe('paymentErrors (D3 §5)', () => {
  it('accepts a complete payment', () => {
    expect(errors({})).toEqual({});
    expect(errors({ payment_method: 'check', check_number: 'A-1042 b' })).toEqual({});
    expect(errors({ payment_method: 'other', other_method_description: 'Money order' })).toEqual({});
    expect(errors({ amount: 1_000_000, payment_date: '2000-01-01', notes: 'n'.repeat(1000) })).toEqual({});
    expect(errors({ amount: '0.01', payment_date: '2026-04-03' })).toEqual({});
  });

  it.each([
    ['received_from', '', 'Received from is required'],
    ['received_from', 'x'.repeat(201), 'Name must be 200 characters or less'],
    ['payment_date', '', 'Payment date is required'],
    ['payment_date', '2026-04-04', 'Payment date cannot be more than 30 days in the future'],
    ['payment_date', '1999-12-31', 'Payment date must be after January 1, 2000'],
    ['payment_date', '2026-02-30', 'Payment date is not a valid date'],
    ['amount', '', 'Payment amount is required'],
    ['amount', 'ten', 'Payment amount must be a positive number'],
    ['amount', '-5', 'Payment amount must be a positive number'],
    ['amount', 0, 'Payment amount must be a positive number'],
    ['amount', '.', 'Payment amount must be a positive number'],
    ['amount', '10.005', 'Payment amount must be a positive number'],
    ['amount', 0.001, 'Payment amount must be at least $0.01'],
    ['amount', '1,000,000.01', 'Payment amount cannot exceed $1,000,000'],
    ['amount', 1e12, 'Payment amount cannot exceed $1,000,000'],
    ['payment_for', '', 'Payment description is required'],
    ['payment_for', 'x'.repeat(501), 'Description must be 500 characters or less'],
    ['payment_method', '', 'Payment method is required'],
    ['payment_method', 'bitcoin', 'Please select a valid payment method'],
    ['notes', 'x'.repeat(1001), 'Notes must be 1000 characters or less'],
  ])('answers %s %j with %s', (field, value, message) => {
    expect(errors({ [field]: value })).toEqual({ [field]: [message] });
  });

  it.each([
    ['', 'Check number is required for check payments'],
    ['1'.repeat(21), 'Check number must be 20 characters or less'],
    ['#12', 'Check number can only contain letters, numbers, hyphens, and spaces'],
    [' 1042', 'Check number cannot have leading or trailing spaces'],
    ['1042 ', 'Check number cannot have leading or trailing spaces'],
  ])('answers check number %j with %s', (check_number, message) => {
    expect(errors({ payment_method: 'check', check_number })).toEqual({ check_number: [message] });
  });

  it.each([
    ['', 'Description is required for other payment methods'],
    ['x'.repeat(101), 'Description must be 100 characters or less'],
  ])('answers description %j with %s', (other_method_description, message) => {
    expect(errors({ payment_method: 'other', other_method_description })).toEqual({
      other_method_description: [message],
    });
  });

  it('requires no check number if one is stored', () => {
    expect(paymentErrors({ ...whole, payment_method: 'check' }, { today, keepsCheckNumber: true })).toEqual({});
  });

  it('keeps the fields of the method and drops those of another method', () => {
    const both = { ...whole, check_number: '1042', other_method_description: 'Money order' };
    expect(cleanPayment(both, { today })).toEqual(whole);
    expect(cleanPayment({ ...both, payment_method: 'check' }, { today })).toMatchObject({ check_number: '1042' });
    expect(cleanPayment({ ...both, payment_method: 'check' }, { today })).not.toHaveProperty(
      'other_method_description',
    );
  });

  it('parses amounts and texts, and reads a masked check number as unchanged', () => {
    const sent = sentPayment({
      amount: '$1,250',
      received_from: '  José   Pérez ',
      notes: null,
      check_number: '****1042',
    });
    expect(sent).toEqual({ amount: '1250.00', received_from: 'José Pérez', notes: '' });
  });
});

describe('maskCheckNumber', () => {
  it.each([
    ['1', '****'],
    ['1042', '****42'],
    ['00012345', '****2345'],
  ])('shows %s as %s', (number, masked) => expect(maskCheckNumber(number)).toBe(masked));

  it('shows at most half of a check number, and recognizes its masks', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/), (number) => {
        const masked = maskCheckNumber(number);
        expect(masked.replaceAll('*', '').length).toBeLessThanOrEqual(number.length / 2);
        expect(isMaskedCheckNumber(masked)).toBe(true);
        expect(isMaskedCheckNumber(number)).toBe(false);
      }),
    );
  });
});

describe('balanceOf and isUnusuallyHigh', () => {
  it.each([
    [100_00, 0, { balance: 100_00, status: 'due' }],
    [100_00, 100_00, { balance: 0, status: 'paid-in-full' }],
    [100_00, 100_01, { balance: -1, status: 'overpayment' }],
    [0, 0, { balance: 0, status: 'paid-in-full' }],
    [0, 500_00, { balance: -500_00, status: 'deposit' }],
  ])('returns for contract %i and paid %i %j', (contract, paid, expected) =>
    expect(balanceOf(contract, paid)).toEqual(expected),
  );

  it('asks to confirm more than 1.5 times the contract total', () => {
    expect(isUnusuallyHigh(100_00, 50_00, 100_00)).toBe(false);
    expect(isUnusuallyHigh(100_00, 50_00, 100_01)).toBe(true);
    expect(isUnusuallyHigh(0, 0, 1_000_000_00)).toBe(false);
  });

  it('adds running totals in order of days, whatever the order of entry', () => {
    const entry = fc.record({
      id: fc.uuid(),
      payment_date: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03'),
      created_at: fc.constantFrom('2026-03-04T08:00:00.000Z', '2026-03-04T09:00:00.000Z'),
      amount_cents: fc.integer({ min: -100_000_00, max: 100_000_00 }),
      status: fc.constantFrom('recorded' as const, 'voided' as const),
    });
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ id }) => id }), (entries) => {
        const ledger = withRunningTotals(entries);
        expect(ledger.at(-1)?.paid ?? 0).toBe(totalPaid(entries));
        expect(ledger).toEqual(withRunningTotals(entries.toReversed()));
        expect(ledger.map(({ payment_date }) => payment_date)).toEqual(
          entries.map(({ payment_date }) => payment_date).sort(),
        );
        for (const [at, { amount_cents, status, paid }] of ledger.entries())
          expect(toDecimal(paid - (ledger[at - 1]?.paid ?? 0))).toBe(toDecimal(status === 'voided' ? 0 : amount_cents));
      }),
    );
  });
});

it.each([
  ['WA', 'WA-R-2026-0007'],
  ['', 'R-2026-0007'],
])('numbers receipts by home and year: %j', (prefix, expected) =>
  expect(receiptNumber(prefix, 2026, 7)).toBe(expected),
);
