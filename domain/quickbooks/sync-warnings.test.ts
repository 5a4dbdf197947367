import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from './postings.ts';
import { addToTallies, type CaseToSend, emptyTallies, preSyncWarnings, recordsOf } from './sync-warnings.ts';

const entry = (payment_date: string, amount_cents: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...{ id: payment_date, kind: 'payment', receipt_number: 'R-1', payment_date, amount_cents, payment_method: 'cash' },
  ...{ other_method_description: '', payment_for: 'Deposit', received_from: 'Ada Okafor', isVoided: false },
  ...{ returned_cents: 0, ...more },
});
const plain: CaseToSend = {
  payer: 'Ada Okafor',
  statement: { number: 'S-1', date: '2026-10-10', total: 50_000 },
  ledger: [entry('2026-10-12', 50_000)],
  possibleDuplicates: [],
  failed: [],
};
const kinds = (changes: Partial<CaseToSend>, from = '2026-10-01') =>
  preSyncWarnings({ ...plain, ...changes }, from).map(({ kind }) => kind);

describe('preSyncWarnings', () => {
  it('returns no warning for a plain case', () => expect(kinds({})).toEqual([]));

  it.each<[string, Partial<CaseToSend>, string[]]>([
    ['a payment that was also entered in QuickBooks', { possibleDuplicates: ['R-1'] }, ['perhaps_there']],
    ['a record that failed before', { failed: [{ number: 'R-1', code: '6210', detail: '' }] }, ['failed_before']],
    ['payments before the start', { ledger: [entry('2026-09-30', 100), entry('2026-10-12', 200)] }, ['paid_before']],
    [
      'a Statement before the start',
      { statement: { number: 'S-1', date: '2026-09-30', total: 50_000 } },
      ['statement_before'],
    ],
    ['an overpayment', { ledger: [entry('2026-10-12', 50_001)] }, ['overpaid']],
    ['no payer', { payer: '' }, ['no_payer']],
    ['no Statement', { statement: undefined }, ['no_statement']],
  ])('warns: %s', (_, changes, wanted) => expect(kinds(changes)).toEqual(wanted));

  it('ignores entries that are void, fully refunded, or not sent', () => {
    expect(kinds({ ledger: [entry('2026-09-30', 100, { isVoided: true }), entry('2026-10-12', 200)] })).toEqual([]);
    const back = entry('2026-10-13', -1, { kind: 'refund' });
    expect(kinds({ ledger: [entry('2026-10-12', 50_001), back] })).toEqual([]);
    expect(kinds({ payer: '', ledger: [entry('2026-09-30', 100)], statement: undefined })).toEqual([]);
  });

  it('states amount, day and remedy', () => {
    const [warning] = preSyncWarnings(
      { ...plain, ledger: [entry('2026-09-30', 12_345), entry('2026-10-12', 1)] },
      '2026-10-01',
    );
    expect(warning?.what).toBe(
      '$123.45 was received before Oct 1, 2026 and will not be sent. The invoice balance in QuickBooks will be too high by that amount.',
    );
    expect(warning?.remedy).toMatch(/^Choose an earlier start date/);
  });
});

describe('addToTallies', () => {
  it('counts expected, sent, manually entered and failed records', () => {
    const once = addToTallies(emptyTallies(), [
      { kind: 'payment', amount_cents: 100, state: 'sent' },
      { kind: 'payment', amount_cents: 200, state: 'by_hand' },
      { kind: 'payment', amount_cents: 400, state: 'failed' },
      { kind: 'money_back', amount_cents: -50, state: undefined },
    ]);
    expect(once.payment).toEqual({ wanted: 3, wanted_cents: 700, there: 2, there_cents: 300, failed: 1 });
    expect(once.money_back).toMatchObject({ wanted: 1, wanted_cents: -50, there: 0 });
    expect([recordsOf(once), recordsOf(emptyTallies())]).toEqual([4, 0]);
  });
});
