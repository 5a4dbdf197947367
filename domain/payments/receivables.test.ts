import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateFields } from '#domain/shared/forms/validate.ts';
import { addDays, addMonths } from '#domain/shared/values/calendar-date.ts';
import { assignmentFields, assignmentRules, isMaskedPolicyNumber, maskPolicyNumber } from './assignment.fields.ts';
import {
  assignmentStatuses,
  type ExpectedFromInsurer,
  equalInstallments,
  followingPayment,
  installmentStatus,
  installmentsOf,
  isOpen,
  nextDue,
  paidByFamily,
  receivedAfter,
  settledBy,
  splitBalance,
} from './receivables.ts';

const assignment = (changes: Partial<ExpectedFromInsurer> = {}): ExpectedFromInsurer => ({
  ...{ id: 'a', status: 'assigned', amount_cents: 500_00, received_cents: 0, expected_on: null },
  ...changes,
});

describe('splitBalance', () => {
  it('splits the balance into the insurer’s open assignment and the family’s rest', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000_00 });
    const one = fc.record({
      id: fc.uuid(),
      status: fc.constantFrom(...assignmentStatuses),
      amount_cents: cents,
      received_cents: cents,
      expected_on: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(one), cents, cents, (assignments, contract, paid) => {
        const { insurer, family } = splitBalance({ assignments }, contract, paid);
        expect(insurer + family).toBe(contract - paid);
        let expected = 0;
        for (const { status, amount_cents, received_cents } of assignments)
          if (isOpen(status) && received_cents < amount_cents) expected += amount_cents - received_cents;
        expect(insurer).toBe(expected);
      }),
    );
  });

  it('excludes payments of insurers from the family’s', () => {
    const assignments = [assignment({ status: 'paid', received_cents: 450_00 }), assignment()];
    expect(paidByFamily({ assignments }, 700_00)).toBe(250_00);
  });
});

describe('settledBy', () => {
  const paid = (left_cents: number, payment_id = 'p') => ({ payment_id, left_cents });
  const open = { ...assignment(), payment_id: null };

  it.each(['assigned', 'verified', 'denied'] as const)(
    'restores the status %s after its payment is voided',
    (status) => {
      const whole = settledBy({ ...open, status }, [paid(500_00)]);
      expect(whole).toMatchObject({ status: 'paid', received_cents: 500_00, payment_id: 'p' });
      expect(followingPayment(whole, paid(499_99))).toMatchObject({ status, received_cents: 499_99 });
      expect(followingPayment(whole, paid(0))).toMatchObject({ status, received_cents: 0, payment_id: null });
      expect(followingPayment(whole, paid(0, 'another'))).toBeUndefined();
    },
  );

  it('keeps an insurer’s payment after a refund to the family, not after a void or return', () => {
    const payment = { id: 'p', kind: 'payment', status: 'recorded', amount_cents: 500_00, refund_of: null } as const;
    const back = { ...payment, id: 'b', refund_of: 'p', amount_cents: -500_00 };
    expect(receivedAfter({ ...back, kind: 'refund' })).toBeUndefined();
    expect(receivedAfter({ ...back, kind: 'refund', status: 'voided' })).toBeUndefined();
    expect(receivedAfter({ ...payment, status: 'voided' })).toEqual(paid(0));
    expect(receivedAfter({ ...back, kind: 'reversal' })).toEqual(paid(0));
    expect(receivedAfter({ ...back, kind: 'reversal', status: 'voided' })).toEqual(paid(500_00));
  });

  it('sets an assignment stored with one payment to verified after its void', () => {
    const stored = { ...open, status: 'paid' as const, payment_id: 'p', received_cents: 500_00 };
    expect(followingPayment(stored, paid(0))).toMatchObject({ status: 'verified', received_cents: 0 });
  });
});

describe('installments', () => {
  const plan = {
    paid_before_cents: 100_00,
    instalments: [
      { due_on: '2026-03-01', amount_cents: 200_00 },
      { due_on: '2026-04-01', amount_cents: 200_00 },
      { due_on: '2026-05-01', amount_cents: 50_00 },
    ],
  };

  it.each([
    [0, [0, 0, 0]],
    [100_00, [0, 0, 0]],
    [150_00, [50_00, 0, 0]],
    [350_00, [200_00, 50_00, 0]],
    [900_00, [200_00, 200_00, 50_00]],
  ])('distributes %i cents paid by the family as %j', (paid, expected) =>
    expect(installmentsOf(plan, paid).map(({ paid_cents }) => paid_cents)).toEqual(expected),
  );

  it.each([
    ['2026-02-20', ['open', 'open', 'open']],
    ['2026-02-22', ['due_soon', 'open', 'open']],
    ['2026-03-01', ['due_soon', 'open', 'open']],
    ['2026-03-02', ['overdue', 'open', 'open']],
  ])('returns the statuses %s on %j', (today, expected) =>
    expect(installmentsOf(plan, 0).map((one) => installmentStatus(one, today, addDays))).toEqual(expected),
  );

  it('shows a late installment as paid once it is paid', () =>
    expect(installmentsOf(plan, 300_00).map((one) => installmentStatus(one, '2027-01-01', addDays))).toEqual([
      ...['paid', 'overdue', 'overdue'],
    ]));

  it('splits a total into equal monthly installments without losing a cent', () => {
    const made = equalInstallments(1000_00, 3, '2026-01-31', addMonths);
    expect(made).toEqual([
      { due_on: '2026-01-31', amount_cents: 333_34 },
      { due_on: '2026-02-28', amount_cents: 333_33 },
      { due_on: '2026-03-31', amount_cents: 333_33 },
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 60 }), (total, count) => {
        let sum = 0;
        for (const { amount_cents } of equalInstallments(total, count, '2026-01-31', addMonths)) sum += amount_cents;
        expect(sum).toBe(total);
      }),
    );
  });

  it('returns the earliest due: the rest of an installment, or an insurer’s payment', () => {
    const insured = assignment({ expected_on: '2026-03-15' });
    expect(nextDue({ assignments: [insured], plan }, 150_00)).toEqual({
      due_on: '2026-03-01',
      amount_cents: 150_00,
      owed_by: 'family',
    });
    expect(nextDue({ assignments: [insured], plan }, 350_00)).toMatchObject({
      due_on: '2026-03-15',
      owed_by: 'insurer',
    });
    expect(nextDue({ assignments: [{ ...insured, status: 'denied' }], plan }, 550_00)).toBeUndefined();
    expect(nextDue({ assignments: [assignment()], plan: null }, 0)).toBeUndefined();
  });
});

it.each([
  ['POL-2231-9087', '****9087'],
  ['12345', '****'],
])('shows only the end of a long policy number: %s', (number, masked) => {
  expect(maskPolicyNumber(number)).toBe(masked);
  expect([isMaskedPolicyNumber(masked), isMaskedPolicyNumber(number)]).toEqual([true, false]);
});

it('rejects an insurer’s payment expected in more than ten years', () => {
  const errorsOf = (expected_on: string) =>
    validateFields(
      assignmentRules,
      assignmentFields,
      { company: 'Prairie Life', policy_number: 'PL-1', amount: '100.00', expected_on },
      { today: '2026-11-29' },
    );
  expect(errorsOf('9999-12-31')).toEqual({
    expected_on: ['Expected payment date cannot be more than 10 years in the future'],
  });
  expect(errorsOf('2036-11-29')).toEqual({});
});
