import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planLedgerPostings } from '#domain/quickbooks/postings.ts';
import { toQuickBooksPayment, toQuickBooksRefund } from '#domain/quickbooks/quickbooks-documents.ts';
import { denialReason } from '#domain/registry/policies.ts';
import { toCents } from '#domain/shared/values/money.ts';
import { long } from '#tests/support/test-length.ts';
import {
  correctionError,
  ledgerEffect,
  type RuledEntry,
  refundOffered,
  returnBarred,
  returnError,
} from './ledger.rules.ts';
import { balanceOf, totalPaid } from './payment.rules.ts';
import {
  type AssignmentStatus,
  followingPayment,
  type InsurerPayment,
  receivedAfter,
  settledBy,
  splitBalance,
} from './receivables.ts';

const day = (n: number): string => `2026-03-0${n}`;
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
const director = { id: 'd', role: 'funeral_director', homeId: 'h' } as const;

const step = fc.record({
  do: fc.constantFrom('pay', 'pay', 'refund', 'refund', 'return', 'correct', 'void'),
  ...{
    which: fc.nat({ max: 5 }),
    amount: fc.option(fc.integer({ min: 1, max: 400 })),
    on: fc.integer({ min: 1, max: 4 }),
  },
  isInsurers: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** The product's side: entries, total received, and an insurance assignment of $5.00. */
const newLedger = () => ({
  ...{ entries: [] as RuledEntry[], paid: 0 },
  assignment: {
    ...{ id: 'a', amount_cents: 500, received_cents: 0, expected_on: null, payment_id: null as string | null },
    ...{ status: 'assigned' as AssignmentStatus, payments: [] as InsurerPayment[] },
  },
});
type Ledger = ReturnType<typeof newLedger>;

/** Applies a step under the product's rules, as its handlers do; returns whether it was accepted. */
const take = (ledger: Ledger, { do: what, which, amount, on, isInsurers }: Step, contract: number): boolean => {
  const { entries } = ledger;
  const write = (before: RuledEntry | undefined, next: RuledEntry): true => {
    const origin = entries.find(({ id }) => id === next.refund_of);
    const effect = ledgerEffect(before, next, origin);
    ledger.paid += effect.paid;
    for (const one of [next, effect.origin]) if (one) entries[Number(one.id)] = one;
    const payment = effect.paid === 0 ? undefined : receivedAfter(next);
    if (payment) ledger.assignment = followingPayment(ledger.assignment, payment) ?? ledger.assignment;
    return true;
  };
  const add = (kind: RuledEntry['kind'], amount_cents: number, refund_of: string | null): true =>
    write(undefined, {
      ...{ id: String(entries.length), kind, status: 'recorded', payment_date: day(on), amount_cents },
      ...{ returned_cents: 0, refund_of },
    });
  if (what === 'pay') {
    const payment = { payment_id: String(entries.length), left_cents: amount ?? 100 };
    add('payment', payment.left_cents, null);
    if (isInsurers && ledger.assignment.status !== 'paid')
      ledger.assignment = settledBy(ledger.assignment, [...ledger.assignment.payments, payment]);
    return true;
  }
  const of = entries[which % entries.length];
  if (!of) return false;
  const action = ({ refund: 'return', return: 'return', correct: 'correct', void: 'void' } as const)[what];
  if (denialReason(director, `payment:${action ?? 'void'}`, { ...of, ...{ hasReturns: of.returned_cents > 0 } }))
    return false;
  if (what === 'void') return write(of, { ...of, status: 'voided' });
  if (what === 'correct') {
    const wanted = { amount_cents: amount ?? of.amount_cents, payment_date: day(on) };
    return !correctionError(of, wanted, entries) && write(of, { ...of, ...wanted });
  }
  const kind = what === 'refund' ? 'refund' : 'reversal';
  const offered = refundOffered(of, balanceOf(contract, ledger.paid).balance);
  const amount_cents = kind === 'reversal' ? of.amount_cents : (amount ?? offered);
  const error = returnBarred(kind, of, entries) ?? returnError(kind, of, { amount_cents, payment_date: day(on) });
  return !error && add(kind, -amount_cents, of.id);
};

/** The same on a bookkeeper's sheet without those rules: a line per entry, with the line that it returns. */
interface Line {
  kind: 'payment' | 'refund' | 'returned';
  amount: number;
  on: number;
  of: Line | null;
  isVoid: boolean;
  isInsurers: boolean;
}
class Sheet {
  lines: Line[] = [];
  backOf = (of: Line): Line[] => this.lines.filter((one) => one.of === of && !one.isVoid);
  isReturned = (of: Line): boolean => this.backOf(of).some(({ kind }) => kind === 'returned');
  refunded = (of: Line): number => sum(this.backOf(of).map(({ kind, amount }) => (kind === 'refund' ? amount : 0)));
  kept = (of: Line): number => (of.isVoid || this.isReturned(of) ? 0 : of.amount - this.refunded(of));
  insurers = (): number =>
    sum(this.lines.filter((one) => one.isInsurers && !one.isVoid && !this.isReturned(one)).map(({ amount }) => amount));
  owed = (contract: number): number => {
    const recorded = this.lines.filter(({ isVoid }) => !isVoid);
    const received = sum(recorded.map(({ kind, amount }) => (kind === 'payment' ? amount : 0)));
    return contract - received + sum(recorded.map(({ kind, amount }) => (kind === 'payment' ? 0 : amount)));
  };
  take({ do: what, which, amount, on, isInsurers }: Step, contract: number): boolean {
    const add = (kind: Line['kind'], cents: number, of: Line | null, isTheirs = false): true =>
      Boolean(this.lines.push({ kind, amount: cents, on, of, isVoid: false, isInsurers: isTheirs })) as true;
    if (what === 'pay') return add('payment', amount ?? 100, null, isInsurers && this.insurers() < 500);
    const of = this.lines[which % this.lines.length];
    if (!of || of.isVoid) return false;
    if (what === 'void') return this.backOf(of).length === 0 && Boolean(Object.assign(of, { isVoid: true }));
    if (of.kind !== 'payment') return false;
    if (what === 'correct') {
      const next = amount ?? of.amount;
      const fits = next === of.amount || (!this.isReturned(of) && next >= this.refunded(of));
      if (!fits || (on > of.on && this.backOf(of).some((back) => back.on < on))) return false;
      return Boolean(Object.assign(of, { amount: next, on }));
    }
    if (this.isReturned(of) || on < of.on) return false;
    if (what === 'return') return add('returned', of.amount, of);
    const over = -this.owed(contract);
    const refund = amount ?? (over > 0 ? Math.min(over, this.kept(of)) : this.kept(of));
    return refund > 0 && refund <= this.kept(of) && add('refund', refund, of);
  }
}

const refs = {
  ...{ customer: '1', deposit: '2', receivable: '3', refund: '4', homeClass: null },
  methods: { cash: '1', check: '2', insurance: '3', other: '4' },
};
/** Returns the customer's balance and the open invoice in QuickBooks after everything was sent. */
const books = (entries: readonly RuledEntry[], invoiced: number) => {
  const details = { payment_method: 'cash' as const, other_method_description: '', payment_for: '', received_from: '' };
  const booked = entries.map((one) => ({
    ...one,
    ...details,
    receipt_number: one.id,
    isVoided: one.status === 'voided',
  }));
  const plan = planLedgerPostings(booked, invoiced);
  let [owed, open] = [invoiced, invoiced];
  for (const { entry, applied } of plan.payments) {
    const { TotalAmt, Line: paid } = toQuickBooksPayment(entry, refs, { invoice: '9', applied });
    // A payment voided in QuickBooks has no amount left.
    const total = entry.isVoided ? 0 : toCents(TotalAmt);
    const pays = sum(paid.map(({ Amount }) => toCents(Amount)));
    expect(pays).toBeLessThanOrEqual(total);
    [owed, open] = [owed - total, open - pays];
  }
  for (const entry of plan.refunds)
    owed += sum(toQuickBooksRefund(entry, refs, entry.isVoided).Line.map(({ Amount }) => toCents(Amount)));
  return { owed, open };
};

it(
  'owes contract less received plus returned after any changes, as QuickBooks does',
  () => {
    const seen = new Set<string>();
    const steps = fc.array(step, { minLength: 2, maxLength: 16, size: 'max' });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 }), steps, (contract, all) => {
        const [ledger, sheet] = [newLedger(), new Sheet()];
        for (const one of all) {
          const taken = take(ledger, one, contract);
          expect({ ...one, taken }).toEqual({ ...one, taken: sheet.take(one, contract) });
          seen.add(`${one.do} ${taken}`);
        }
        const owed = sheet.owed(contract);
        expect(balanceOf(contract, ledger.paid).balance).toBe(owed);
        expect(totalPaid(ledger.entries)).toBe(ledger.paid);
        expect(books(ledger.entries, contract)).toEqual({ owed, open: Math.min(contract, Math.max(0, owed)) });
        const [came, { assignment }] = [sheet.insurers(), ledger];
        expect(assignment).toMatchObject({ received_cents: came, status: came >= 500 ? 'paid' : 'assigned' });
        const insurer = Math.max(0, 500 - came);
        expect(splitBalance({ assignments: [assignment] }, contract, ledger.paid)).toEqual({
          insurer,
          family: owed - insurer,
        });
      }),
      { numRuns: long ? 100_000 : 300 },
    );
    expect(seen.size).toBe(9);
  },
  long ? 600_000 : 10_000,
);

describe('refundOffered', () => {
  const payment: RuledEntry = {
    ...{ id: 'p', kind: 'payment', status: 'recorded', payment_date: day(2), amount_cents: 8000_00 },
    ...{ returned_cents: 7900_00, refund_of: null },
  };
  it.each([
    ['the overpayment', -51_97, 51_97],
    ['the rest of the payment if more was overpaid', -9000_00, 100_00],
    ['the rest of the payment while money is owed', 4548_03, 100_00],
  ])('offers %s', (_, balance, expected) => expect(refundOffered(payment, balance)).toBe(expected));

  it('rejects more than is left and a day before the payment, unlike a returned check', () => {
    const error = (kind: 'refund' | 'reversal', amount_cents: number, n: number) =>
      returnError(kind, payment, { amount_cents, payment_date: day(n) })?.message;
    expect(error('refund', 100_01, 2)).toBe('Refund cannot exceed the remaining payment amount');
    expect(error('reversal', 8000_00, 2)).toBeUndefined();
    expect(error('refund', 1, 1)).toBe('Refund date cannot be before the payment date');
    expect(error('reversal', 1, 1)).toBe('Return date cannot be before the payment date');
  });
});
